import type { RetrieveProof } from '../client/evidence.ts'
import type { ServiceClient } from '../client/service.ts'
import {
  type Decision,
  type DecisionStatus,
  decision,
  decisionStatuses,
  finalStatus,
  namedActors,
  requiredActors,
} from '../contract/decision.ts'
import { messages } from '../contract/messages.ts'
import type { Problem } from '../contract/outcome.ts'
import { isDerivedEventId } from '../ledger/event-id.ts'
import { find, type Message, message } from '../messages/catalogue.ts'
import type {
  CrossCheck,
  FieldFinding,
  FieldValues,
  Inquiry,
  Operation,
  TemplateFacts,
} from '../pipeline/model/operation.ts'
import { assertNever } from '../support/errors.ts'
import { decideFields } from './decide/fields.ts'
import { fourEyes } from './decide/four-eyes.ts'
import { strayWords } from './languages/all.ts'
import { textColumn, timeColumn, wrappedColumn } from './result-columns.ts'

/** Without an event identifier, one is added before sending. */
export type SheetDecision = Omit<Decision, 'externalEventId'> & { externalEventId?: string | undefined }

const sheetDecision = decision.partial({ externalEventId: true })

/** Drops an identifier of ours from an earlier output: it belongs to a recorded decision, and a new one gets its own. */
function buildRequest(values: FieldValues): SheetDecision {
  const { externalEventId, ...request } = sheetDecision.parse(Object.fromEntries(values))
  return externalEventId === undefined || isDerivedEventId(externalEventId) ? request : { ...request, externalEventId }
}

function eventIdOf(request: SheetDecision, ofRow: () => string): string {
  return request.externalEventId ?? ofRow()
}

/** No endpoint shows the state of a decision. A retrieve shows only staff IDs, and that the service is back. */
async function inquire(client: ServiceClient, { assessmentId }: SheetDecision): Promise<Inquiry> {
  const answer = await client.retrieveAssessment(assessmentId)
  return { answer, seen: describeInquiry(answer.proof) }
}

function describeInquiry(proof: RetrieveProof): string {
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

/** A row without a status is skipped; one that cannot be read is a mistake in the row. */
function skipReason(values: FieldValues, problems: readonly Problem[]): Message | undefined {
  const isGiven = values.has('status') || problems.some(({ field }) => field === 'status')
  return isGiven ? undefined : message('no-status')
}

/** The service's errors for a missing actor; interface.md shows none for `Canceled`. */
const actorMessages: Readonly<Record<DecisionStatus, string>> = {
  Pending: '',
  'Manager Approved': messages.managerIdRequired,
  'Compliance Approved': messages.complianceMemberRequired,
  Rejected: messages.rejectionActorRequired,
  Canceled: 'Cancelled By Staff ID is required for Canceled',
}

/** Each status needs the person who decided; checked before the first request. */
function checkActors(values: FieldValues, _now: number, noteFor: readonly string[] = []): CrossCheck {
  const status = decisionStatuses.find((known) => known === values.get('status'))
  if (status === undefined) return { problems: [], warnings: [] }
  const actors = requiredActors[status]
  const [first] = actors
  const noted = noteFor.includes(status) && !values.has('note') ? [find('note-missing', { status })] : []
  const problems: FieldFinding[] = noted.map((found) => ({ field: 'note', ...found }))
  if (first === undefined || actors.some((actor) => values.has(actor))) return { problems, warnings: [] }
  const found = find('actor-missing', { message: actorMessages[status], actors, field: first })
  problems.push({ field: first, ...found, remedy: { kind: 'default', field: first } })
  return { problems, warnings: [] }
}

function actorOf(decision: SheetDecision): string | undefined {
  return namedActors({ ...decision }) || undefined
}

function describeDecision(decision: SheetDecision): string {
  const actor = actorOf(decision)
  const by = actor === undefined ? '' : ` by ${actor}`
  const note = decision.note === undefined ? '' : `; note: ${decision.note}`
  return `${decision.status}${by} for ${decision.assessmentId}${note}`
}

function hintFor(field: string, refusal: string): Message {
  if (refusal.startsWith(messages.complianceMemberUnknown)) return message('account-not-set-up')
  if (refusal === messages.assessmentNotInCompany) return message('of-another-company')
  return message('refused', { field, operation: 'decide' })
}

const template: TemplateFacts = {
  sheet: 'Decisions',
  examples: [{ managerId: '', cancelledByStaffId: '', externalEventId: '' }],
  advice: [
    'One row is one decision. Several rows may name one assessment: they are sent in the order of the sheet.',
    'The workbook that assess wrote has a sheet Decisions with the assessments already in it: rather fill in that one.',
    'Each status needs the person who decided, as the headings’ notes say.',
  ],
}

/** update: one decision per row, in sheet order for each assessment. */
export const decide: Operation<SheetDecision> = {
  name: 'decide',
  sheet: {
    fields: decideFields,
    strayWords,
    preferredSheet: 'Decisions',
    orphans: { about: fourEyes.about, only: { field: 'status', value: finalStatus } },
    asksForHidden: true,
    skipReason,
    check: checkActors,
    orderKey: (values) => {
      const assessmentId = values.get('assessmentId')
      return assessmentId === undefined ? undefined : String(assessmentId)
    },
    onlyServiceKnows: [
      'whether each assessment exists in your company',
      'whether each complianceTeamMemberId belongs to a registered, activated account of your company',
      'which decision may follow an earlier one: its interface does not show that',
    ],
  },
  request: {
    build: buildRequest,
    identity: ({ externalEventId: _, ...rest }) => rest,
    identifyingFields: ['assessmentId', 'status', 'complianceTeamMemberId', 'managerId', 'cancelledByStaffId'],
    label: ({ status }) => status,
    actor: actorOf,
    describe: describeDecision,
  },
  send: {
    endpoint: 'update',
    needsConfirmation: true,
    call: (client, request, ofRow) =>
      client.updateAssessment({ ...request, externalEventId: eventIdOf(request, ofRow) }),
    eventId: eventIdOf,
    inquire,
  },
  fourEyes,
  output: {
    suffix: 'decided',
    title: 'Decisions',
    doneWord: 'decided',
    nameRecord: ({ status, ...request }) => {
      const by = namedActors(request)
      return typeof status === 'string' ? `${status}${by === '' ? '' : ` by ${by}`}` : ''
    },
    resolution: { verb: 'recorded' },
    hintFor,
    createdHeadings: [],
    columns: [
      textColumn('outcome', 12, ({ state }) => state),
      wrappedColumn('problem', ({ problem }) => problem),
      wrappedColumn('hint', ({ hint }) => hint),
      timeColumn('sentAt', ({ submission }) => submission?.sentAt),
      textColumn('externalEventId', 40, ({ eventId, request }) => String(request['externalEventId'] ?? eventId)),
    ],
  },
  template,
}
