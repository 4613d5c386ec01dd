import { define } from './message.ts'

export interface KeyFacts {
  ledger: string
  /** Empty where the user has no folder for it; undefined for a key that a command prints. */
  file: string | undefined
  /** The first letters of the key's fingerprint. */
  name: string
}

const why = 'a forgotten trip that is handed in again would be created a second time'
const nothingDone = 'Without it this ledger takes in no sheet. Nothing was read or sent.'

const wanted = ({ file }: KeyFacts): string =>
  file === undefined
    ? `Let the command in RWA_FORGET_KEY_COMMAND print it: each machine of a team has the same key. ${nothingDone}`
    : `Put the key back at ${file}, or name its file in RWA_FORGET_KEY_FILE, or a command that prints it in RWA_FORGET_KEY_COMMAND: each machine of a team has the same key. ${nothingDone}`

export const forgettingMessages = {
  'forget-key-nowhere': define({
    text: 'there is no folder for the key of forgotten trips',
    hint: 'Name a file for it in RWA_FORGET_KEY_FILE. Nothing was changed.',
  }),
  'forget-key-missing': define<KeyFacts>({
    text: ({ ledger, file, name }) =>
      `the ledger ${ledger} has forgotten trips, and their key ${name} is not at ${file || 'any known place'}: without it, ${why}`,
    hint: wanted,
  }),
  'forget-key-other': define<KeyFacts>({
    text: ({ ledger, file = 'what its command prints', name }) =>
      `the ledger ${ledger} has forgotten trips under the key ${name}, and ${file} is another key: with it, ${why}`,
    hint: wanted,
  }),
  'forget-key-unreadable': define<{ file: string | undefined }>({
    text: ({ file = 'what its command prints' }) => `${file} is not a key of forgotten trips`,
    hint: ({ file }) =>
      `A key has 64 hexadecimal digits. ${file === undefined ? 'A command must print nothing else' : 'Put it back from a copy'}. Nothing was sent.`,
  }),
  'forgotten-rows': define<{ rows: number }>({
    text: ({ rows }) =>
      rows === 1
        ? '1 row stands for a forgotten trip: it is done already, and its scores are not known here any more'
        : `${rows} rows stand for forgotten trips: they are done already, and their scores are not known here any more`,
  }),
  'forgotten-edited': define<{ count: number }>({
    text: ({ count }) =>
      `this ledger has forgotten ${count} ${count === 1 ? 'request' : 'requests'}: an edited version of one of them would be sent as a new one`,
  }),
  'forget-nobody': define({
    text: 'no person and no date is named',
    hint: 'Name persons with ‹employee› or ‹employees›, a date with ‹before›, or ‹byRetention›.',
  }),
  'forget-no-retention': define({
    text: 'neither the profile nor the ledger says how long trips or answers are kept',
    hint: 'Say it with ledger rules, or in the profile: "retention": {"trips": "P7Y", "answers": "P90D"}. Nothing was changed.',
  }),
  'forget-held': define<{ people: readonly string[] }>({
    text: ({ people }) =>
      `on hold, by the rules of the company: ${people.slice(0, 10).join(', ')}${people.length > 10 ? ' …' : ''}`,
    hint: 'Leave them out, or have the hold ended first: ledger rules shows who is on it. Nothing was changed.',
  }),
  'holds-unreadable': define<{ file: string; reason: string }>({
    text: 'the file of "holds", {file}, cannot be read ({reason}): without it nobody is forgotten',
    hint: 'Name a CSV file with the IDs of people in its first column. Nothing was changed.',
  }),
  'forget-both': define({
    text: 'persons and a date are named: one of the two selects what is forgotten',
    hint: 'Start the command once for each.',
  }),
  'forget-unconfirmed': define<{ requests: number; rows: number }>({
    text: ({ requests, rows }) =>
      `the content of ${requests} ${requests === 1 ? 'request' : 'requests'} and ${rows} ${rows === 1 ? 'row' : 'rows'} would be erased, and was not confirmed: this is not a terminal`,
    hint: 'Add ‹confirm› once this is right (‹dryRun› shows it). Nothing was changed.',
  }),
}
