import type { Proof, RetrieveProof } from '../client/evidence.ts'
import type { Attempt, ServiceClient } from '../client/service.ts'
import { type Decision, decision } from '../contract/decision.ts'
import type { Problem } from '../contract/outcome.ts'
import { isDerivedEventId } from '../ledger/event-id.ts'
import type { FieldValues, Inquiry, Operation } from '../pipeline/terms/operation.ts'
import { assertNever } from '../support/errors.ts'
import { checkActors } from './decide/checks.ts'
import { decideFields } from './decide/fields.ts'
import { hintFor } from './decide/hints.ts'
import { actorOf, planWords } from './decide/plan.ts'
import { template } from './decide/template.ts'
import { textColumn, timeColumn, wrappedColumn } from './result-columns.ts'

/** A decision as the sheet has it; an event identifier of its own is added when it is sent without one. */
export type SheetDecision = Omit<Decision, 'externalEventId'> & { externalEventId?: string | undefined }

const sheetDecision = decision.partial({ externalEventId: true })

/** An identifier of ours, in an output that is handed in, is that of a recording; a new one gets its own. */
function buildRequest(values: FieldValues): SheetDecision {
  const { externalEventId, ...request } = sheetDecision.parse(Object.fromEntries(values))
  return externalEventId === undefined || isDerivedEventId(externalEventId) ? request : { ...request, externalEventId }
}

function eventIdOf(request: SheetDecision, ofRow: () => string): string {
  return request.externalEventId ?? ofRow()
}

function send(client: ServiceClient, request: SheetDecision, ofRow: () => string): Promise<Attempt<Proof>> {
  return client.updateAssessment({ ...request, externalEventId: eventIdOf(request, ofRow) })
}

/** An update sets a state, and nothing shows that state: a retrieve tells only whether the service is back, and whom it names. */
async function inquire(client: ServiceClient, { assessmentId }: SheetDecision): Promise<Inquiry> {
  const answer = await client.retrieveAssessment(assessmentId)
  return { answer, seen: describeLook(answer.proof) }
}

function describeLook(proof: RetrieveProof): string {
  switch (proof.kind) {
    case 'ready': {
      const { complianceTeamMemberId, managerId } = proof.result
      const shown = `complianceTeamMemberId “${complianceTeamMemberId}”, managerId “${managerId}”`
      return `looked at afterwards, the service answers and shows ${shown}`
    }
    case 'pending':
      return 'looked at afterwards, the service answers; the scores are not ready, so it shows no staff'
    case 'not-found':
    case 'mixed-up':
    case 'stop':
      return `looked at afterwards, the service says: ${proof.message}`
    case 'retry':
      return `looked at afterwards, the service does not say either: ${proof.reason}`
    default:
      return assertNever(proof)
  }
}

/** A status that cannot be read is a mistake, not an empty cell. */
function skipReason(values: FieldValues, problems: readonly Problem[]): string | undefined {
  const isGiven = values.has('status') || problems.some(({ field }) => field === 'status')
  return isGiven ? undefined : 'the row has no status: nothing to decide'
}

/** update: one decision per row, in sheet order for each assessment. */
export const decide: Operation<SheetDecision> = {
  name: 'decide',
  endpoint: 'update',
  outputSuffix: 'decided',
  fields: decideFields,
  identifierField: undefined,
  preferredSheet: 'Decisions',
  hiddenRows: 'ask',
  needsConfirmation: true,
  skipReason,
  check: checkActors,
  buildRequest,
  identity: ({ externalEventId: _, ...rest }) => rest,
  claims: () => [],
  orderKey: (values) => {
    const assessmentId = values.get('assessmentId')
    return assessmentId === undefined ? undefined : String(assessmentId)
  },
  planLabel: ({ status }) => status,
  planActor: actorOf,
  planWords,
  onlyServiceKnows: [
    'whether each assessment exists in your company',
    'whether each complianceTeamMemberId belongs to a registered, activated account of your company',
    'which decision may follow an earlier one: its interface does not show that',
  ],
  template,
  tellingFields: ['assessmentId', 'status', 'complianceTeamMemberId', 'managerId', 'cancelledByStaffId'],
  createdHeadings: [],
  likeness: () => undefined,
  eventId: eventIdOf,
  send,
  inquire,
  retrieve: undefined,
  doneWord: 'decided',
  resolution: { verb: 'recorded', identifier: undefined },
  hintFor,
  resultColumns: [
    textColumn('outcome', 12, ({ state }) => state),
    textColumn('externalEventId', 40, ({ eventId, request }) => String(request['externalEventId'] ?? eventId)),
    wrappedColumn('problem', ({ problem }) => problem),
    wrappedColumn('hint', ({ hint }) => hint),
    timeColumn('sentAt', ({ submission }) => submission?.sentAt),
  ],
  extraSheets: [],
  summary: undefined,
}
