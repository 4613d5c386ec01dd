import { basename } from 'node:path'
import type { Problem } from '../../contract/outcome.ts'
import { foldClaim } from '../../ledger/matching/lookup.ts'
import type { LoadedRequest, LoadedRow } from '../../ledger/port/loaded-row.ts'
import type { Target } from '../../ledger/port/targets.ts'
import type { Ledger } from '../../ledger/port.ts'
import { parseStored } from '../../ledger/stored-json.ts'
import { type Finding, find } from '../../messages/catalogue.ts'
import { BatchError } from '../../support/errors.ts'
import type { Logger } from '../../support/logger.ts'
import { readSubjects } from '../model/four-eyes.ts'
import type { Operation } from '../model/operation.ts'
import { offlineAddress } from '../model/run.ts'
import { FirstFew } from '../rows/first-few.ts'
import type { RowAddresses } from '../rows/loaded-input.ts'
import { parseFindings, placeProblem, serializeFindings } from '../rows/row-findings.ts'
import { parseFields } from '../rows/row-outcome.ts'
import { parseCells } from '../rows/stored-cells.ts'
import type { SheetToRead } from './check-row.ts'
import { describeColumns } from './load-sheet.ts'

type SimilarityKey = NonNullable<LoadedRequest['similarityKey']>

export interface KnownFacts {
  operation: Pick<Operation, 'name' | 'sheet' | 'request' | 'fourEyes'>
  submissions: Pick<Ledger['submissions'], 'requestsOf' | 'resultsOf' | 'standingRows' | 'simulated' | 'created'>
  target: Target
  sheets: readonly SheetToRead[]
  addresses: RowAddresses
  file: string
  isAgain: boolean
  /** A rule of the company. */
  noteFor?: readonly string[] | undefined
}

const shownRows = 5
const midnight = 'T00:00:00.000Z'

/** Rows beside what the ledger knows of what they name. */
export class KnownRows {
  readonly #facts: KnownFacts
  readonly #misplaced = new FirstFew(shownRows)
  readonly #simulated = new FirstFew(1)
  #created: readonly { request: object; by: string; keys: readonly string[] }[] | undefined

  constructor(facts: KnownFacts) {
    this.#facts = facts
  }

  async compare(read: readonly LoadedRow[]): Promise<readonly LoadedRow[]> {
    const trips = await this.#refuseStandingTrips(await this.#warnOfMisplaced(read))
    return this.#refuseKnownPeople(await this.#refuseUnnoted(await this.#refuseWrongTrips(trips)))
  }

  /** Whether one so far has an identifier from the sandbox: such a row must not go to a real service. */
  async hasSimulated(rows: readonly LoadedRow[]): Promise<boolean> {
    const { submissions, addresses } = this.#facts
    const simulated = await submissions.simulated(rows.flatMap((row) => namedBy(row) ?? []))
    for (const row of rows) {
      const named = namedBy(row)
      if (named === undefined || !simulated.has(named)) continue
      this.#simulated.add(() => `${addresses.row(row.sheet, row.rowNumber)}: ${named}`)
    }
    return this.#simulated.count > 0
  }

  /** @throws BatchError `input` when there was a simulated one. */
  refuseSimulated(file: string): void {
    const { count, first } = this.#simulated
    if (count === 0) return
    const facts = { file, count, first: first[0] ?? '', address: this.#facts.target.address }
    throw new BatchError('input', find('rows-simulated', facts))
  }

  announce(logger: Logger): void {
    const { count } = this.#misplaced
    if (count === 0) return
    const rows = count === 1 ? '1 row names what was' : `${count} rows name what was`
    logger.warn(
      `${rows} created for another row (${this.#misplaced.list()}): were some columns sorted without the others, or cells pasted? What is shown beside them is that other row’s`,
    )
  }

  /**
   * Identifiers beside another row's content: columns were sorted without the others, or cells were pasted. Such rows
   * are retrieved by their identifier, with a warning.
   */
  async #warnOfMisplaced(rows: readonly LoadedRow[]): Promise<readonly LoadedRow[]> {
    const { operation, submissions, target, addresses } = this.#facts
    const named = rows.flatMap(({ content }) =>
      content.kind === 'identified' && content.request?.similarityKey !== undefined ? content.identifier : [],
    )
    if (named.length === 0) return rows
    const requests = await submissions.requestsOf(operation.name, target, named)
    return rows.map((row) => {
      const { content } = row
      if (content.kind !== 'identified') return row
      const request = parseStored<Record<string, unknown>>(requests.get(content.identifier) ?? '{}', 'request')
      const known = operation.request.similarityKey?.(request)
      if (!isAnother(known, content.request?.similarityKey)) return row
      this.#misplaced.add(() => addresses.row(row.sheet, row.rowNumber))
      const shown = (name: string): string => String(request[name] ?? '').replace(midnight, '')
      const created = Object.fromEntries(operation.request.identifyingFields.map((name) => [name, shown(name)]))
      const { identifierField = '' } = operation.sheet
      const warning = this.#problem(row, identifierField, content.identifier, find('of-another-row', { created }))
      const { warnings, corrections } = parseFindings(row.warnings)
      return { ...row, warnings: serializeFindings({ warnings: [...warnings, warning], corrections }) }
    })
  }

