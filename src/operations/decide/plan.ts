import type { Decision } from '../../contract/decision.ts'

type Decided = Omit<Decision, 'externalEventId'>

/** Everybody who is named as having decided. */
export function actorOf({ complianceTeamMemberId, managerId, cancelledByStaffId }: Decided): string | undefined {
  const named = [complianceTeamMemberId, managerId, cancelledByStaffId].filter((id) => id !== undefined)
  return named.length === 0 ? undefined : named.join(' and ')
}

export function planWords(decision: Decided): string {
  const actor = actorOf(decision)
  const by = actor === undefined ? '' : ` by ${actor}`
  const note = decision.note === undefined ? '' : `; note: ${decision.note}`
  return `${decision.status}${by} for ${decision.assessmentId}${note}`
}
