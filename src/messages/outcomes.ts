import type { Face } from './face.ts'
import { define } from './message.ts'

interface FieldChange {
  field: string
  before: string
  now: string
}

export interface KeptVersion {
  identifier: string
  differences: readonly FieldChange[]
  /** Name of the table of changed rows: `the sheet Changed`, or a file. */
  table: string
}

const effects = {
  assess: 'it was not created',
  decide: 'the decision was not recorded',
  invite: 'no invitation was sent',
}

/** Why a row is not done, and what to do. Names of tables are facts: each kind of output has its own. */
export const outcomeMessages = {
  invalid: define({ text: '', hint: 'Correct the row in the sheet, then start the same command again.' }),
  'duplicate-key': define<{ shared: string; of: string }>({
    text: 'same {shared} as [{of}|an earlier row]; not sent',
    hint: 'Delete one of the two rows, or correct it.',
    cause: ({ shared }) => shared,
  }),
  duplicate: define<{ of: string }>({
    text: 'same content as [{of}|an earlier row]; not sent',
    hint: 'Delete the row; if it is meant, send it with ‹allowDuplicates›.',
  }),
  changed: define<
    Pick<KeptVersion, 'differences' | 'table'> & {
      identifier: string | undefined
      isDeclined: boolean
      orphans: string
    }
  >({
    text: ({ identifier, differences }, face) =>
      `looks like an edited row: it ${identifier === undefined ? 'may have been created before' : `was created before as ${identifier}`}; ${listChanges(differences, face)}`,
    hint: ({ isDeclined, table, orphans }, { option }) =>
      `${notSent(isDeclined, table)} If it is another trip, or is to replace the earlier one, write yes into the column send of ${table} and save it, then start the same command again; ${option('sendChanged')} sends all changed rows. The earlier one then stays at the service, and can be cancelled from ${orphans}.`,
    own: ['identifier', 'differences'],
    many: { text: 'looks like an edited row of an earlier run' },
    cause: ({ identifier }) => `changed ${identifier}`,
  }),
  kept: define<KeptVersion & { isPending: boolean }>({
    text: '',
    hint: ({ isPending, ...version }, face) =>
      `${keptVersion(version, face)}${isPending ? ' Its scores are not there yet; rwa-batch refresh asks for them.' : ''} To send the row after all, write yes there and save it, then start the same command again.`,
  }),
  superseded: define<{ later: string; at: string; isUnknown: boolean }>({
    text: ({ later, at, isUnknown }) =>
      `was recorded before, and ${later === '' ? 'another record' : later} ${isUnknown ? 'may have replaced' : 'replaced'} it${at === '' ? '' : ` on ${at} (UTC)`}; not sent again`,
    hint: 'Correct the row, or delete it. If it is to replace the later one, the same command with ‹sendChanged› sends it.',
    page: { hint: 'Correct the row, or leave it. In the review you can send such rows all the same.' },
    own: ['later', 'at', 'isUnknown'],
    many: { text: 'was recorded before, and another record replaced it; not sent again' },
    cause: ({ later, at }) => `${later} ${at}`,
  }),
  ready: define<{ reason: string | undefined }>({
    text: ({ reason }) => `not sent${reason === undefined ? '' : `: ${reason}`}`,
    hint: 'The same command carries on where it stopped.',
  }),
  accepted: define({ text: 'created; its scores were not waited for', hint: 'The same command asks for the scores.' }),
  'accepted-doubtful': define<{ message: string }>({
    text: 'created, but the service says: {message}',
    hint: 'Ask the service’s owner about this assessment; the same command asks again.',
  }),
  pending: define<{ message: string | undefined }>({
    text: ({ message }) => `created; not ready in time${message === undefined ? '' : `: ${message}`}`,
    hint: 'The same command asks for the scores again; ‹pollTimeout› makes it wait longer.',
  }),
  /** The service's own words; the operation advises. */
  rejected: define<{ field: string; message: string }>({
    text: ({ field, message }, face) => (field === '' ? message : `${face.field(field)}: ${message}`),
    cause: ({ message }) => message,
  }),
  /** The same beside a row of the sheet, whose column says which field. */
  'rejected-before': define<{ message: string }>({
    text: 'the service refused it: {message}',
    cause: ({ message }) => message,
  }),
  failed: define<{ reason: string }>({
    text: 'surely not processed: {reason}',
    hint: 'The same command tries it again.',
  }),
  unknown: define<{ reason: string; sentAt: string | undefined; table: string }>({
    text: ({ reason, sentAt }) => (sentAt === undefined ? reason : `${reason} (sent ${sentAt})`),
    hint: 'Look it up at the service: it may have been processed. Write what you found into the column resolution of {table} and save it, then start the same command again.',
  }),

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

function notSent(isDeclined: boolean, table: string): string {
  return `Not sent${isDeclined ? `, as ${table} says; but it is not known if the earlier one exists` : ''}.`
}

function keptVersion({ identifier, differences, table }: KeptVersion, face: Face): string {
  return `Not sent, as decided in ${table}: ${identifier} stands (${listChanges(differences, face)}).`
}

function listChanges(differences: readonly FieldChange[], face: Face): string {
  return differences.map(({ field, before, now }) => `${face.field(field)} was “${before}”, is “${now}”`).join('; ')
}
