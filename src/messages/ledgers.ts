import { define } from './message.ts'

/** Of the user's register: the ledger that belongs to an address and company. */
export interface OwnLedger {
  name: string
  address: string
  company: string
  /** Lines in its log, as a text; empty where they are not known. */
  lines: string
}

const restore =
  "Restore the newest copy, from the bin or from elsewhere, with the file -wal of that copy. Without it, trips would be created twice; the last output names the created ones, and can be used as input instead of the sheet. To continue nevertheless: rwa-batch ledger init '{file}' ‹acceptRestored›"

export interface KeyFacts {
  ledger: string
  /** Empty where the user has no folder for it; undefined for a key that a command prints. */
  file: string | undefined
  /** The first letters of the key's fingerprint. */
  name: string
}

const why = 'a forgotten trip that is handed in again would be created a second time'
const nothingDone = 'Without it this ledger takes in no sheet. Nothing was read or sent.'

const wanted = `{file undefined=Let the command in RWA_FORGET_KEY_COMMAND print it|Put the key back at {file}, or name its file in RWA_FORGET_KEY_FILE, or a command that prints it in RWA_FORGET_KEY_COMMAND}: each machine of a team has the same key. ${nothingDone}`

export const ledgerMessages = {
  'ledger-rolled-back': define<{ name: string; loss: string }>({
    text: 'the ledger {name} is not used: {loss}',
    hint: "Rows that are missing in it would be sent again. Find them in the outputs of the last runs, or restore the whole ledger. Then continue with: rwa-batch ledger init '{name}' ‹acceptRestored›",
  }),
  'ledger-other': define<OwnLedger & { found: string }>({
    text: 'for {address}, company “{company}”, you have the ledger {name}{lines  (# lines in its log)}; {found} is another one, and what was sent with the first would be sent again',
    hint: "Name it with ‹ledger› '{name}'; or take it along: rwa-batch ledger move '{name}' <to>. If it is lost, hand in its last output instead of the sheet, with ‹newLedger›: {found} is your ledger there from then on.",
  }),
  'ledger-replaced': define<OwnLedger & { state: string }>({
    text: 'the ledger {name} {state}: it was used for {address}, company “{company}”{lines  (# lines in its log)}, and what was sent would be sent again',
    hint: 'Put it back from the bin or from a copy, with the file -wal that belongs to it. If it is lost, hand in its last output instead of the sheet, with ‹newLedger›.',
  }),
  'ledger-of-folder': define<{ file: string; own: string | undefined }>({
    text: 'a ledger stands in this folder, {file}, that you have never used: it may be somebody else’s, and nothing is read from it',
    hint: "If it is yours, name it: ‹ledger› '{file}'.{own  To use your own: ‹ledger› '#'.}",
  }),
  'ledger-moved': define<{ name: string; to: string }>({
    text: 'the ledger {name} was moved to {to}: only that one knows the requests sent since',
    hint: 'Name it with ‹ledger› {to}.',
  }),
  'ledger-no-folder': define<{ variables: string }>({
    text: 'there is no place for the ledger of this user: {variables} is not set',
    hint: 'Set it, or name a file with ‹ledger› <file> or RWA_LEDGER, the same one always.',
  }),
  'ledger-newer': define<{ name: string; version: number; latest: number }>({
    text: 'the ledger {name} has version {version}; this program knows up to {latest}',
    hint: 'Use the newer program that wrote it, or name another ledger with ‹ledger›. If there is none, the file is damaged.',
  }),
  'ledger-missing': define<{ file: string; here: 'here' | 'there' }>({
    text: 'there is no ledger at {file}',
    hint: 'Nothing has run {here} yet; name the ledger with ‹ledger› when it is elsewhere.',
  }),
  'ledger-link': define<{ path: string }>({
    text: '{path}, which belongs to the ledger, is a link or no file at all',
    hint: 'Find out who put it there, and delete it; or keep the ledger in a folder that only you can write, and name it with ‹ledger›.',
  }),
  'ledger-mounted': define<{ file: string }>({
    text: 'the ledger {file} is mounted by itself: its users do not share the files beside it (lock, log), and two runs would send the same trips',
    hint: 'Mount the folder that it stands in, never the file.',
  }),
  'ledger-on-network': define<{ file: string }>({
    text: 'the ledger {file} lies on a network disk, where two machines do not see each other’s locks',
    hint: 'Keep it on a local disk, or name one there with ‹ledger›; for a team, use a PostgreSQL database: rwa-batch ledger move.',
  }),
  'ledger-ephemeral': define<{ file: string; place: 'memory' | 'layer' }>({
    text: 'the ledger {file} is new for this address and lies in {place memory=memory (tmpfs): it ends with the machine or container|a container’s own layer (overlay): it ends with the container}, and the next start would send everything again',
    hint: 'Keep it on a disk that stays, such as a volume, or name a file there with ‹ledger› or RWA_LEDGER. To use this one all the same: ‹ephemeralLedger›.',
  }),
  'ledger-emptied': define<{ file: string; what: string }>({
    text: 'the ledger {file} {what}, and the mark beside it says that it was used',
    hint: restore,
  }),
  'ledger-older-copy': define<{ file: string; lost: number; commits: number }>({
    text: 'the ledger {file} lacks the last {lost} of {commits} changes that were written to it: it is an older copy, or its file {file}-wal was removed',
    hint: restore,
  }),
  'ledger-unsafe': define<{ file: string; journal: string; synchronous: string }>({
    text: 'the ledger {file} cannot be kept safely here (journal {journal}, synchronous {synchronous})',
    hint: 'Network folders cannot hold it; name a file on a local disk with ‹ledger›.',
  }),
  'ledger-other-database': define<{ file: string }>({
    text: '{file} is a database of another program, not a ledger, or is damaged',
    hint: 'Name another file with ‹ledger›.',
  }),
  'ledger-before-release': define<{ file: string }>({
    text: 'the ledger {file} was written by a version from before the first release, in a format that this one does not read; it stays unchanged',
    hint: 'Finish with the version that wrote it. Or use its last output as the input, which creates nothing twice, and name another file with ‹ledger›.',
  }),
  'ledger-older': define<{ name: string }>({
    text: 'the ledger {name} was written by an older version of this program',
    hint: 'The next run of assess, decide or invite updates it.',
  }),
  'ledger-in-use': define<{ file: string; holder: string }>({
    text: 'the ledger {file} is in use by {holder}',
    hint: 'Wait until that run has ended, or stop it; `rwa-batch status` can be used meanwhile.',
  }),
  'disclosure-unrecorded': define<{ name: string; reason: string }>({
    text: 'the log of the ledger {name} has no line about this look at people’s records: {reason}',
    hint: '',
  }),
  'file-unrecorded': define<{ file: string; reason: string }>({
    text: '{file} will not be listed when a person in it is forgotten: {reason}',
    hint: '',
  }),
  'ledger-unlocked': define<{ file: string }>({
    text: 'the lock {file} was deleted or replaced: another process may write this ledger by now',
    hint: 'Never delete the files beside a ledger. Go on once no other run is active; the same command carries on.',
  }),
  'ledger-displaced': define<{ loss: string; file: string; copy: string; isGone: boolean }>({
    text: '{loss}; its content was written to {copy}, nothing is lost',
    hint: '{isGone Go on: nothing is sent again; the same command carries on.|Move the file at {file} away and put {copy} in its place, then start the same command again.}',
  }),
  'ledger-unreachable': define<{ shown: string; reason: string }>({
    text: 'the database at {shown} cannot be reached ({reason})',
    hint: 'Go on once it can be reached; the same command carries on where it stopped.',
  }),

  'forget-key-nowhere': define({
    text: 'there is no folder for the key of forgotten trips',
    hint: 'Name a file for it in RWA_FORGET_KEY_FILE. Nothing was changed.',
  }),
  'forget-key-missing': define<KeyFacts>({
    text: `the ledger {ledger} has forgotten trips, and their key {name} is not at {file #|any known place}: without it, ${why}`,
    hint: wanted,
  }),
  'forget-key-other': define<KeyFacts>({
    text: `the ledger {ledger} has forgotten trips under the key {name}, and {file #|what its command prints} is another key: with it, ${why}`,
    hint: wanted,
  }),
  'forget-key-unreadable': define<{ file: string | undefined }>({
    text: '{file #|what its command prints} is not a key of forgotten trips',
    hint: 'A key has 64 hexadecimal digits. {file Put it back from a copy|A command must print nothing else}. Nothing was sent.',
  }),
  'forgotten-rows': define<{ rows: number }>({
    text: '{rows # row stands for a forgotten trip: it is done already, and its|# rows stand for forgotten trips: they are done already, and their} scores are not known here any more',
  }),
  'forgotten-edited': define<{ count: number }>({
    text: 'this ledger has forgotten {count # request|# requests}: an edited version of one of them would be sent as a new one',
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
    text: 'on hold, by the rules of the company: {people}',
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
    text: 'the content of {requests # request|# requests} and {rows # row|# rows} would be erased, and was not confirmed: this is not a terminal',
    hint: 'Add ‹confirm› once this is right (‹dryRun› shows it). Nothing was changed.',
  }),
}
