import { scoreFields } from '../../contract/assessment.ts'
import type { ResultColumn, SummaryTable } from '../../pipeline/model/operation.ts'
import { cancelHeading, type OrphanColumn } from '../../pipeline/model/orphans.ts'
import { linkCell, textCell } from '../../pipeline/rows/cells.ts'
import type { RowView } from '../../pipeline/rows/row-view.ts'
import { emptyCell } from '../../sheet/cell.ts'
import { resultColumn, resultNumberColumn, resultTextColumn, timeColumn, wrappedColumn } from '../result-columns.ts'
import { requestText, showDecision } from './decisions-sheet.ts'

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
}
