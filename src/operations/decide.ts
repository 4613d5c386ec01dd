import type { RetrieveProof } from '../client/evidence.ts'
import type { ServiceClient } from '../client/service.ts'
import type { AssessmentResult } from '../contract/assessment.ts'
import {
  type DecisionStatus,
  decisionStatusAlias,
  decisionStatuses,
  finalStatus,
  missingActors,
  namedActors,
  requiredActors,
  type SheetDecision,
  sheetDecision,
} from '../contract/decision.ts'
import { messages } from '../contract/messages.ts'
import type { Problem } from '../contract/outcome.ts'
import { isDerivedEventId } from '../ledger/event-id.ts'
import { find, type Message, message } from '../messages/catalogue.ts'
import type { CrossCheck, Field, FieldFinding, FieldValues, Inquiry, Operation } from '../pipeline/model/operation.ts'
import { refuseValue } from '../sheet/values/text.ts'
import { findValue } from '../sheet/values/value-list.ts'
import { fourEyes } from './decide/four-eyes.ts'
import { findNoteLimit } from './decide/note-rule.ts'
import { choiceField, choiceReader, exactIdField, idField, optional, textField, withHeadings } from './fields.ts'
import { decisionWords, namesOf, strayWords } from './languages/all.ts'
import { resultColumn, timeColumn, wrappedColumn } from './result-columns.ts'

const status = choiceField('status', decisionStatuses, 'Decision', 'The decision.', 'Compliance Approved')
/** `Final Approved` is another name for the same decision in the interface's own text. */
const readStatus = choiceReader(decisionStatuses, {
  [decisionStatusAlias]: 'Compliance Approved',
  'Final Approved': 'Compliance Approved',
  Cancelled: 'Canceled',
})

/** interface.md, "Decision". An empty status means no decision for the row. */
export const decideFields: readonly Field[] = withHeadings('decide', [
  exactIdField(
    'assessmentId',
    'Assessment ID',
    'The identifier that the service gave the assessment; it is in the workbook that assess wrote.',
    '1700000000000x123456789',
  ),
  {
    ...status,
    read: readStatus,
    isNeeded: false,
    about: { ...status.about, needed: 'Empty: nothing is decided for the row.' },
  },
  actorFor(
    'Needed for Compliance Approved; for Rejected this or the manager ID.',
    idField(
      'complianceTeamMemberId',
      'Compliance approver',
      'The staff ID of the compliance member who decided; their account must be set up.',
      'C-001',
    ),
  ),
  actorFor(
    'Needed for Manager Approved; for Rejected this or the compliance staff ID.',
    idField('managerId', 'Manager', 'The staff ID of the manager who decided.', 'M-042'),
  ),
  actorFor(
    'Needed for Canceled.',
    idField('cancelledByStaffId', 'Canceled by', 'The staff ID of the person who cancels.', 'S-007'),
  ),
  optional(textField('note', 'Note', 'Goes with the decision.', 'Agreed with Legal.')),
  optional(
    exactIdField(
      'externalEventId',
      'External event ID',
      'Your own identifier of this decision; when it is empty, one is made that stays the same for the row.',
      'review-2026-0317',
    ),
  ),
])

/** A field that only some statuses need; `checkActors` enforces it. The traveller never decides by a guess. */
function actorFor(needed: string, field: Field): Field {
  const { aliases, translations } = namesOf('assess')('employeeId')
  return {
    ...optional(field),
    others: [...aliases, ...translations.flat()],
    about: { ...field.about, needed },
    read(cell, settings) {
      const reading = field.read(cell, settings)
      return reading.ok && namePattern.test(String(reading.value)) ? refuseValue(find('id-name')) : reading
    },
  }
}

/** Several words without a digit. */
const namePattern = /^\p{L}[\p{L}.'’-]*(?:,? \p{L}[\p{L}.'’-]*)+$/u

/** What a colleague's word may mean; of the two approvals, by whom the row names. */
function proposeDecision(problem: Problem, values: FieldValues): Problem {
  const word = problem.field === status.name ? findValue(problem.value, decisionWords) : undefined
  if (word === undefined) return problem
  const approvals: DecisionStatus[] = ['Compliance Approved', 'Manager Approved']
  const named = approvals.find((approval) => requiredActors[approval].some((actor) => values.has(actor)))
  const meant: readonly string[] = word !== decisionStatusAlias ? [word] : named === undefined ? approvals : [named]
  const [value = ''] = meant
  const { remedy: _, ...rest } = problem
  const found = { ...rest, ...find('decision-word', { text: problem.value, meant }) }
  return meant.length > 1 ? found : { ...found, remedy: { kind: 'use', value } }
}

/** Drops an identifier of ours from an earlier output: it belongs to a recorded decision, and a new one gets its own. */
function buildRequest(values: FieldValues): SheetDecision {
  const { externalEventId, ...request } = sheetDecision.parse(Object.fromEntries(values))
  return externalEventId === undefined || isDerivedEventId(externalEventId) ? request : { ...request, externalEventId }
}

