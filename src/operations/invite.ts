import { messages } from '../contract/messages.ts'
import { type Invitation, invitation } from '../contract/staff.ts'
import type { Operation } from '../pipeline/terms/operation.ts'
import { inviteFields } from './invite/fields.ts'
import { template } from './invite/template.ts'
import { textColumn, timeColumn, wrappedColumn } from './result-columns.ts'

function hintFor(field: string, message: string): string {
  if (message === messages.couldNotCreateUser) {
    return 'Check the details, and whether this person already has an account, before inviting again.'
  }
  return `${field === '' ? 'Correct the row' : `Correct ${field}`} as the service says, then start the same command again: nobody was invited.`
}

/** create_pending_user: one pending compliance member per row, each with an invitation by e-mail. */
export const invite: Operation<Invitation> = {
  name: 'invite',
  endpoint: 'create_pending_user',
  outputSuffix: 'invited',
  fields: inviteFields,
  identifierField: undefined,
  preferredSheet: undefined,
  hiddenRows: 'ask',
  needsConfirmation: true,
  skipReason: () => undefined,
  check: () => ({ problems: [], warnings: [] }),
  buildRequest: (values) => invitation.parse(Object.fromEntries(values)),
  identity: (request) => request,
  claims: ({ staff_id, email }) => [`staff_id ${staff_id}`, `email ${email.toLowerCase()}`],
  orderKey: () => undefined,
  planLabel: () => 'invitation',
  planActor: () => undefined,
  planWords: ({ first_name, last_name, email, staff_id }) => `${first_name} ${last_name}, ${email}, ${staff_id}`,
  onlyServiceKnows: ['whether a person has an account already, and whether an address takes mail'],
  template,
  tellingFields: ['staff_id', 'email', 'first_name', 'last_name'],
  createdHeadings: ['userId'],
  // Whatever else of the row was edited: who has this staff ID was invited before.
  likeness: ({ staff_id }) => ({ subject: staff_id, traits: ['', ''] }),
  eventId: () => undefined,
  send: (client, request) => client.inviteStaffMember(request),
  inquire: undefined,
  retrieve: undefined,
  doneWord: 'invited',
  resolution: { verb: 'invited', identifier: 'the user id' },
  hintFor,
  resultColumns: [
    textColumn('outcome', 12, ({ state }) => state),
    textColumn('userId', 36, ({ outcome }) => (outcome.state === 'done' ? outcome.identifier : '')),
    wrappedColumn('problem', ({ problem }) => problem),
    wrappedColumn('hint', ({ hint }) => hint),
    timeColumn('sentAt', ({ submission }) => submission?.sentAt),
  ],
  extraSheets: [],
  summary: undefined,
}
