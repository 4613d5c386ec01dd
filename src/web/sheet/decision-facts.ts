import type { EditedRow } from '../../app/check/check-edited.ts'
import { isHeadedAs } from '../../pipeline/rows/find-result-columns.ts'
import type { MergedColumn } from '../../pipeline/tables/results-sheet.ts'
import type { CheckState } from '../protocol/check.ts'
import type { RecordedState } from './recorded-state.ts'

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
export function listFacts(session: KnownSheet, rows: readonly EditedRow[]): CheckState['facts'] {
  const list = (fact: DecisionFact): string[] =>
    [...new Set(rows.map((row) => readFact(session, row, fact)))].filter((text) => text !== '').toSorted()
  return { destination: list('destination'), manager: list('manager') }
}
