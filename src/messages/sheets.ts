import { define } from './message.ts'

export interface SheetFile {
  file: string
}

export const sheetMessages = {
  'sheet-in-csv': define<SheetFile & { sheet: string }>({
    text: ({ file, sheet }) => `${file} has no sheet "${sheet}": it is a text file, which has no sheets.`,
    hint: (_, { option }) => `Leave ${option('sheets')} out.`,
  }),
  'csv-columns': define<SheetFile & { most: number; record: number }>({
    text: ({ file, most, record }) => `${file} has more than ${most} columns in record ${record}.`,
    hint: (_, { option }) => `Check the delimiter, or name it with ${option('delimiter')}.`,
  }),
  'encoding-unsound': define<SheetFile & { encoding: string }>({
    text: ({ file, encoding }) => `${file} is not sound ${encoding} text.`,
    hint: (_, { option }) => `Save it as CSV UTF-8, or name its encoding with ${option('encoding')}.`,
  }),
  'utf8-unsound': define<SheetFile>({
    text: ({ file }) => `${file} says it is UTF-8 and is not.`,
    hint: (_, { option }) => `Save it again as CSV UTF-8, or name its encoding with ${option('encoding')}.`,
  }),
  'worksheets-hidden': define<SheetFile & { list: string }>({
    text: ({ file }) => `${file} has only hidden worksheets.`,
    hint: ({ list }, { option }) =>
      `Show the one that is meant, and save the file; or name it with ${option('sheets')}: ${list}.`,
  }),
  'read-interrupted': define<SheetFile>({
    text: ({ file }) => `interrupted while ${file} was read: nothing was sent`,
    hint: 'The same command starts again from its beginning.',
  }),
  'sheets-several': define<SheetFile & { count: number; list: string; first: string }>({
    text: ({ file, count, list }) => `${file}: the headings of ${count} sheets fit; choose which to read: ${list}`,
    hint: ({ first }, { option }) =>
      `${option('sheets')} all reads them as one run, ${option('sheets')} ${first} one of them; ${option('sheets')} may be repeated. Nothing was sent.`,
  }),
  'rows-hidden': define<SheetFile & { count: number; shown: string }>({
    text: ({ file, count, shown }) =>
      `${file}: ${count === 1 ? '1 row is' : `${count} rows are`} hidden (${shown}); choose if they are read`,
    hint: (_, { option }) => `Say ${option('hidden')} include or ${option('hidden')} skip. Nothing was sent.`,
  }),
  'rows-none': define<SheetFile & { where: string }>({
    text: ({ file, where }) => `${file}: there are no rows below the headings ${where}`,
    hint: (_, { option }) => `Fill in the sheet, or choose another one with ${option('sheets')}.`,
  }),
  'rows-simulated': define<SheetFile & { count: number; first: string; address: string }>({
    text: ({ file, count, first, address }) =>
      `${file}: ${count === 1 ? 'a row names an assessment' : `${count} rows name assessments`} that the sandbox made up (${first}): ${address} does not know them. Nothing was sent`,
    hint: (_, { option }) =>
      `Give the sheet that you started with, or the output of a run without ${option('sandbox')}; or add ${option('sandbox')}.`,
  }),
  'rows-too-many': define<{ rows: number; most: number }>({
    text: ({ rows, most }) =>
      `the sheet has ${rows.toLocaleString('en')} rows; ${most.toLocaleString('en')} at most can be looked through here`,
    hint: 'Larger sheets are for this program in a terminal.',
  }),
  'rows-wrong': define<{ count: number; places: string }>({
    text: ({ count, places }) =>
      `${count === 1 ? '1 row of the sheet is' : `${count} rows of the sheet are`} wrong, and it was asked for all or nothing (${places})`,
    hint: (_, { option }) =>
      `Nothing was sent. Correct them, or leave ${option('allOrNothing')} out: then the others are sent.`,
  }),
  'lists-several': define<SheetFile & { names: string }>({
    text: ({ file, names }) => `${file}: several sheets name assessments: ${names}`,
    hint: (_, { option }) => `Say which one with ${option('sheets')}.`,
  }),
}
