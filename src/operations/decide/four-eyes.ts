import { scoreFields } from '../../contract/assessment.ts'
import { type Decision, namedActors } from '../../contract/decision.ts'
import { formatStatus } from '../../pipeline/figures/trip.ts'
import type { FourEyesPart, ReviewContext, SealedColumn } from '../../pipeline/model/four-eyes.ts'
import { isHeadedAs } from '../../pipeline/rows/find-result-columns.ts'
import { parseFields } from '../../pipeline/rows/row-outcome.ts'
import { displayCell } from '../../sheet/values/display.ts'
import { toIsoTime } from '../../support/clock.ts'
import { assess } from '../assess.ts'
import { nameOfPerson } from '../person-name.ts'

type PlannedDecision = Omit<Decision, 'externalEventId'> & { externalEventId?: string | undefined }
type Column = SealedColumn<PlannedDecision>

/** Empty where the sheet has no such heading. */
function readSheetText({ cells, columns }: ReviewContext, heading: string): string {
  const cell = cells[columns?.headings.findIndex((each) => isHeadedAs(heading, each)) ?? -1]
  return cell === undefined ? '' : displayCell(cell).trim()
}

function askedColumn(heading: keyof PlannedDecision, width: number): Column {
  return { heading, width, origin: 'request', value: (decision) => decision[heading] ?? '' }
}

/** From the ledger's assessment; for one that the ledger does not know, from the sheet. */
function tripColumn(heading: string, width: number): Column {
  const value = (_: PlannedDecision, seen: ReviewContext): string =>
    String(seen.created[heading] ?? readSheetText(seen, heading))
  return { heading, width, origin: 'ledger', value }
}

function dayColumn(heading: string): Column {
  const column = tripColumn(heading, 12)
  return { ...column, value: (decision, seen) => String(column.value(decision, seen)).slice(0, 10) }
}

function scoreColumn(heading: string): Column {
  const value = (_: PlannedDecision, seen: ReviewContext): string | number => {
    const known = seen.result[heading]
    return typeof known === 'number' ? known : String(known ?? readSheetText(seen, heading))
  }
  return {
    heading,
    width: Math.max(12, heading.length + 2),
    origin: 'ledger',
    format: '0.0',
    hasColourScale: true,
    value,
  }
}

function beforeColumn(
  heading: string,
  width: number,
  text: (before: NonNullable<ReviewContext['before']>) => string,
): Column {
  return { heading, width, origin: 'ledger', value: (_, { before }) => (before === undefined ? '' : text(before)) }
}

/** Columns for the second person: the trip, its scores, the decision, and the decision that it replaces. */
export const fourEyes: FourEyesPart<PlannedDecision> = {
  about: assess.name,
  aboutField: 'assessmentId',
  columns: [
    tripColumn('employeeId', 16),
    { heading: 'name', width: 22, origin: 'sheet', value: (_, seen) => nameOfPerson(seen, seen.columns) },
    tripColumn('destination', 20),
    askedColumn('status', 22),
    askedColumn('complianceTeamMemberId', 24),
    askedColumn('managerId', 16),
    askedColumn('cancelledByStaffId', 20),
    askedColumn('note', 40),
    beforeColumn('lastDecision', 22, ({ request, state }) =>
      formatStatus(String(parseFields(request)['status'] ?? ''), state),
    ),
    beforeColumn('lastDecisionBy', 20, ({ request }) => namedActors(parseFields(request))),
    beforeColumn('lastDecisionAt', 26, ({ at }) => (at === null ? '' : toIsoTime(at))),
    dayColumn('startDate'),
    dayColumn('endDate'),
    scoreColumn('overallTrip'),
    ...[...scoreFields, 'contractorMisclass'].filter((field) => field !== 'overallTrip').map(scoreColumn),
    { ...scoreColumn('cumulativePeRiskLevel'), hasColourScale: false },
    askedColumn('assessmentId', 34),
    askedColumn('externalEventId', 24),
  ],
  findContradiction({ assessmentId }, seen) {
    const { employeeId } = seen.created
    const claimed = readSheetText(seen, 'employeeId')
    if (typeof employeeId !== 'string' || claimed === '' || claimed === employeeId) return undefined
    return `the sheet says employee ${claimed}, and ${assessmentId} is an assessment of ${employeeId}`
  },
}
