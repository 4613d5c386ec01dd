import type { EditedRow } from '../../app/check/check-edited.ts'
import { type RecordedFacts, readRecordedFacts } from '../../app/four-eyes/read-recorded-facts.ts'
import { namedActors } from '../../contract/decision.ts'
import { namesPerson } from '../../operations/person-name.ts'
import { formatStatus } from '../../pipeline/figures/select-countable-trips.ts'
import type { Operation } from '../../pipeline/model/operation.ts'
import { isHeadedAs } from '../../pipeline/rows/find-result-columns.ts'
import { parseFields } from '../../pipeline/rows/row-outcome.ts'
import type { MergedColumn } from '../../pipeline/tables/results-sheet.ts'
import type { PageSettings } from '../page-settings.ts'

/** The decision in force, with person and date. No sheet has this column. */
const recordedHeading = 'Recorded now, by, on'
/** The decision stands beside the name, what it is about behind both; then its other cells. */
const nameHeadings = ['employeeId', 'name']
const tripHeadings = ['destination', 'overallTrip', 'cumulativePeRiskLevel', recordedHeading]

export class RecordedState {
  readonly #operation: Operation
  readonly #settings: Pick<PageSettings, 'run'>
  #known: ReadonlyMap<string, RecordedFacts> = new Map()

  constructor(operation: Operation, settings: Pick<PageSettings, 'run'>) {
    this.#operation = operation
    this.#settings = settings
  }

  /** Reads the current state and closes the ledger. */
  async load(rows: readonly EditedRow[], columns: readonly MergedColumn[]): Promise<void> {
    const { run } = this.#settings
    const assessmentIds = new Set(rows.map((row) => this.#assessmentIdOf(row, columns)))
    this.#known = await readRecordedFacts(this.#operation, [...assessmentIds], run)
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
    return [status, namedActors(request), day, wasReleased ? 'sealed and released' : '']
      .filter((text) => text !== '')
      .join(' · ')
  }

  isOpen(row: EditedRow, columns: readonly MergedColumn[]): boolean {
    const thing = this.#assessmentIdOf(row, columns)
    return thing !== '' && this.#known.get(thing)?.latest === undefined
  }

  /** Name and status first, then the trip, then the other columns to fill in, then the rest of the sheet. */
  orderColumns(columns: readonly MergedColumn[]): MergedColumn[] {
    const find = (heading: string): MergedColumn | [] => {
      const found = columns.find((column) => isHeadedAs(heading, column.heading))
      if (heading !== 'name') return found ?? { heading, field: undefined, indexes: [] }
      return found ?? columns.find(({ field, heading: written }) => field === undefined && namesPerson(written)) ?? []
    }
    const { fields } = this.#operation.sheet
    const filled = fields.slice(1).flatMap(({ name }) => columns.find(({ field }) => field === name) ?? [])
    const [status = [], ...others] = filled
    const first = new Set([nameHeadings.flatMap(find), status, tripHeadings.flatMap(find), others].flat())
    return [...first, ...columns.filter((column) => !first.has(column))]
  }

  #assessmentIdOf({ sheet, texts }: EditedRow, columns: readonly MergedColumn[]): string {
    const column = columns.find(({ field }) => field === this.#operation.fourEyes?.aboutField)
    return texts[column?.indexes[sheet] ?? -1] ?? ''
  }
}

export interface KnownSheet {
  columns: readonly MergedColumn[]
  recorded: RecordedState | undefined
}

/** Headings by which decisions are chosen, the ledger's name first. */
const factHeadings = {
  score: ['overallTrip'],
  destination: ['destination'],
  manager: ['managerId', 'manager', 'line manager'],
} as const
type DecisionFact = keyof typeof factHeadings

const known = new WeakMap<readonly MergedColumn[], ReadonlyMap<DecisionFact, readonly number[]>>()

/** The text of a cell; under a heading that the row's sheet lacks, the recorded value. */
export function readColumn(session: KnownSheet, row: EditedRow, column: number): string {
  const { heading = '', indexes = [] } = session.columns[column] ?? {}
  const at = indexes[row.sheet]
  return at === undefined ? readRecorded(session, row, heading) : (row.texts[at] ?? '')
}

function readRecorded({ recorded, columns }: KnownSheet, row: EditedRow, heading: string): string {
  return recorded?.describe(row, columns, heading) ?? ''
}

/** Nothing is decided in the row, nor recorded. */
export function isUndecided({ recorded, columns }: KnownSheet, row: EditedRow): boolean {
  return row.isLeftOut && recorded?.isOpen(row, columns) === true
}

/** From the sheet, else from the ledger. */
export function readFact(session: KnownSheet, row: EditedRow, fact: DecisionFact): string {
  const { columns } = session
  const found = known.get(columns) ?? findColumns(columns)
  known.set(columns, found)
  const texts = found.get(fact)?.map((column) => readColumn(session, row, column))
  return texts?.find((text) => text !== '') ?? readRecorded(session, row, factHeadings[fact][0])
}

function findColumns(columns: readonly MergedColumn[]): ReadonlyMap<DecisionFact, readonly number[]> {
  const facts = Object.entries(factHeadings) as [DecisionFact, readonly string[]][]
  return new Map(
    facts.map(([fact, headings]) => [
      fact,
      columns.flatMap(({ heading, field }, index) =>
        headings.some((name) => name === field || isHeadedAs(name, heading)) ? index : [],
      ),
    ]),
  )
}

/** Values by which the rows of decisions can be chosen. */
export function listFacts(session: KnownSheet, rows: readonly EditedRow[]) {
  const list = (fact: DecisionFact): string[] =>
    [...new Set(rows.map((row) => readFact(session, row, fact)))].filter((text) => text !== '').toSorted()
  return { destination: list('destination'), manager: list('manager') }
}
