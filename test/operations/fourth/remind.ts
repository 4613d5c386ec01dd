import { type Invitation, invitation } from '../../rooms/contract.ts'
import { strayWords } from '../../rooms/operations/languages.ts'
import { emailField, idField, textColumn, textField, wrappedColumn } from '../../rooms/operations.ts'
import type { Operation } from '../../rooms/pipeline/model.ts'

function naming(title: string, example: string) {
  return { aliases: [], title, meaning: 'Of the person to remind.', example }
}

/** A fourth operation, all of it: who was invited and has not set up the account is invited once more. */
export const remind: Operation<Invitation> = {
  name: 'remind',
  sheet: {
    fields: [
      textField('first_name', naming('First name', 'Ada')),
      textField('last_name', naming('Last name', 'Example')),
      emailField('email', naming('E-mail', 'ada@company.example')),
      idField('staff_id', naming('Staff ID', 'C-017')),
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
    doneWord: 'reminded',
    resolution: { verb: 'reminded' },
    hintFor: () => 'Ask the person.',
    createdHeadings: [],
    columns: [textColumn('outcome', 12, ({ state }) => state), wrappedColumn('problem', ({ problem }) => problem)],
  },
  template: { sheet: 'Reminders', examples: [{}], advice: ['One row is one reminder.'] },
}
