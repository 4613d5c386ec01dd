import { type DecisionStatus, decisionStatuses, requiredActors } from '../../contract/decision.ts'
import { messages } from '../../contract/messages.ts'
import type { CrossCheck, FieldValues } from '../../pipeline/terms/operation.ts'

/** What the service says when nobody is named; for `Canceled` its words are not shown. */
const words: Readonly<Record<DecisionStatus, string>> = {
  Pending: '',
  'Manager Approved': messages.managerIdRequired,
  'Compliance Approved': messages.complianceMemberRequired,
  Rejected: messages.rejectionActorRequired,
  Canceled: 'Cancelled By Staff ID is required for Canceled',
}

/** Each status needs the person who decided; known before anything is sent. */
export function checkActors(values: FieldValues): CrossCheck {
  const status = decisionStatuses.find((known) => known === values.get('status'))
  if (status === undefined) return { problems: [], warnings: [] }
  const actors = requiredActors[status]
  const [first] = actors
  if (first === undefined || actors.some((actor) => values.has(actor))) return { problems: [], warnings: [] }
  const hint = `Fill in ${actors.join(' or ')}, or give one value for all empty cells with --set ${first}=…`
  return { problems: [{ field: first, rule: `must be given: ${words[status]}`, hint }], warnings: [] }
}
