import { define } from './message.ts'

const effects = {
  assess: 'it was not created',
  decide: 'the decision was not recorded',
  invite: 'no invitation was sent',
}

export const refusalMessages = {
  'country-unknown': define({
    text: 'The service does not know this country name. Use the name in its list exactly, or give the list with ‹lists› to check before sending.',
  }),
  'staff-id-missing': define({ text: 'Fill in the employee’s staff ID.' }),
  'past-days-missing': define({ text: 'Fill in the days of earlier trips; 0 when there were none.' }),
  'hires-missing': define({ text: 'Fill in how many hires are expected over the next two years.' }),
  'account-not-set-up': define({
    text: 'Check the staff ID. A member who was invited must finish the account set-up from the invitation first; then start the same command again.',
  }),
  'of-another-company': define({
    text: (_, { field }) =>
      `Check the ${field('assessmentId')}, and that the token is that of the company that created it.`,
  }),
  'account-exists': define({
    text: 'Check the details, and whether this person already has an account, before inviting again.',
  }),
  /** `field`: empty for the row as a whole. */
  refused: define<{ field: string; operation: keyof typeof effects }>({
    text: ({ field, operation }, face) =>
      `Correct ${field === '' ? 'the row' : face.field(field)} as the service says, then start the same command again: ${effects[operation]}.`,
  }),
}