  /** Rows of the sheet Orphans whose trip stands in another sheet again. */
  async #refuseStandingTrips(rows: readonly LoadedRow[]): Promise<readonly LoadedRow[]> {
    const { operation, submissions, target, sheets } = this.#facts
    const { orphans } = operation.sheet
    const isOrphan = ({ sheet }: LoadedRow): boolean => sheets[sheet]?.cancelColumn !== undefined
    const keys = rows.flatMap((row) => (isOrphan(row) ? (row.orderKey ?? []) : []))
    if (orphans === undefined || keys.length === 0) return rows
    const standing = await submissions.standingRows(orphans.about, target, keys)
    const [field = ''] = operation.request.identifyingFields
    return rows.map((row) => {
      const { orderKey = '' } = row
      const found = standing.get(orderKey)
      if (found === undefined || !isOrphan(row) || row.content.kind !== 'request') return row
      const facts = { row: found.rowNumber, file: basename(found.file), sheet: found.sheet }
      return hold(row, [this.#problem(row, field, orderKey, find('stands-elsewhere', facts))])
    })
  }

  /** Rows that say another person, day or place than the assessment that they name, as the ledger knows it. */
  async #refuseWrongTrips(rows: readonly LoadedRow[]): Promise<readonly LoadedRow[]> {
    const { operation, submissions, target, sheets } = this.#facts
    const { fourEyes } = operation
    const named = rows.flatMap(({ content, orderKey }) => (content.kind === 'request' ? (orderKey ?? []) : []))
    if (fourEyes === undefined || named.length === 0) return rows
    const subjects = await readSubjects(fourEyes, { submissions, target }, [...new Set(named)])
    return rows.map((row) => {
      const { content, orderKey: assessment = '' } = row
      const known = subjects.get(assessment)
      const columns = sheets[row.sheet]?.headings.columns
      if (content.kind !== 'request' || known === undefined || columns === undefined) return row
      const contradictions = fourEyes.findContradictions(known, parseCells(row.cells), columns)
      const problems = contradictions.map(({ field, says: value, known, ...column }) => ({
        ...placeProblem(row.rowNumber, column, { field, value }),
        ...find('of-another-trip', { assessment, known }),
      }))
      return problems.length === 0 ? row : hold(row, problems)
    })
  }

  /** Rows whose score demands a note: as the ledger knows it, or as the sheet says where the ledger does not. */
  async #refuseUnnoted(rows: readonly LoadedRow[]): Promise<readonly LoadedRow[]> {
    const { operation, submissions, target, sheets, noteFor = [] } = this.#facts
    const { fourEyes } = operation
    const things = rows.flatMap(({ content, orderKey }) => (content.kind === 'request' ? (orderKey ?? []) : []))
    if (fourEyes === undefined || noteFor.length === 0 || things.length === 0) return rows
    const results = await submissions.resultsOf(fourEyes.about, target, [...new Set(things)])
    return rows.map((row) => {
      const { content, orderKey: thing = '' } = row
      const sheet = sheets[row.sheet]
      if (content.kind !== 'request' || sheet === undefined) return row
      const columns = describeColumns(sheet.source, sheet.headings.columns)
      const known = { created: {}, name: '', before: undefined, isOffline: target.address === offlineAddress }
      const result = parseFields(results.get(thing))
      const seen = { ...known, result, cells: parseCells(row.cells), columns }
      const found = fourEyes.findMissingNote(parseStored<object>(content.request.json, 'request'), seen, noteFor)
      return found === undefined ? row : hold(row, [this.#problem(row, 'note', '', found)])
    })
  }

  /** An edited row of the same file is held as such, by its subject. */
  async #refuseKnownPeople(rows: readonly LoadedRow[]): Promise<readonly LoadedRow[]> {
    const { operation, submissions, target, file, isAgain } = this.#facts
    const { uniqueKeys, similarityKey, describe } = operation.request
    if (uniqueKeys === undefined || isAgain) return rows
    this.#created ??= (await submissions.created(operation.name, target)).flatMap(({ text, file: by }) => {
      const request = parseStored<object>(text, 'request')
      // A forgotten one has nothing left.
      return Object.keys(request).length === 0
        ? []
        : { request, by: by ?? '', keys: uniqueKeys(request).map(foldClaim) }
    })
    const created = this.#created
    return rows.map((row) => {
      const { content } = row
      if (content.kind !== 'request') return row
      const { claims, json } = content.request
      const words = describe(parseStored<object>(json, 'request'))
      const alike = created.filter(({ keys }) => claims.some((claim) => keys.includes(foldClaim(claim))))
      const other = alike.find(({ request, by }) => {
        return by !== file || similarityKey?.(request).subject !== content.request.similarityKey?.subject
      })
      if (other === undefined || alike.some(({ request }) => describe(request) === words)) return row
      const shared = claims.find((claim) => other.keys.includes(foldClaim(claim))) ?? ''
      const [field = ''] = shared.split(' ')
      const facts = { person: describe(other.request), file: basename(other.by) }
      return hold(row, [this.#problem(row, field, shared.slice(field.length + 1), find('invited-before', facts))])
    })
  }

  #problem({ sheet, rowNumber }: LoadedRow, field: string, value: string, found: Finding): Problem {
    const at = this.#facts.sheets[sheet]?.headings.columns.find((heading) => heading.field === field)
    return { ...placeProblem(rowNumber, at, { field, value }), ...found }
  }
}

function hold(row: LoadedRow, problems: readonly Problem[]): LoadedRow {
  return { ...row, content: { kind: 'held', state: 'invalid', detail: JSON.stringify({ problems }) } }
}

function namedBy({ content, orderKey }: LoadedRow): string | undefined {
  return content.kind === 'identified' ? content.identifier : orderKey
}

/** Another subject, or no trait in common; a request that is known by its identifier alone proves nothing. */
function isAnother(known: Partial<SimilarityKey> | undefined, found: SimilarityKey | undefined): boolean {
  if (found === undefined || typeof known?.subject !== 'string') return false
  return known.subject !== found.subject || !found.traits.some((trait, index) => known.traits?.[index] === trait)
}
