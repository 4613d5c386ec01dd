import { scoreFields } from '../../contract/assessment.ts'
import { decisionStatuses, namedActors } from '../../contract/decision.ts'
import type { Replaced } from '../../ledger/port/ordered-rows.ts'
import { formatStatus } from '../../pipeline/figures/trip.ts'
import type { ExtraColumn, ExtraSheet, ResultColumn, SummaryTable } from '../../pipeline/model/operation.ts'
import { cancelHeading, type OrphanColumn } from '../../pipeline/model/orphans.ts'
import { textCell, timeCell } from '../../pipeline/rows/cells.ts'
import { parseFields } from '../../pipeline/rows/row-outcome.ts'
import type { RowView } from '../../pipeline/rows/row-view.ts'
import { emptyCell } from '../../sheet/cell.ts'
import { nameOfPerson } from '../person-name.ts'
import {
  explained,
  linkColumn,
  resultNumberColumn,
  resultTextColumn,
  textColumn,
  timeColumn,
  wrappedColumn,
} from '../result-columns.ts'

const scoreColumns: readonly ResultColumn[] = [...scoreFields, 'contractorMisclass'].map((field) =>
  resultNumberColumn(field),
)

export const resultColumns: readonly ResultColumn[] = [
  textColumn('outcome', 12, ({ state }) => state),
  textColumn('assessmentId', 36, ({ submission }) => submission?.identifier ?? ''),
  linkColumn('reportUrl', 30, ({ submission }) => submission?.reportUrl ?? ''),
  ...scoreColumns,
  resultTextColumn('cumulativePeRiskLevel'),
  resultTextColumn('complianceTeamMemberId'),
  resultTextColumn('managerId'),
  wrappedColumn('problem', ({ problem }) => problem),
  wrappedColumn('hint', ({ hint }) => hint),
  timeColumn('sentAt', ({ submission }) => submission?.sentAt),
  timeColumn('scoredAt', ({ submission }) => (submission?.state === 'done' ? submission.doneAt : undefined)),
]

function requestText(view: RowView, field: string): string {
  return String(view.request[field] ?? '')
}

const empty = (): string => ''

/** Text, for people to fill in: 0042 stays 0042. */
function staffIdColumn(heading: string, width: number): ResultColumn {
  return { ...textColumn(heading, width, empty), entry: { kind: 'text' } }
}

/**
 * One line per scored row, ready to fill in for `decide`: the trip and the last decision stand before the empty
 * columns.
 */
export const decisionsSheet: ExtraSheet = {
  name: 'Decisions',
  frozenColumns: 3,
  includes: ({ submission }) => submission?.state === 'done',
  columns: [
    textColumn('assessmentId', 24, ({ submission }) => submission?.identifier ?? ''),
    textColumn('employeeId', 16, (view) => requestText(view, 'employeeId')),
    { heading: 'name', width: 22, cell: (view, { columns }) => textCell(nameOfPerson(view, columns)) },
    textColumn('destination', 20, (view) => requestText(view, 'destination')),
    dayColumn('startDate'),
    dayColumn('endDate'),
    resultNumberColumn('overallTrip'),
    ...scoreColumns.filter(({ heading }) => heading !== 'overallTrip'),
    resultTextColumn('cumulativePeRiskLevel'),
    latestColumn('lastDecision', 22, showStatus),
    latestColumn('lastDecisionBy', 20, ({ request }) => namedActors(parseFields(request))),
    { heading: 'lastDecisionAt', width: 26, cell: (_, { latest }) => timeCell(latest?.at ?? undefined) },
    linkColumn('reportUrl', 30, ({ submission }) => submission?.reportUrl ?? ''),
    { ...textColumn('status', 22, empty), dropDown: decisionStatuses },
    staffIdColumn('complianceTeamMemberId', 27),
    staffIdColumn('managerId', 16),
    staffIdColumn('cancelledByStaffId', 22),
    textColumn('note', 40, empty),
  ],
}

/** The last recorded decision for a trip that is in no row any more, and the column in which a person cancels it. */
export const orphanColumns: readonly OrphanColumn[] = [
  explained({ heading: 'lastDecision', width: 22, cell: ({ latest }) => textCell(latest ? showStatus(latest) : '') }),
  explained({ heading: cancelHeading, width: 10, dropDown: ['yes', 'no'], cell: () => emptyCell }),
]

/** A calendar date; a time of day is dropped. */
function dayColumn(field: string): ResultColumn {
  return {
    heading: field,
    width: 13,
    cell: (view) => {
      const text = requestText(view, field)
      return text === '' ? emptyCell : { t: 'd', v: `${text.slice(0, 10)}T00:00:00` }
    },
  }
}

function latestColumn(heading: string, width: number, text: (latest: Replaced) => string): ExtraColumn {
  return explained({ heading, width, cell: (_, { latest }) => textCell(latest === undefined ? '' : text(latest)) })
}

function showStatus({ request, state }: Replaced): string {
  return formatStatus(String(parseFields(request)['status'] ?? ''), state)
}

export const scoresByDestination: SummaryTable = {
  title: 'Overall score by destination',
  groupHeading: 'destination',
  group: (view) => requestText(view, 'destination'),
}
