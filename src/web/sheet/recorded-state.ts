import { type EditedRow, hasRequest } from '../../app/check/check-sheet.ts'
import { type RecordedFacts, readRecordedFacts } from '../../app/four-eyes/release-plan.ts'
import { namedActors } from '../../contract/decision.ts'
import type { JsonFields } from '../../contract/outcome.ts'
import { hashRequest } from '../../ledger/request-key.ts'
import { namesPerson } from '../../operations/person-name.ts'
import { formatStatus } from '../../pipeline/figures/select-countable-trips.ts'
import { identitiesOf } from '../../pipeline/model/identity.ts'
import type { Operation } from '../../pipeline/model/operation.ts'
import { isHeadedAs } from '../../pipeline/rows/loaded-input.ts'
import { parseFields } from '../../pipeline/rows/row-outcome.ts'
import type { MergedColumn } from '../../pipeline/tables/results-sheet.ts'
import type { PageSettings } from '../page-settings.ts'

/** The decision in force, with person and date. No sheet has this column. */
const recordedHeading = 'Recorded now, by, on'
/** What is decided on, the score first; behind it stand the decision and what it replaces, then its other cells. */
const tripHeadings = ['overallTrip', 'employeeId', 'name', 'destination', 'cumulativePeRiskLevel']

/** Headings by which decisions are chosen, the ledger's name first. */
const factHeadings = {
  score: ['overallTrip'],
  destination: ['destination'],
  level: ['cumulativePeRiskLevel'],
  manager: ['managerId', 'manager', 'line manager'],
} as const
type DecisionFact = keyof typeof factHeadings
const facts = Object.keys(factHeadings) as DecisionFact[]

export class RecordedState {
  readonly #operation: Operation
  readonly #settings: Pick<PageSettings, 'run'>
  #known: ReadonlyMap<string, RecordedFacts> = new Map()
  /** Digest of the request in force, by what it is about. */
  #latest: ReadonlyMap<string, string> = new Map()
  /** The column that says which assessment a row is about. */
  #about: MergedColumn | undefined
  #columns: readonly MergedColumn[] = []
  #factColumns: ReadonlyMap<DecisionFact, readonly number[]> = new Map()

  constructor(operation: Operation, settings: Pick<PageSettings, 'run'>) {
    this.#operation = operation
    this.#settings = settings
  }

  async load(rows: readonly EditedRow[]): Promise<void> {
    const assessmentIds = new Set(rows.map((row) => this.#assessmentIdOf(row)))
    this.#known = await readRecordedFacts(this.#operation, [...assessmentIds], this.#settings.run)
    const digest = (request: JsonFields): Buffer => hashRequest(identitiesOf(this.#operation, request)[0])
    this.#latest = new Map(
      [...this.#known].flatMap(([thing, { latest }]) =>
        latest === undefined ? [] : [[thing, digest(parseFields(latest.request)).toString('base64')]],
      ),
    )
  }

  /** The known value under a heading that the sheet lacks; empty for other headings. */
  describe(row: EditedRow, heading: string): string {
    const known = this.#known.get(this.#assessmentIdOf(row))
    if (heading !== recordedHeading) return String({ ...known?.created, ...known?.result }[heading] ?? '')
    if (known?.latest === undefined) return ''
    const request = parseFields(known.latest.request)
    const { at, state, wasReleased } = known.latest
    const day = at === null ? '' : new Date(at).toISOString().slice(0, 10)
    const status = formatStatus(String(request['status'] ?? ''), state)
    return [status, namedActors(request), day, wasReleased ? 'sealed and released' : '']
      .filter((text) => text !== '')
      .join(' · ')
  }

  /** What is recorded of a row without a decision, or is the same as its own; undefined for others. */
  kindOf(row: EditedRow): 'undecided' | 'sent' | undefined {
    const thing = this.#assessmentIdOf(row)
    const digest = this.#latest.get(thing)
    if (digest !== undefined) return row.isLeftOut || hasRequest(row, new Set([digest])) ? 'sent' : undefined
    return row.isLeftOut && thing !== '' ? 'undecided' : undefined
  }

  /** The trip first, then the decision and what is recorded, the other columns to fill in, the rest of the sheet. */
  orderColumns(columns: readonly MergedColumn[]): MergedColumn[] {
    const find = (heading: string): MergedColumn | [] => {
      const found = columns.find((column) => isHeadedAs(heading, column.heading))
      if (heading !== 'name') return found ?? { heading, field: undefined, indexes: [] }
      return found ?? columns.find(({ field, heading: written }) => field === undefined && namesPerson(written)) ?? []
    }
    const {
      fourEyes,
      sheet: { fields },
    } = this.#operation
    this.#about = columns.find(({ field }) => field === fourEyes?.aboutField)
    const filled = fields.slice(1).flatMap(({ name }) => columns.find(({ field }) => field === name) ?? [])
    const [status = [], ...others] = filled
    const first = new Set([tripHeadings.flatMap(find), status, find(recordedHeading), others].flat())
    const ordered = [...first, ...columns.filter((column) => !first.has(column))]
    const columnsOf = (fact: DecisionFact): number[] =>
      ordered.flatMap(({ heading, field }, index) =>
        factHeadings[fact].some((name) => name === field || isHeadedAs(name, heading)) ? index : [],
      )
    this.#columns = ordered
    this.#factColumns = new Map(facts.map((fact) => [fact, columnsOf(fact)]))
    return ordered
  }

  /** From the sheet, else from the ledger. */
  readFact(row: EditedRow, fact: DecisionFact): string {
    const known = { columns: this.#columns, recorded: this }
    const texts = (this.#factColumns.get(fact) ?? []).map((column) => readColumn(known, row, column))
    return texts.find((text) => text !== '') ?? this.describe(row, factHeadings[fact][0])
  }

  listFacts(rows: readonly EditedRow[]) {
    const list = (fact: DecisionFact): string[] =>
      [...new Set(rows.map((row) => this.readFact(row, fact)))].filter((text) => text !== '').toSorted()
    return { destination: list('destination'), level: list('level'), manager: list('manager') }
  }

  #assessmentIdOf({ sheet, texts }: EditedRow): string {
    return texts[this.#about?.indexes[sheet] ?? -1] ?? ''
  }
}

export interface KnownSheet {
  columns: readonly MergedColumn[]
  recorded: RecordedState | undefined
}

/** The text of a cell; under a heading that the row's sheet lacks, the recorded value. */
export function readColumn({ columns, recorded }: KnownSheet, row: EditedRow, column: number): string {
  const { heading = '', indexes = [] } = columns[column] ?? {}
  const at = indexes[row.sheet]
  return at === undefined ? (recorded?.describe(row, heading) ?? '') : (row.texts[at] ?? '')
}
