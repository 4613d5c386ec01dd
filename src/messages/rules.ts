import { define } from './message.ts'

export const ruleMessages = {
  'rule-recorded': define<{ name: string; about: string; shown: string; company: string; address: string }>({
    text: ({ name, about, shown, company, address }) =>
      `from now on, for company “${company}” at ${address}: ${about} ("${name}": ${shown}); the ledger keeps that as a rule of the company, whatever the profile says later`,
  }),
  'rule-unknown': define<{ name: string; known: readonly string[] }>({
    text: ({ name, known }) => `there is no rule “${name}”: they are ${known.join(', ')}`,
    hint: 'Nothing was changed.',
  }),
  'rule-unreadable': define<{ name: string; text: string; expected: string }>({
    text: ({ name, text, expected }) => `“${text}” is no value of ${name}: expected ${expected}`,
    hint: 'Nothing was changed.',
  }),
  'rule-needs-two': define<{ name: string }>({
    text: ({ name }) => `four eyes are the rule here, and this would loosen ${name}: it needs two people`,
    hint: (_, { option }) =>
      `Say who asks for it with ${option('by')} <staff id>; another person releases it. Nothing was changed.`,
  }),
  'rule-overtaken': define<{ name: string }>({
    text: ({ name }) => `the rule ${name} was changed by another process at the same time`,
    hint: 'Start the same command again. Nothing was changed.',
  }),
  'rule-run-unknown': define<{ reference: string }>({
    text: ({ reference }) => `no change of a rule waits as run ${reference}`,
    hint: (_, { option }) => `Those that wait are listed by status with ${option('waiting')}. Nothing was changed.`,
  }),
  'note-missing': define<{ status: string }>({
    text: ({ status }) => `${status} needs a note: it is a rule of the company ("noteFor")`,
    hint: 'Say why in this cell.',
  }),
}
