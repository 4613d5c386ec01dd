import { define } from './message.ts'

export const ruleMessages = {
  'rule-recorded': define<{ name: string; about: string; shown: string; company: string; address: string }>({
    text: 'from now on, for company “{company}” at {address}: {about} ("{name}": {shown}); the ledger keeps that as a rule of the company, whatever the profile says later',
  }),
  'rule-unknown': define<{ name: string; known: readonly string[] }>({
    text: 'there is no rule “{name}”: they are {known}',
    hint: 'Nothing was changed.',
  }),
  'rule-unreadable': define<{ name: string; text: string; expected: string }>({
    text: '“{text}” is no value of {name}: expected {expected}',
    hint: 'Nothing was changed.',
  }),
  'rule-needs-two': define<{ name: string }>({
    text: 'four eyes are the rule here, and this would loosen {name}: it needs two people',
    hint: 'Say who asks for it with ‹by› <staff id>; another person releases it. Nothing was changed.',
  }),
  'rule-overtaken': define<{ name: string }>({
    text: 'the rule {name} was changed by another process at the same time',
    hint: 'Start the same command again. Nothing was changed.',
  }),
  'rule-run-unknown': define<{ reference: string }>({
    text: 'no change of a rule waits as run {reference}',
    hint: 'Those that wait are listed by status with ‹waiting›. Nothing was changed.',
  }),
  'note-missing': define<{ status: string }>({
    text: '{status} needs a note: it is a rule of the company ("noteFor")',
    hint: 'Say why in this cell.',
  }),
}
