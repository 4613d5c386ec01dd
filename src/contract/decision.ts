import { z } from 'zod'
import { messages } from './messages.ts'

/** interface.md, "Decision". */
export const decisionStatuses = ['Pending', 'Manager Approved', 'Compliance Approved', 'Rejected', 'Canceled'] as const
export type DecisionStatus = (typeof decisionStatuses)[number]

/** The service accepts no further decision after it. */
export const finalStatus: DecisionStatus = 'Canceled'

/** A person looks twice where one of these meets a high score. */
export const approvals: ReadonlySet<string> = new Set<DecisionStatus>(['Manager Approved', 'Compliance Approved'])

export const decisionStatusAlias = 'Approved'

/** The body of update. `requiredActors` says which actor a status needs. */
export const decision = z.object({
  assessmentId: z.string().min(1),
  status: z.enum(decisionStatuses),
  complianceTeamMemberId: z.string().optional(),
  managerId: z.string().optional(),
  cancelledByStaffId: z.string().optional(),
  note: z.string().optional(),
  /** interface.md does not say if the service requires it; it is always sent. */
  externalEventId: z.string().min(1),
})
export type Decision = z.infer<typeof decision>

/** Without an event identifier, one is added before sending. */
export const sheetDecision = decision.partial({ externalEventId: true })
export type SheetDecision = z.infer<typeof sheetDecision>

/** interface.md, "POST rwa_update": one of the named fields is required for the status; an empty list requires none. */
export const requiredActors: Readonly<
  Record<DecisionStatus, readonly ('managerId' | 'complianceTeamMemberId' | 'cancelledByStaffId')[]>
> = {
  Pending: [],
  'Manager Approved': ['managerId'],
  'Compliance Approved': ['complianceTeamMemberId'],
  Rejected: ['managerId', 'complianceTeamMemberId'],
  Canceled: ['cancelledByStaffId'],
}

/** The error for a missing actor. Pending needs none; interface.md shows no words for `Canceled`. */
export const missingActors: Readonly<Record<DecisionStatus, { field: string; message: string }>> = {
  Pending: { field: '', message: '' },
  'Manager Approved': { field: 'managerId', message: messages.managerIdRequired },
  'Compliance Approved': { field: 'complianceTeamMemberId', message: messages.complianceMemberRequired },
  Rejected: { field: 'approverId', message: messages.rejectionActorRequired },
  Canceled: { field: 'cancelledByStaffId', message: 'Cancelled By Staff ID is required for Canceled' },
}

export function namedActors(decision: Readonly<Record<string, unknown>>): string {
  const { complianceTeamMemberId, managerId, cancelledByStaffId } = decision
  return [complianceTeamMemberId, managerId, cancelledByStaffId]
    .filter((id) => typeof id === 'string' && id !== '')
    .join(' and ')
}