function eventIdOf(request: SheetDecision, ofRow: () => string): string {
  return request.externalEventId ?? ofRow()
}

/** No endpoint shows the state of a decision. A retrieve shows only staff IDs, and that the service is back. */
async function inquire(client: ServiceClient, request: SheetDecision): Promise<Inquiry> {
  const answer = await client.retrieveAssessment(request.assessmentId)
  return { answer, seen: describeInquiry(answer.proof, request) }
}

function describeInquiry(proof: RetrieveProof, request: SheetDecision): string {
  if (proof.kind === 'ready') {
    const { complianceTeamMemberId, managerId } = proof.result
    const shown = `complianceTeamMemberId “${complianceTeamMemberId}”, managerId “${managerId}”`
    return `looked at afterwards, the service answers and shows ${shown}${interpretStaff(proof.result, request)}`
  }
  if (proof.kind === 'pending') {
    return 'looked at afterwards, the service answers; the scores are not ready, so it shows no staff'
  }
  return proof.kind === 'retry'
    ? `looked at afterwards, the service does not say either: ${proof.reason}`
    : `looked at afterwards, the service says: ${proof.message}`
}

/** What the staff that the service shows proves of a decision by them. */
function interpretStaff(shown: AssessmentResult, request: SheetDecision): string {
  const named = (['complianceTeamMemberId', 'managerId'] as const).filter((field) => request[field] !== undefined)
  const ids = named.map((field) => request[field]).join(' and ')
  if (named.length === 0) return ''
  return named.every((field) => shown[field].toLowerCase() === request[field]?.toLowerCase())
    ? `; ${ids} is there now: probably recorded, unless an earlier decision named ${ids} too`
    : `; ${ids} is not there: probably not recorded`
}

/** A row without a status is skipped; one that cannot be read is a mistake in the row. */
function skipReason(values: FieldValues, problems: readonly Problem[]): Message | undefined {
  const isGiven = values.has('status') || problems.some(({ field }) => field === 'status')
  return isGiven ? undefined : message('no-status')
}

/** Each status needs the person who decided; checked before the first request. */
function checkActors(values: FieldValues, _now: number, noteFor: readonly string[] = []): CrossCheck {
  const status = decisionStatuses.find((known) => known === values.get('status'))
  if (status === undefined) return { problems: [], warnings: [] }
  const actors = requiredActors[status]
  const [first] = actors
  const isMissed = findNoteLimit(noteFor, status) === Number.NEGATIVE_INFINITY && !values.has('note')
  const problems: FieldFinding[] = isMissed ? [{ field: 'note', ...find('note-missing', { status }) }] : []
  if (first === undefined || actors.some((actor) => values.has(actor))) return { problems, warnings: [] }
  const found = find('actor-missing', { message: missingActors[status].message, actors, field: first })
  problems.push({ field: first, ...found, remedy: { kind: 'default', field: first } })
  return { problems, warnings: [] }
}

function describeDecision(decision: SheetDecision): string {
  const actors = namedActors({ ...decision })
  const by = actors === '' ? '' : ` by ${actors}`
  const note = decision.note === undefined ? '' : `; note: ${decision.note}`
  return `${decision.status}${by} for ${decision.assessmentId}${note}`
}

function hintFor(field: string, refusal: string): Message {
  if (refusal.startsWith(messages.complianceMemberUnknown)) return message('account-not-set-up')
  if (refusal === messages.assessmentNotInCompany) return message('of-another-company')
  return message('refused', { field, operation: 'decide' })
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
    propose: proposeDecision,
    check: checkActors,
    orderKey: (values) => values.get('assessmentId')?.toString(),
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
    actor: (decision) => namedActors({ ...decision }) || undefined,
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
    counted: { one: 'decision', many: 'decisions', done: 'recorded' },
    doneWord: 'decided',
    nameRecord: ({ status, ...request }) => {
      const by = namedActors(request)
      return typeof status === 'string' ? `${status}${by === '' ? '' : ` by ${by}`}` : ''
    },
    resolution: {
      verb: 'recorded',
      where:
        'The service shows no decision by its interface: the report page of the trip may, or ask the owner of the service with the event ID.',
    },
    hintFor,
    createdHeadings: [],
    columns: [
      resultColumn('outcome', 12, ({ state }) => state),
      wrappedColumn('problem', ({ problem }) => problem),
      wrappedColumn('hint', ({ hint }) => hint),
      timeColumn('sentAt', ({ submission }) => submission?.sentAt),
      resultColumn('externalEventId', 40, ({ eventId, request }) => String(request['externalEventId'] ?? eventId)),
    ],
  },
  template: {
    sheet: 'Decisions',
    examples: [{ managerId: '', cancelledByStaffId: '', externalEventId: '' }],
    advice: [
      'One row is one decision. Several rows may name one assessment: they are sent in the order of the sheet.',
      'The workbook that assess wrote has a sheet Decisions with the assessments already in it: rather fill in that one.',
      'Each status needs the person who decided, as the headings’ notes say.',
    ],
  },
}
