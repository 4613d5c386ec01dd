import { z } from 'zod'

/** interface.md, "Decision". */
export const decisionStatuses = ['Pending', 'Manager Approved', 'Compliance Approved', 'Rejected', 'Canceled'] as const
export type DecisionStatus = (typeof decisionStatuses)[number]

/** After it nothing is left of the assessment to be decided. */
export const finalStatus: DecisionStatus = 'Canceled'

/** Legacy alias of `Compliance Approved`, which the service accepts. */
export const decisionStatusAlias = 'Approved'

/** What update is sent. Which actor a status needs is in `requiredActors`. */
export const decision = z.object({
  assessmentId: z.string().min(1),
  status: z.enum(decisionStatuses),
  complianceTeamMemberId: z.string().optional(),
  managerId: z.string().optional(),
  cancelledByStaffId: z.string().optional(),
  note: z.string().optional(),
  /** Whether the service requires it is not shown; it is always sent. */
  externalEventId: z.string().min(1),
})
export type Decision = z.infer<typeof decision>

/** interface.md, "POST rwa_update": one of the named fields must be given for the status; none for an empty list. */
export const requiredActors: Readonly<
  Record<DecisionStatus, readonly ('managerId' | 'complianceTeamMemberId' | 'cancelledByStaffId')[]>
> = {
  Pending: [],
  'Manager Approved': ['managerId'],
  'Compliance Approved': ['complianceTeamMemberId'],
  Rejected: ['managerId', 'complianceTeamMemberId'],
  Canceled: ['cancelledByStaffId'],
}

/** Everybody who is named as having decided; empty where nobody is. */
export function namedActors(decision: Readonly<Record<string, unknown>>): string {
  const { complianceTeamMemberId, managerId, cancelledByStaffId } = decision
  return [complianceTeamMemberId, managerId, cancelledByStaffId]
    .filter((id) => typeof id === 'string' && id !== '')
    .join(' and ')
}
