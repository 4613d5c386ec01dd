import { type DecisionStatus, decisionStatusAlias, decisionStatuses, requiredActors } from '../contract/decision.ts'
import type { FieldError } from '../contract/envelope.ts'
import { messages } from '../contract/messages.ts'
import { fieldText, type RequestBody } from './body.ts'
import { ownMessages } from './own-messages.ts'

/** A decision as the sandbox keeps it; identifiers that were not given are empty. */
export interface RecordedDecision {
  /** The canonical name, also when the legacy alias was sent. */
  status: DecisionStatus
  complianceTeamMemberId: string
  managerId: string
  cancelledByStaffId: string
  note: string
  externalEventId: string
}

export type CheckedDecision = { kind: 'accepted'; decision: RecordedDecision } | { kind: 'refused'; error: FieldError }

/** The answer when no actor that the status needs was given. Pending needs none. */
const missingActor: Readonly<Record<Exclude<DecisionStatus, 'Pending'>, FieldError>> = {
  'Manager Approved': { field: 'managerId', message: messages.managerIdRequired },
  'Compliance Approved': { field: 'complianceTeamMemberId', message: messages.complianceMemberRequired },
  Rejected: { field: 'approverId', message: messages.rejectionActorRequired },
  Canceled: { field: 'cancelledByStaffId', message: ownMessages.cancelledByStaffId },
}

/**
 * What update checks once the assessment is found, from first to last: status, required actor, activated compliance
 * member. The order is not shown in interface.md. `Final Approved`, on which its text is inconsistent, is refused here:
 * a client that works with the stricter reading works with both. externalEventId is not required.
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
