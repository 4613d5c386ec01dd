import {
  type AssessmentInput,
  assessmentInput,
  dateTime,
  legalRights,
  purposes,
  seniorities,
  yesNo,
} from '../contract/assessment.ts'
import {
  type Decision,
  type DecisionStatus,
  decisionStatusAlias,
  decisionStatuses,
  missingActors,
  requiredActors,
} from '../contract/decision.ts'
import type { FieldError } from '../contract/envelope.ts'
import { messages } from '../contract/messages.ts'
import { fieldText, isMissing, ownMessages, type RequestBody } from './answer.ts'
import type { SandboxLists } from './config.ts'

type IsWrong = (body: RequestBody, field: string, lists: SandboxLists) => boolean

/** Without a purpose it applies to both. A field of the other purpose is ignored. */
type FieldCheck = readonly [field: string, message: string, isWrong: IsWrong, purpose?: AssessmentInput['purpose']]

const work = 'Work From Anywhere'
const hire = 'Hire From Anywhere'
const country = messages.incorrectCountry

/**
 * The checks of create, in order: interface.md's table of errors, then the dates and the working days (it does not
 * show their place and words). Ids that are not text count as missing. Fields not named here are ignored.
 */
const checks: readonly FieldCheck[] = [
  ['employeeId', messages.employeeIdMissing, (body, field) => fieldText(body, field) === ''],
  ['purpose', ownMessages.purpose, isNoneOf(purposes)],
  ['seniority', ownMessages.seniority, isNoneOf(seniorities)],
  ['roleType', ownMessages.roleType, isNotListed],
  ['citizenship', country, isNotListed],
  ['destination', country, isNotListed],
  ['residency', country, isNotListed],
  ['salesContracts', ownMessages.yesNo, isNoneOf(yesNo)],
  ['pastTripsDuration', messages.pastTripsDurationMissing, isMissing, work],
  ['pastTripsDuration', ownMessages.pastTripsDuration, isNoCount, work],
  ['legalRight', ownMessages.legalRight, isNoneOf(legalRights)],
  ['benefitLocalMarket', ownMessages.yesNo, isNoneOf(yesNo)],
  ['numberHires', messages.numberHiresMissing, isMissing, hire],
  ['numberHires', ownMessages.numberHires, isNoCount, hire],
  ['urgency', ownMessages.urgency, isNotListed, hire],
  ['startDate', ownMessages.startDate, isNoDateTime],
  ['endDate', ownMessages.endDate, isNoDateTime],
  ['endDate', ownMessages.dateOrder, (body, end) => timeOf(body, end) < timeOf(body, 'startDate')],
  ['workingDays', ownMessages.workingDays, (body, field) => !isMissing(body, field) && isNoCount(body, field)],
]

export type CheckedAssessment = { kind: 'accepted'; input: AssessmentInput } | { kind: 'refused'; error: FieldError }

/** Stops at the first failed check, as the service does. */
export function checkAssessment(body: RequestBody, lists: SandboxLists): CheckedAssessment {
  for (const [field, message, isWrong, purpose = body['purpose']] of checks) {
    if (purpose === body['purpose'] && isWrong(body, field, lists))
      return { kind: 'refused', error: { field, message } }
  }
  const input = isMissing(body, 'workingDays') ? { ...body, workingDays: undefined } : body
  return { kind: 'accepted', input: assessmentInput.parse(input) }
}

function isNoneOf(values: readonly string[]): IsWrong {
  return (body, field) => !values.includes(fieldText(body, field))
}

function isNotListed(body: RequestBody, field: string, lists: SandboxLists): boolean {
  return !lists[field as keyof SandboxLists].includes(fieldText(body, field))
}

function isNoDateTime(body: RequestBody, field: string): boolean {
  return !dateTime.safeParse(body[field]).success
}

function timeOf(body: RequestBody, field: string): number {
  return Date.parse(fieldText(body, field))
}

function isNoCount(body: RequestBody, field: string): boolean {
  return !Number.isSafeInteger(body[field]) || Number(body[field]) < 0
}

/** Identifiers that were not given are empty. */
export interface RecordedDecision extends Record<Exclude<keyof Decision, 'assessmentId' | 'status'>, string> {
  /** The canonical name, also when the request has the legacy alias. */
  status: DecisionStatus
}

export type CheckedDecision = { kind: 'accepted'; decision: RecordedDecision } | { kind: 'refused'; error: FieldError }

/**
 * The checks of update for a known assessment, in order: status, required actor, activated compliance member.
 * interface.md does not show the order. Its text on `Final Approved` is inconsistent, so the sandbox refuses it: a
 * client for the stricter reading works with both. externalEventId is not required.
 */
export function checkDecision(body: RequestBody, isActivated: (staffId: string) => boolean): CheckedDecision {
  const given = fieldText(body, 'status')
  const status =
    given === decisionStatusAlias ? 'Compliance Approved' : decisionStatuses.find((known) => known === given)
  if (status === undefined) {
    const message = `${messages.statusUnsupported} ${ownMessages.legacyAlias}`
    return { kind: 'refused', error: { field: 'status', message } }
  }
  const actors = requiredActors[status]
  const hasActor = actors.length === 0 || actors.some((field) => fieldText(body, field) !== '')
  if (!hasActor) return { kind: 'refused', error: missingActors[status] }

  const complianceTeamMemberId = fieldText(body, 'complianceTeamMemberId')
  if (complianceTeamMemberId !== '' && !isActivated(complianceTeamMemberId)) {
    const message = `${messages.complianceMemberUnknown} ${ownMessages.completeSetup}`
    return { kind: 'refused', error: { field: 'complianceTeamMemberId', message } }
  }
  const decision = {
    status,
    complianceTeamMemberId,
    managerId: fieldText(body, 'managerId'),
    cancelledByStaffId: fieldText(body, 'cancelledByStaffId'),
    note: fieldText(body, 'note'),
    externalEventId: fieldText(body, 'externalEventId'),
  }
  return { kind: 'accepted', decision }
}
