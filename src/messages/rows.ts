import type { Face } from './face.ts'
import { define } from './message.ts'

export interface RowPlace {
  row: number
  file: string
  /** Empty for CSV. */
  sheet: string
}

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
    hint: ({ isTotal }) =>
      isTotal
        ? 'It looks like a row of totals: delete it, or move it to another sheet.'
        : 'It looks like a note or a title: delete it, or move it to another sheet.',
    cause: ({ isTotal }) => `row-part ${isTotal}`,
  }),
  /** The schema's own words. */
  schema: define<{ message: string }>({ text: '{message}', cause: ({ message }) => message }),

  'end-first': define<{ start: string }>({
    text: 'must be on or after the start date[ ({start})]',
    hint: 'Check both dates: one of them may have day and month, or the year, mixed up.',
  }),
  'days-over-trip': define<{ days: number }>({ text: 'is more than the [{days} ]days of the trip' }),
  'far-away': define({ text: 'is more than ten years away' }),

  /** `message`: the service's own. */
  'actor-missing': define<{ message: string; actors: readonly string[]; field: string }>({
    text: 'must be given: {message}',
    hint: ({ actors, field }, face) =>
      `Fill in ${actors.map(face.field).join(' or ')}, or give one value for all empty cells with ${face.option('set')} ${field}=…`,
    cause: ({ message }) => message,
  }),
  'cancel-only': define<{ field: string; value: string; heading: string }>({
    text: 'must be {value} where {heading} says yes',
    hint: 'Give it for all of these lines with ‹set› {field}={value}',
  }),
  'stands-elsewhere': define<RowPlace>({
    text: (place) => `must be about a trip without a row in any sheet; ${describePlace(place)} stands for it`,
    hint: 'It is not cancelled from this sheet. Take that row out of its sheet first, or decide it in the sheet Decisions.',
    own: ['row', 'file', 'sheet'],
    many: { text: 'must be about a trip without a row in any sheet; a row stands for it' },
  }),
  'of-another-trip': define<{ assessment: string; known: string }>({
    text: 'must be of the assessment it names[: {assessment} is of {known}]',
    hint: 'Were some columns sorted without the others, or cells pasted? Put the row right: nothing is decided for it.',
  }),
  /** `created`: the identifying fields of the other row. */
  'of-another-row': define<{ created: Readonly<Record<string, string>> }>({
    text: ({ created }, face) => `belongs to another row: it was created for ${describeFields(created, face)}`,
    hint: 'What is shown beside this row is that other row’s. Put the identifier back beside its own row, or empty the cell: the row is then known by its content.',
    own: ['created'],
    many: { text: 'belongs to another row' },
  }),

  example: define({ text: 'an example row of the template: never sent' }),
  'headings-again': define({ text: 'the headings once more' }),
  totals: define({ text: 'a row of totals' }),
  note: define({ text: 'a note or a title, no trip' }),
  hidden: define({ text: 'the row is hidden in the sheet (‹hidden› skip)' }),
  filtered: define<{ heading: string; shown: string }>({
    text: ({ heading, shown }, { option }) =>
      `left out: ${heading} is ${shown === '' ? 'empty' : `“${shown}”`} (${option('where')})`,
  }),
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
}

function describePlace({ row, file, sheet }: RowPlace): string {
  return `row ${row} of ${file}${sheet === '' ? '' : `, sheet ${sheet},`}`
}

function describeFields(values: Readonly<Record<string, string>>, { field }: Face): string {
  return Object.entries(values)
    .map(([name, value]) => `${field(name)} ${value}`)
    .join(', ')
}
