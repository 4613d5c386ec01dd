import { scoreFields } from '../../contract/assessment.ts'
import { decisionStatuses } from '../../contract/decision.ts'
import type { RowView } from '../../pipeline/rows/row-view.ts'
import type { ExtraSheet, ResultColumn, SummaryTable } from '../../pipeline/terms/operation.ts'
import {
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
  timeColumn('scoredAt', ({ outcome, submission }) => (outcome.state === 'done' ? submission?.doneAt : undefined)),
]

function requestText(view: RowView, field: string): string {
  return String(view.request[field] ?? '')
}

const empty = (): string => ''

/** To be typed in: 0042 is to stay 0042. */
function staffIdColumn(heading: string, width: number): ResultColumn {
  return { ...textColumn(heading, width, empty), entry: { kind: 'text' } }
}

/** One line per scored row, ready to fill in for `decide`. */
export const decisionsSheet: ExtraSheet = {
  name: 'Decisions',
  includes: ({ outcome }) => outcome.state === 'done',
  columns: [
    textColumn('assessmentId', 36, ({ submission }) => submission?.identifier ?? ''),
    textColumn('employeeId', 16, (view) => requestText(view, 'employeeId')),
    textColumn('destination', 20, (view) => requestText(view, 'destination')),
    resultNumberColumn('overallTrip'),
    linkColumn('reportUrl', 30, ({ submission }) => submission?.reportUrl ?? ''),
    { ...textColumn('status', 22, empty), dropDown: decisionStatuses },
    staffIdColumn('complianceTeamMemberId', 27),
    staffIdColumn('managerId', 16),
    staffIdColumn('cancelledByStaffId', 22),
    textColumn('note', 40, empty),
  ],
}

export const scoresByDestination: SummaryTable = {
  title: 'Overall score by destination',
  groupHeading: 'destination',
  group: (view) => requestText(view, 'destination'),
  value: ({ result }) => (typeof result['overallTrip'] === 'number' ? result['overallTrip'] : undefined),
}
