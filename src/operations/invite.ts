import { messages } from '../contract/messages.ts'
import { type Invitation, invitation } from '../contract/staff.ts'
import { type Message, message } from '../messages/catalogue.ts'
import type { Field, Operation } from '../pipeline/model/operation.ts'
import { emailField, idField, textField, withHeadings } from './fields.ts'
import { strayWords } from './languages/all.ts'
import { resultColumn, timeColumn, wrappedColumn } from './result-columns.ts'

/** interface.md, "Staff member". */
const fields: readonly Field[] = withHeadings('invite', [
  textField('first_name', 'First name', 'Of the person to invite.', 'Ada'),
  textField('last_name', 'Last name', 'Of the person to invite.', 'Example'),
  emailField('email', 'E-mail', 'Where the invitation goes; each address once.', 'ada@company.example'),
  idField(
    'staff_id',
    'Staff ID',
    'Your company’s own ID of the person, by which decisions name them; each ID once.',
    'C-017',
  ),
])

function hintFor(field: string, refusal: string): Message {
  if (refusal === messages.couldNotCreateUser) return message('account-exists')
  return message('refused', { field, operation: 'invite' })
}

/** create_pending_user: one pending compliance member per row, each with an invitation by e-mail. */
export const invite: Operation<Invitation> = {
  name: 'invite',
  sheet: {
    fields,
    strayWords,
    asksForHidden: true,
    onlyServiceKnows: ['whether a person has an account already, and whether an address takes mail'],
  },
  request: {
    build: (values) => invitation.parse(Object.fromEntries(values)),
    uniqueKeys: ({ staff_id, email }) => [`staff_id ${staff_id}`, `email ${email.toLowerCase()}`],
    // A staff ID is invited once, even when other cells of the row were edited.
    similarityKey: ({ staff_id }) => ({ subject: staff_id, traits: ['', ''] }),
    identifyingFields: ['staff_id', 'email', 'first_name', 'last_name'],
    label: () => 'invitation',
    describe: ({ first_name, last_name, email, staff_id }) => `${first_name} ${last_name}, ${email}, ${staff_id}`,
  },
  send: {
    endpoint: 'create_pending_user',
    needsConfirmation: true,
    call: (client, request) => client.inviteStaffMember(request),
  },
  output: {
    suffix: 'invited',
    title: 'Invitations of compliance staff',
    counted: { one: 'person', many: 'people', done: 'invited' },
    doneWord: 'invited',
    resolution: { verb: 'invited', identifier: 'the user id' },
    hintFor,
    createdHeadings: ['userId'],
    columns: [
      resultColumn('outcome', 12, ({ state }) => state),
      resultColumn('userId', 36, ({ submission }) =>
        submission?.state === 'done' ? (submission.identifier ?? '') : '',
      ),
      wrappedColumn('problem', ({ problem }) => problem),
      wrappedColumn('hint', ({ hint }) => hint),
      timeColumn('sentAt', ({ submission }) => submission?.sentAt),
    ],
  },
  template: {
    sheet: 'Staff',
    examples: [{}],
    advice: [
      'One row is one invitation: the person gets an e-mail with a link to set up the account.',
      'An account can decide only once it was set up.',
    ],
  },
}
