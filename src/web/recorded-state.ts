import type { EditedRow } from '../app/check-edited.ts'
import { type RecordedFacts, readRecordedFacts } from '../app/four-eyes/read-recorded-facts.ts'
import { namedActors } from '../contract/decision.ts'
import { formatStatus } from '../pipeline/figures/trip.ts'
import type { Operation } from '../pipeline/model/operation.ts'
import { isHeadedAs } from '../pipeline/rows/find-result-columns.ts'
import { parseFields } from '../pipeline/rows/row-outcome.ts'
import type { MergedColumn } from '../pipeline/tables/merged-columns.ts'
import type { PageSettings } from './page-settings.ts'

/** The decision in force, with person and date. No sheet has this column. */
const recordedHeading = 'Recorded now, by, on'
/** Shown before the columns to fill in: the trip, and its recorded decision. Other known facts follow behind. */
const leadingHeadings = ['employeeId', 'name', 'destination', 'overallTrip', recordedHeading]
const trailingHeadings = ['cumulativePeRiskLevel']

export class RecordedState {
  readonly #operation: Operation
  readonly #settings: Pick<PageSettings, 'run' | 'clock' | 'cleaningUp'>
  #known: ReadonlyMap<string, RecordedFacts> = new Map()

  constructor(operation: Operation, settings: Pick<PageSettings, 'run' | 'clock' | 'cleaningUp'>) {
    this.#operation = operation
    this.#settings = settings
  }

  /** Reads the current state and closes the ledger. */
  async load(rows: readonly EditedRow[], columns: readonly MergedColumn[]): Promise<void> {
    const { run, clock, cleaningUp } = this.#settings
    const assessmentIds = new Set(rows.map((row) => this.#assessmentIdOf(row, columns)))
    this.#known = await readRecordedFacts(this.#operation, [...assessmentIds], run, { clock, cleaningUp })
  }

  /** The known value under a heading that the sheet lacks; empty for other headings. */
  describe(row: EditedRow, columns: readonly MergedColumn[], heading: string): string {
    const known = this.#known.get(this.#assessmentIdOf(row, columns))
    if (heading !== recordedHeading) return String({ ...known?.created, ...known?.result }[heading] ?? '')
    if (known?.latest === undefined) return ''
    const request = parseFields(known.latest.request)
    const { at, state, wasReleased } = known.latest
    const day = at === null ? '' : new Date(at).toISOString().slice(0, 10)
    const status = formatStatus(String(request['status'] ?? ''), state)
    return [status, namedActors(request), day, wasReleased ? 'released by two people' : '']
      .filter((text) => text !== '')
      .join(' · ')
  }

  /** Trip and recorded decision first, then the columns to fill in, then the rest of the sheet. */
  orderColumns(columns: readonly MergedColumn[]): MergedColumn[] {
    const find = (heading: string): MergedColumn | [] => {
      const found = columns.find((column) => isHeadedAs(heading, column.heading))
      return found ?? (heading === 'name' ? [] : { heading, field: undefined, indexes: [] })
    }
    const { fields } = this.#operation.sheet
    const filled = fields.slice(1).flatMap(({ name }) => columns.find(({ field }) => field === name) ?? [])
    const first = new Set([...leadingHeadings.flatMap(find), ...filled, ...trailingHeadings.flatMap(find)])
    return [...first, ...columns.filter((column) => !first.has(column))]
  }

  #assessmentIdOf({ sheet, texts }: EditedRow, columns: readonly MergedColumn[]): string {
    const column = columns.find(({ field }) => field === this.#operation.fourEyes?.aboutField)
    return texts[column?.indexes[sheet] ?? -1] ?? ''
  }
}
