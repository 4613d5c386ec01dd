import type { TemplateFacts } from '../../pipeline/terms/operation.ts'

export const template: TemplateFacts = {
  sheet: 'Staff',
  examples: [{}],
  advice: [
    'One row is one invitation: the person gets an e-mail with a link to set up the account.',
    'An account can decide only once it was set up.',
  ],
}
