import { type Invitation, invitation } from '../../rooms/contract.ts'
import { strayWords } from '../../rooms/operations/languages.ts'
import { emailField, idField, resultColumn, textField, wrappedColumn } from '../../rooms/operations.ts'
import type { Operation } from '../../rooms/pipeline/model.ts'

const meaning = 'Of the person to remind.'

/** A fourth operation, all of it: who was invited and has not set up the account is invited once more. */
export const remind: Operation<Invitation> = {
  name: 'remind',
  sheet: {
    fields: [
      textField('first_name', 'First name', meaning, 'Ada'),
      textField('last_name', 'Last name', meaning, 'Example'),
      emailField('email', 'E-mail', meaning, 'ada@company.example'),
      idField('staff_id', 'Staff ID', meaning, 'C-017'),
    ],
    strayWords,
    onlyServiceKnows: ['whether the account is set up already'],
  },
  request: {
    build: (values) => invitation.parse(Object.fromEntries(values)),
    identifyingFields: ['staff_id', 'email'],
    label: () => 'reminder',
    describe: ({ email }) => email,
  },
  send: { endpoint: 'create_pending_user', call: (client, request) => client.inviteStaffMember(request) },
  output: {
    suffix: 'reminded',
    title: 'Reminders',
    counted: { one: 'person', many: 'people', done: 'reminded' },
    doneWord: 'reminded',
    resolution: { verb: 'reminded' },
    hintFor: () => 'Ask the person.',
    createdHeadings: [],
    columns: [resultColumn('outcome', 12, ({ state }) => state), wrappedColumn('problem', ({ problem }) => problem)],
  },
  template: { sheet: 'Reminders', examples: [{}], advice: ['One row is one reminder.'] },
}
