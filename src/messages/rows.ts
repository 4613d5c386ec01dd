import { define } from './message.ts'

const changes = '{differences {field field} was “{before}”, is “{now}”}'

/** Problems of a row, or of a cell because of its row or column. */
export const rowMessages = {
  merged: define<{ range: string }>({
    text: 'must hold its own value; it is merged [into {range}|with other cells]',
    hint: 'Only the first [cell of {range}|of merged cells] has the value: unmerge the cells, then fill in each of them.',
  }),
  missing: define<{ field: string }>({
    text: 'must not be empty',
    hint: 'Fill the cell, or give one value for all empty ones with ‹set› {field}=…',
    cause: 'empty',
  }),
  'missing-column': define<{ field: string; title: string }>({
    text: 'is needed for this row, and the sheet has no such column',
    hint: 'Add the column “{title}”, or give one value for all rows with ‹set› {field}=…',
  }),
  'text-long': define<{ most: number }>({ text: 'must have at most {most} characters', hint: 'Shorten the text.' }),
  'values-extra': define<{ values: number; columns: number }>({
    text: 'must not have more values than there are columns ([{values} instead of ]{columns})',
    hint: 'A value that holds the delimiter must stand in quotation marks; the values after it have slipped.',
  }),
  'values-cut': define<{ values: number; columns: number }>({
    text: 'must have as many values as there are columns ([{values} instead of ]{columns})',
    hint: 'A delimiter or a quotation mark is missing in this line, or the line is cut off.',
  }),
  'values-few': define<{ values: number; columns: number }>({
    text: 'The line has [{values} values instead of {columns}|fewer values than the {columns} columns].',
  }),
  'row-part': define<{ missing: number; isTotal: boolean }>({
    text: 'must be a whole row; [{missing}|some] of the cells it needs are empty',
    hint: 'It looks like {isTotal a row of totals|a note or a title}: delete it, or move it to another sheet.',
    page: {
      text: 'looks like {isTotal a row of totals|a title or a note}, no trip',
      hint: 'Leave the row out, or fill in the cells that it needs.',
    },
    cause: 'row-part {isTotal}',
  }),
  /** On the page, which asks about it. */
  'looks-cancelled': define({
    text: 'says that the trip is cancelled',
    hint: 'Leave the row out, or send it all the same.',
  }),
  /** The schema's own words. */
  schema: define<{ message: string }>({ text: '{message}', cause: '{message}' }),

  'end-first': define<{ start: string }>({
    text: 'must be on or after the start date[ ({start})]',
    hint: 'Check both dates: one of them may have day and month, or the year, mixed up.',
  }),
  'days-over-trip': define<{ days: number }>({ text: 'is more than the [{days} ]days of the trip' }),
  'far-away': define({ text: 'is more than ten years away' }),

  /** `message`: the service's own. */
  'actor-missing': define<{ message: string; actors: readonly string[]; field: string }>({
    text: 'must be given: {message}',
    hint: 'Fill in {actors or {field name}}, or give one value for all empty cells with ‹set› {field}=…',
    cause: '{message}',
  }),
  'cancel-only': define<{ field: string; value: string; heading: string }>({
    text: 'must be {value} where {heading} says yes',
    hint: 'Give it for all of these lines with ‹set› {field}={value}',
  }),
  /** `sheet`: empty for CSV. */
  'stands-elsewhere': define<{ row: number; file: string; sheet: string }>({
    text: 'must be about a trip without a row in any sheet; [row {row} of {file}{sheet , sheet #,}|a row] stands for it',
    hint: 'It is not cancelled from this sheet. Take that row out of its sheet first, or decide it in the sheet Decisions.',
  }),
  'of-another-trip': define<{ assessment: string; known: string }>({
    text: 'must be of the assessment it names[: {assessment} is of {known}]',
    hint: 'Were some columns sorted without the others, or cells pasted? Put the row right: nothing is decided for it.',
  }),
  /** `created`: the identifying fields of the other row. */
  'of-another-row': define<{ created: Readonly<Record<string, string>> }>({
    text: 'belongs to another row[: it was created for {created {field name} {value}}]',
    hint: 'What is shown beside this row is that other row’s. Put the identifier back beside its own row, or empty the cell: the row is then known by its content.',
  }),

  example: define({ text: 'an example row of the template: never sent' }),
  'headings-again': define({ text: 'the headings once more' }),
  totals: define({ text: 'a row of totals' }),
  note: define({ text: 'a note or a title, no trip' }),
  hidden: define({ text: 'the row is hidden in the sheet (‹hidden› skip)' }),
  filtered: define<{ heading: string; shown: string }>({
    text: 'left out: {heading} is {shown “#”|empty} (‹where›)',
  }),
  'left-out': define({ text: 'left out by you' }),
  'cancel-empty': define<{ heading: string }>({ text: '{heading} is empty: the line is left as it is' }),
  'cancel-no': define<{ heading: string }>({ text: '{heading} says no: the line is left as it is' }),
  'no-status': define({ text: 'the row has no status: nothing to decide' }),
  'no-identifier': define({ text: 'the row names no assessment: there is nothing to ask for' }),
  'forgotten-version': define({
    text: 'it is an edited version of a trip, was held back, and was forgotten with it: it is not sent by itself',
  }),
  /** An earlier row with the same order key is not done. */
  waits: define<{ row: string; state: string }>({
    text: 'waits for [{row}, which is {state}|an earlier row, which is not done]',
  }),

  /** From here on: why a row is not done, and what to do. Each kind of output names its tables (`table`). */
  invalid: define({ text: '', hint: 'Correct the row in the sheet, then start the same command again.' }),
  'duplicate-key': define<{ shared: string; of: string }>({
    text: 'same {shared} as [{of}|an earlier row]; not sent',
    hint: 'Delete one of the two rows, or correct it.',
    cause: '{shared}',
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
    text: `looks like an edited row[: it {identifier was created before as #|may have been created before}; ${changes}| of an earlier run]`,
    hint: 'Not sent{isDeclined , as {table} says; but it is not known if the earlier one exists}. If it is another trip, or is to replace the earlier one, write yes into the column send of {table} and save it, then start the same command again; ‹sendChanged› sends all changed rows. The earlier one then stays at the service, and can be cancelled from {orphans}.',
    cause: 'changed {identifier}',
  }),
  kept: define<KeptVersion & { isPending: boolean }>({
    text: '',
    hint: `Not sent, as decided in {table}: {identifier} stands (${changes}).{isPending  Its scores are not there yet; rwa-batch refresh asks for them.} To send the row after all, write yes there and save it, then start the same command again.`,
  }),
  superseded: define<{ later: string; at: string; isUnknown: boolean }>({
    text: 'was recorded before, and [{later #|another record} {isUnknown may have replaced|replaced}|another record replaced] it[{at  on # (UTC)}]; not sent again',
    hint: 'Correct the row, or delete it. If it is to replace the later one, the same command with ‹sendChanged› sends it.',
    page: { hint: 'Correct the row, or leave it. In the review you can send such rows all the same.' },
    cause: '{later} {at}',
  }),
  ready: define<{ reason: string | undefined }>({
    text: 'not sent{reason : #}',
    hint: 'The same command carries on where it stopped.',
  }),
  accepted: define({ text: 'created; its scores were not waited for', hint: 'The same command asks for the scores.' }),
  'accepted-doubtful': define<{ message: string }>({
    text: 'created, but the service says: {message}',
    hint: 'Ask the service’s owner about this assessment; the same command asks again.',
  }),
  pending: define<{ message: string | undefined }>({
    text: 'created; not ready in time{message : #}',
    hint: 'The same command asks for the scores again; ‹pollTimeout› makes it wait longer.',
  }),
  /** The service's own words; the operation advises. */
  rejected: define<{ field: string; message: string }>({
    text: '{field {field field}: |}{message}',
    cause: '{message}',
  }),
  /** The same beside a row of the sheet, whose column says which field. */
  'rejected-before': define<{ message: string }>({
    text: 'the service refused it: {message}',
    cause: '{message}',
  }),
  failed: define<{ reason: string }>({
    text: 'surely not processed: {reason}',
    hint: 'The same command tries it again.',
  }),
  unknown: define<{ reason: string; sentAt: string | undefined; table: string }>({
    text: '{reason}{sentAt  (sent #)}',
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
  refused: define<{ field: string; operation: 'assess' | 'decide' | 'invite' }>({
    text: 'Correct {field {field field}|the row} as the service says, then start the same command again: {operation assess=it was not created|decide=the decision was not recorded|invite=no invitation was sent}.',
  }),
}

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
