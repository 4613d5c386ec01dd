import { scoreFields } from '../../contract/assessment.ts'
import { decision, decisionStatuses, namedActors } from '../../contract/decision.ts'
import type { Replaced } from '../../ledger/port/ordered-rows.ts'
import { resultTitles } from '../../messages/result-titles.ts'
import { formatStatus } from '../../pipeline/figures/select-countable-trips.ts'
import type { ExtraColumn, ExtraSheet, ResultColumn, SummaryTable } from '../../pipeline/model/operation.ts'
import { cancelHeading, type OrphanColumn } from '../../pipeline/model/orphans.ts'
import { linkCell, textCell, timeCell } from '../../pipeline/rows/cells.ts'
import { findResultColumns, type SheetColumns } from '../../pipeline/rows/loaded-input.ts'
import { parseFields } from '../../pipeline/rows/row-outcome.ts'
import type { RowView } from '../../pipeline/rows/row-view.ts'
import { mergeColumns } from '../../pipeline/tables/results-sheet.ts'
import { emptyCell } from '../../sheet/cell.ts'
import { HeadingNames } from '../../sheet/headings/heading-names.ts'
import type { OutputCell } from '../../sheet/writing/workbook-writer.ts'
import { namesOf } from '../languages/all.ts'
import { nameOfPerson, namesPerson } from '../person-name.ts'
import { resultColumn, resultNumberColumn, resultTextColumn, timeColumn, wrappedColumn } from '../result-columns.ts'

const assessmentColumn = resultColumn('assessmentId', 36, ({ submission }) => submission?.identifier ?? '')
const reportColumn = resultColumn('reportUrl', 30, ({ submission }: RowView) => linkCell(submission?.reportUrl ?? ''))
const overallColumns: readonly ResultColumn[] = [
  resultNumberColumn('overallTrip'),
  resultTextColumn('cumulativePeRiskLevel'),
]
const singleScores = [...scoreFields.filter((field) => field !== 'overallTrip'), 'contractorMisclass']

/** The first ones are what people look for; the others are grouped and folded. */
export const resultColumns: readonly ResultColumn[] = [
  resultColumn('outcome', 12, ({ state }) => state),
  ...overallColumns,
  wrappedColumn('problem', ({ problem }) => problem),
  wrappedColumn('hint', ({ hint }) => hint),
  reportColumn,
  ...[
    ...singleScores.map(resultNumberColumn),
    assessmentColumn,
    resultTextColumn('complianceTeamMemberId'),
    resultTextColumn('managerId'),
    timeColumn('sentAt', ({ submission }) => submission?.sentAt),
    timeColumn('scoredAt', ({ submission }) => (submission?.state === 'done' ? submission.doneAt : undefined)),
  ].map((column): ResultColumn => ({ ...column, isFolded: true })),
]

/** The last recorded decision for a trip that is in no row any more, and the column in which a person cancels it. */
export const orphanColumns: readonly OrphanColumn[] = [
  { heading: 'lastDecision', width: 20, cell: ({ latest }) => textCell(latest ? showDecision(latest) : '') },
  resultColumn(cancelHeading, 10, () => emptyCell, { dropDown: ['yes', 'no'] }),
]

export const scoresByDestination: SummaryTable = {
  title: 'Overall score by destination',
  groupHeading: 'destination',
  group: (view) => requestText(view, 'destination'),
  describe: (view) => [
    requestText(view, 'employeeId'),
    requestText(view, 'destination'),
    '',
    [requestText(view, 'startDate'), requestText(view, 'endDate')]
      .filter((day) => day !== '')
      .map((day) => day.slice(0, 10))
      .join(' – '),
    '',
  ],
}

export function requestText(view: RowView, field: string): string {
  return String(view.request[field] ?? '')
}

const empty = (): string => ''

/** Text, for people to fill in: 0042 stays 0042. */
function staffIdColumn(heading: string, width: number, more: { title?: string } = {}): ResultColumn {
  return resultColumn(heading, width, empty, { entry: { kind: 'text' }, ...more })
}

/** More of them leave no room for the decision. */
const mostGroups = 6

