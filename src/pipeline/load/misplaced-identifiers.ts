import type { Problem } from '../../contract/outcome.ts'
import type { LoadedRequest, LoadedRow } from '../../ledger/port/loaded-row.ts'
import type { Submissions } from '../../ledger/port/submissions.ts'
import type { Target } from '../../ledger/port/targets.ts'
import { parseStored } from '../../ledger/stored-json.ts'
import { find } from '../../messages/catalogue.ts'
import { cellAddress } from '../../sheet/cell.ts'
import type { Logger } from '../../support/logger.ts'
import type { Operation } from '../model/operation.ts'
import type { RowAddresses } from '../rows/row-addresses.ts'
import { parseFindings, serializeFindings } from '../rows/row-findings.ts'
import type { ChosenSheet } from '../tables/search-sheet.ts'

type SimilarityKey = NonNullable<LoadedRequest['similarityKey']>

const shownRows = 5
const midnight = 'T00:00:00.000Z'

/**
 * Finds identifiers beside another row's content: columns were sorted without the others, or cells were pasted. Such
 * rows are retrieved by their identifier, with a warning.
 */
export class MisplacedIdentifiers {
  readonly #operation: Pick<Operation, 'name' | 'sheet' | 'request'>
  readonly #submissions: Pick<Submissions, 'requestsOf'>
  readonly #target: Target
  readonly #sheets: readonly ChosenSheet[]
  readonly #addresses: RowAddresses
  readonly #first: string[] = []
  #count = 0

  constructor(
    operation: Pick<Operation, 'name' | 'sheet' | 'request'>,
    { submissions, target }: { submissions: Pick<Submissions, 'requestsOf'>; target: Target },
    { sheets, addresses }: { sheets: readonly ChosenSheet[]; addresses: RowAddresses },
  ) {
    this.#operation = operation
    this.#submissions = submissions
    this.#target = target
    this.#sheets = sheets
    this.#addresses = addresses
  }

  async addWarnings(rows: readonly LoadedRow[]): Promise<readonly LoadedRow[]> {
    const named = rows.flatMap(({ content }) =>
      content.kind === 'identified' && content.request?.similarityKey !== undefined ? content.identifier : [],
    )
    if (named.length === 0) return rows
    const requests = await this.#submissions.requestsOf(this.#operation.name, this.#target, named)
    return rows.map((row) => {
      const { content } = row
      if (content.kind !== 'identified') return row
      const request = parseStored<Record<string, unknown>>(requests.get(content.identifier) ?? '{}', 'request')
      const known = this.#operation.request.similarityKey?.(request)
      if (!isAnother(known, content.request?.similarityKey)) return row
      this.#count += 1
      if (this.#first.length < shownRows) this.#first.push(this.#addresses.row(row.sheet, row.rowNumber))
      const { warnings, corrections } = parseFindings(row.warnings)
      const warning = this.#describe(row, content.identifier, request)
      return { ...row, warnings: serializeFindings({ warnings: [...warnings, warning], corrections }) }
    })
  }

  announce(logger: Logger): void {
    if (this.#count === 0) return
    const shown = this.#first.join(', ') + (this.#count > shownRows ? ', …' : '')
    const rows = this.#count === 1 ? '1 row names what was' : `${this.#count} rows name what was`
    logger.warn(
      `${rows} created for another row (${shown}): were some columns sorted without the others, or cells pasted? What is shown beside them is that other row’s`,
    )
  }

  #describe(row: LoadedRow, identifier: string, request: Readonly<Record<string, unknown>>): Problem {
    const { identifierField: field = '' } = this.#operation.sheet
    const column = this.#sheets[row.sheet]?.headings.columns.find((heading) => heading.field === field)
    const created = Object.fromEntries(
      this.#operation.request.identifyingFields.map((name) => [
        name,
        String(request[name] ?? '').replace(midnight, ''),
      ]),
    )
    return {
      field,
      cell: column === undefined ? '' : cellAddress(row.rowNumber, column.index),
      ...(column === undefined ? {} : { column: column.index }),
      heading: column?.heading ?? '',
      value: identifier,
      ...find('of-another-row', { created }),
    }
  }
}

/** Another subject, or no trait in common; a request that is known by its identifier alone proves nothing. */
function isAnother(known: Partial<SimilarityKey> | undefined, found: SimilarityKey | undefined): boolean {
  if (found === undefined || typeof known?.subject !== 'string') return false
  return known.subject !== found.subject || !found.traits.some((trait, index) => known.traits?.[index] === trait)
}
