import { type DecisionStatus, decisionStatusAlias, decisionStatuses, requiredActors } from '../contract/decision.ts'
import type { FieldError } from '../contract/envelope.ts'
import { messages } from '../contract/messages.ts'
import { fieldText, type RequestBody } from './answer.ts'
import { ownMessages } from './own-messages.ts'

/** Identifiers that were not given are empty. */
export interface RecordedDecision {
  /** The canonical name, also when the request has the legacy alias. */
  status: DecisionStatus
  complianceTeamMemberId: string
  managerId: string
  cancelledByStaffId: string
  note: string
  externalEventId: string
}

export type CheckedDecision = { kind: 'accepted'; decision: RecordedDecision } | { kind: 'refused'; error: FieldError }

/** The error for a missing actor. Pending needs none. */
const missingActor: Readonly<Record<Exclude<DecisionStatus, 'Pending'>, FieldError>> = {
  'Manager Approved': { field: 'managerId', message: messages.managerIdRequired },
  'Compliance Approved': { field: 'complianceTeamMemberId', message: messages.complianceMemberRequired },
  Rejected: { field: 'approverId', message: messages.rejectionActorRequired },
  Canceled: { field: 'cancelledByStaffId', message: ownMessages.cancelledByStaffId },
}

/**
 * The checks of update for a known assessment, in order: status, required actor, activated compliance member.
 * interface.md does not show the order. Its text on `Final Approved` is inconsistent, so the sandbox refuses it: a
 * client for the stricter reading works with both. externalEventId is not required.
 */
export function checkDecision(body: RequestBody, isActivated: (staffId: string) => boolean): CheckedDecision {
  const status = resolveStatus(fieldText(body, 'status'))
  if (status === undefined) {
    return refuseDecision({ field: 'status', message: `${messages.statusUnsupported} ${ownMessages.legacyAlias}` })
  }
  const hasActor = requiredActors[status].some((field) => fieldText(body, field) !== '')
  if (status !== 'Pending' && !hasActor) return refuseDecision(missingActor[status])

  const complianceTeamMemberId = fieldText(body, 'complianceTeamMemberId')
  if (complianceTeamMemberId !== '' && !isActivated(complianceTeamMemberId)) {
    const message = `${messages.complianceMemberUnknown} ${ownMessages.completeSetup}`
    return refuseDecision({ field: 'complianceTeamMemberId', message })
  }
  const decision: RecordedDecision = {
    status,
    complianceTeamMemberId,
    managerId: fieldText(body, 'managerId'),
    cancelledByStaffId: fieldText(body, 'cancelledByStaffId'),
    note: fieldText(body, 'note'),
    externalEventId: fieldText(body, 'externalEventId'),
  }
  return { kind: 'accepted', decision }
}

function resolveStatus(status: string): DecisionStatus | undefined {
  if (status === decisionStatusAlias) return 'Compliance Approved'
  return decisionStatuses.find((known) => known === status)
}

function refuseDecision(error: FieldError): CheckedDecision {
  return { kind: 'refused', error }
}