/** Columns of the sheets without a field, such as the region, the line manager or the cost centre. */
function groupColumns(sheets: readonly SheetColumns[]): ExtraColumn[] {
  const named = namesOf('decide')
  const decided = new HeadingNames(
    Object.keys(decision.shape).map((field) => ({ field, isRequired: false, ...named(field) })),
  )
  const ours = new Set(Object.values(resultTitles))
  const results = sheets.map(({ headings }) => {
    const columns = headings.map((heading, index) => ({ heading, index }))
    return new Set(findResultColumns(columns, Object.keys(resultTitles)).values())
  })
  return mergeColumns(sheets)
    .filter(
      ({ heading, field, indexes }) =>
        field === undefined &&
        heading.trim() !== '' &&
        !namesPerson(heading) &&
        indexes.every((index, sheet) => index === undefined || !results[sheet]?.has(index)),
    )
    .slice(0, mostGroups)
    .map(({ heading, indexes }) => {
      // Read as a decision's own column otherwise.
      const isTaken = decided.fieldOf(heading) !== undefined || ours.has(heading.trim())
      return {
        heading: isTaken ? `${heading} in the sheet` : heading,
        width: 18,
        cell: ({ sheet, cells }) => cells[indexes[sheet] ?? -1] ?? emptyCell,
      }
    })
}

/**
 * One line per scored row, ready to fill in for `decide`: the trip, the columns that group people, and the last decision
 * stand before the empty columns.
 */
export const decisionsSheet: ExtraSheet = {
  name: 'Decisions',
  frozenColumns: 3,
  includes: ({ submission }) => submission?.state === 'done' && submission.isForgotten !== true,
  columnsFor: (sheets) => [
    resultColumn('assessmentId', 34, ({ submission }) => submission?.identifier ?? ''),
    resultColumn('employeeId', 16, (view) => requestText(view, 'employeeId')),
    besideColumn('name', 22, (view, { columns }) => textCell(nameOfPerson(view, columns))),
    ...(sheets.length > 1 ? [resultColumn('sheet', 16, ({ sheetName = '' }) => sheetName)] : []),
    resultColumn('destination', 20, (view) => requestText(view, 'destination')),
    dayColumn('startDate'),
    dayColumn('endDate'),
    resultNumberColumn('overallTrip'),
    resultTextColumn('cumulativePeRiskLevel'),
    ...groupColumns(sheets),
    latestColumn('lastDecision', 22, showDecision),
    latestColumn('lastDecisionBy', 20, ({ request }) => namedActors(parseFields(request))),
    besideColumn('lastDecisionAt', 17, (_, { latest }) => timeCell(latest?.at ?? undefined)),
    resultColumn('reportUrl', 10, ({ submission }: RowView) => showLink(submission?.reportUrl ?? '')),
    resultColumn('status', 22, empty, { dropDown: decisionStatuses }),
    staffIdColumn('complianceTeamMemberId', 27),
    staffIdColumn('managerId', 16, { title: 'Manager' }),
    staffIdColumn('cancelledByStaffId', 22),
    resultColumn('note', 40, empty),
  ],
}

/** A short text: an address would run on over the empty cells that people fill in. */
function showLink(href: string): OutputCell {
  return href === '' ? emptyCell : { t: 'link', v: href, href, label: 'Report' }
}

/** A calendar date; a time of day is dropped. */
function dayColumn(field: string): ResultColumn {
  const cellOf = (day: string): OutputCell => (day === '' ? emptyCell : { t: 'd', v: `${day}T00:00:00` })
  return resultColumn(field, 13, (view) => cellOf(requestText(view, field).slice(0, 10)))
}

function latestColumn(heading: string, width: number, text: (latest: Replaced) => string): ExtraColumn {
  return besideColumn(heading, width, (_, { latest }) => textCell(latest === undefined ? '' : text(latest)))
}

/** With facts from outside the row. */
function besideColumn(heading: string, width: number, cell: ExtraColumn['cell']): ExtraColumn {
  return { ...resultColumn(heading, width, empty), cell }
}

export function showDecision({ request, state }: Replaced): string {
  return formatStatus(String(parseFields(request)['status'] ?? ''), state)
}
