import { messages } from '../../contract/messages.ts'

const activation =
  'Check the staff ID. A member who was invited must finish the account set-up from the invitation first; then start the same command again.'

/** What to do about a refusal of update. */
export function hintFor(field: string, message: string): string {
  if (message.startsWith(messages.complianceMemberUnknown)) return activation
  if (message === messages.assessmentNotInCompany) {
    return 'Check the assessmentId, and that the token is that of the company that created it.'
  }
  return `${field === '' ? 'Correct the row' : `Correct ${field}`} as the service says, then start the same command again: the decision was not recorded.`
}
