import { scoreFields } from '../../contract/assessment.ts'
import type { JsonFields } from '../../contract/outcome.ts'
import { createdStates, type SubmissionState } from '../../contract/states.ts'
import type { RecordedRequest } from '../../ledger/port/reports.ts'
import { parseStored } from '../../ledger/stored-json.ts'
import { type Days, dayOf } from './calendar.ts'

/** The scores that an assessment may have: `contractorMisclass` is that of hires only. */
export const riskKinds = [...scoreFields, 'contractorMisclass'] as const
export type RiskKind = (typeof riskKinds)[number]
/** As people read them. */
export const riskLabels: Readonly<Record<RiskKind, string>> = {
  workingRights: 'Working rights',
  payrollTax: 'Payroll tax',
  socialSecurity: 'Social security',
  corporateTax: 'Corporate tax',
  employmentLaw: 'Employment law',
  overallTrip: 'Overall',
  contractorMisclass: 'Contractor status',
}

export type RiskScores = Readonly<Partial<Record<RiskKind, number>>>

/** What was assessed, as far as figures go. */
export interface Trip extends Days {
  company: string
  employeeId: string
  destination: string
  isHire: boolean
  /** Empty until there are scores. */
  scores: RiskScores
  /** In the service's own words; empty where it gave none. */
  peLevel: string
  identifier: string
  reportUrl: string
  /** The status that was recorded last, or may have been: then with a word that says so; empty when there is none. */
  decision: string
}

/** A trip that is longer has a year that somebody mistyped. */
const mostDays = 3_660

/** The days by which it belongs to quarters and periods: of a hire, which may have no end, the one on which it begins. */
export function daysOf({ first, last, isHire }: Trip): Days {
  return { first, last: isHire ? first : last }
}

/** Why a request is not a trip that figures can be made of. */
export type Unusable = 'unnamed' | 'undated'

/** What the ledger holds of an assessment, as a trip. */
export function readTrip(recorded: RecordedRequest): Trip | Unusable {
  const request = parseStored<JsonFields>(recorded.request, 'request')
  const { employeeId, destination, startDate, endDate, purpose } = request
  if (typeof employeeId !== 'string' || typeof destination !== 'string') return 'unnamed'
  const [first, last] = [dayOf(String(startDate)), dayOf(String(endDate))]
  if (first === undefined || last === undefined || last < first) return 'undated'
  const isHire = purpose === 'Hire From Anywhere'
  if (!isHire && last - first >= mostDays) return 'undated'
  const result = parseStored<JsonFields>(recorded.result ?? '{}', 'result')
  const { cumulativePeRiskLevel: level } = result
  return {
    first,
    last,
    company: recorded.company,
    employeeId,
    destination,
    isHire,
    scores: readScores(result),
    peLevel: typeof level === 'string' ? level : '',
    identifier: recorded.identifier ?? '',
    reportUrl: recorded.reportUrl ?? '',
    decision: decisionInForce(recorded),
  }
}

/** Those of an answer, each under its name. */
export function readScores(result: JsonFields): RiskScores {
  const scores: Partial<Record<RiskKind, number>> = {}
  for (const kind of riskKinds) {
    const score = result[kind]
    if (typeof score === 'number') scores[kind] = score
  }
  return scores
}

function decisionInForce({ latest }: RecordedRequest): string {
  if (latest === undefined) return ''
  const { status } = parseStored<JsonFields>(latest.request, 'request')
  return formatStatus(String(status ?? ''), latest.state)
}

/** A status that was recorded, or may have been. */
export function formatStatus(status: string, state: SubmissionState): string {
  return createdStates.has(state) ? status : `${status}, perhaps`
}
