import { scoreFields } from '../../contract/assessment.ts'
import type { JsonFields } from '../../contract/outcome.ts'
import { createdStates, type SubmissionState } from '../../contract/states.ts'
import type { RecordedRequest } from '../../ledger/port/reports.ts'
import { parseStored } from '../../ledger/stored-json.ts'
import { type Days, dayOf } from './calendar.ts'

/** `contractorMisclass` is a score of hires only. */
export const riskKinds = [...scoreFields, 'contractorMisclass'] as const
export type RiskKind = (typeof riskKinds)[number]

export type RiskScores = Readonly<Partial<Record<RiskKind, number>>>

export interface Trip extends Days {
  company: string
  employeeId: string
  destination: string
  isHire: boolean
  /** Empty until there are scores. */
  scores: RiskScores
  /** In the service's words; may be empty. */
  peLevel: string
  identifier: string
  reportUrl: string
  /** The last recorded status, with “, perhaps” where it may not be in force; empty without a decision. */
  decision: string
}

/** A longer trip has a mistyped year. */
const mostDays = 3_660

/** A hire may have no end, so it counts on its first day only. */
export function daysOf({ first, last, isHire }: Trip): Days {
  return { first, last: isHire ? first : last }
}

export type Unusable = 'unnamed' | 'undated'

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

/** “, perhaps” marks a status that may not be recorded. */
export function formatStatus(status: string, state: SubmissionState): string {
  return createdStates.has(state) ? status : `${status}, perhaps`
}
