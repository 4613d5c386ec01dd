import { define } from './message.ts'

export interface SheetFile {
  file: string
}

export const sheetMessages = {
  'sheet-in-csv': define<SheetFile & { sheet: string }>({
    text: '{file} has no sheet "{sheet}": it is a text file, which has no sheets.',
    hint: 'Leave ‹sheets› out.',
  }),
  'csv-columns': define<SheetFile & { most: number; record: number }>({
    text: '{file} has more than {most} columns in record {record}.',
    hint: 'Check the delimiter, or name it with ‹delimiter›.',
  }),
  'encoding-unsound': define<SheetFile & { encoding: string }>({
    text: '{file} is not sound {encoding} text.',
    hint: 'Save it as CSV UTF-8, or name its encoding with ‹encoding›.',
  }),
  'utf8-unsound': define<SheetFile>({
    text: '{file} says it is UTF-8 and is not.',
    hint: 'Save it again as CSV UTF-8, or name its encoding with ‹encoding›.',
  }),
  'worksheets-hidden': define<SheetFile & { list: string }>({
    text: '{file} has only hidden worksheets.',
    hint: 'Show the one that is meant, and save the file; or name it with ‹sheets›: {list}.',
  }),
  'read-interrupted': define<SheetFile>({
    text: 'interrupted while {file} was read: nothing was sent',
    hint: 'The same command starts again from its beginning.',
  }),
  'sheets-several': define<SheetFile & { count: number; list: string; first: string }>({
    text: '{file}: the headings of {count} sheets fit; choose which to read: {list}',
    hint: '‹sheets› all reads them as one run, ‹sheets› {first} one of them; ‹sheets› may be repeated. Nothing was sent.',
  }),
  'rows-hidden': define<SheetFile & { count: number; shown: string }>({
    text: ({ file, count, shown }) =>
      `${file}: ${count === 1 ? '1 row is' : `${count} rows are`} hidden (${shown}); choose if they are read`,
    hint: 'Say ‹hidden› include or ‹hidden› skip. Nothing was sent.',
  }),
  'rows-none': define<SheetFile & { where: string }>({
    text: '{file}: there are no rows below the headings {where}',
    hint: 'Fill in the sheet, or choose another one with ‹sheets›.',
  }),
  'rows-simulated': define<SheetFile & { count: number; first: string; address: string }>({
    text: ({ file, count, first, address }) =>
      `${file}: ${count === 1 ? 'a row names an assessment' : `${count} rows name assessments`} that the sandbox made up (${first}): ${address} does not know them. Nothing was sent`,
    hint: 'Give the sheet that you started with, or the output of a run without ‹sandbox›; or add ‹sandbox›.',
  }),
  'rows-too-many': define<{ rows: number; most: number }>({
    text: 'the sheet has {rows} rows; {most} at most can be looked through here',
    hint: 'Larger sheets are for this program in a terminal.',
  }),
  'rows-wrong': define<{ count: number; places: string }>({
    text: ({ count, places }) =>
      `${count === 1 ? '1 row of the sheet is' : `${count} rows of the sheet are`} wrong, and it was asked for all or nothing (${places})`,
    hint: 'Nothing was sent. Correct them, or leave ‹allOrNothing› out: then the others are sent.',
  }),
  'lists-several': define<SheetFile & { names: string }>({
    text: '{file}: several sheets name assessments: {names}',
    hint: 'Say which one with ‹sheets›.',
  }),
}
