import { define, type Entry, type Sentence } from './message.ts'

/** Longer lists are counted, not listed. */
const mostListed = 12

const asText = 'Format the column as text, then type the id again.'
const oneAddress = 'Write one address, such as ann.lee@example.com.'

export interface Unlisted {
  /** The values of the list, or their number. */
  values: readonly string[] | number
}

export interface WholeBounds {
  min: number
}

const unlisted = 'must be {values or|one of the # values in the list}'
const whole = 'must be a whole number of {min} or more'

/** Of what is no whole number: all of these are one problem. */
function noWhole<Facts extends object>(
  hint: Sentence<WholeBounds & Facts>,
  more: Pick<Entry<WholeBounds & Facts>, 'own' | 'many'> = {},
): Entry<WholeBounds & Facts> {
  return define({ text: whole, hint, cause: 'no-whole', ...more })
}

/** A warning; `found`: what in the id it is about. Of many rows it is worded without both. */
function aboutId(what: string, hint = ''): Entry<{ id: string; found?: readonly string[] }> {
  return define({
    text: ({ id, found }) => `The id “${id}” ${what}${found === undefined ? '' : `: ${found.join(', ')}`}.`,
    hint,
    own: ['id', 'found'],
    many: { text: `The id ${what}.` },
  })
}

/** Problems of the value of a cell, of any field. Dates have a file of their own. */
export const cellMessages = {
  uncomputed: define({
    text: 'must hold a value; its formula was never calculated',
    hint: 'Open the file in a spreadsheet program and save it, which calculates the formulas; or type the value.',
  }),
  empty: define({ text: 'must not be empty' }),
  invisible: define({
    text: 'must not be empty',
    hint: 'The cell contains only invisible characters: clear it or fill it in.',
  }),
  /** `isText`: as in every CSV file, it is no formula that gives it. */
  'error-value': define<{ error: string; isText: boolean }>({
    text: 'must hold a value, not the error {error}',
    hint: '{isText A spreadsheet program wrote it for a value that it did not have: type the value.|The formula of this cell gives {error}: correct it, or type the value.}',
    cause: ({ error }) => error,
  }),
  'too-long': define<{ most: number; length: number }>({
    text: 'must have at most {most} characters[; it has {length}]',
    hint: 'Shorten the text. In a CSV file a quotation mark that is never closed also makes one long cell.',
  }),
  'character-damaged': define<{ character: string; position: number }>({
    text: 'must not contain the character U+{character}, which cannot be shown[ (at position {position})]',
    hint: '{character FFFD=A letter was lost when the file was saved or read in another encoding: type|Type} the text again.',
    cause: ({ character }) => character,
  }),

  unlisted: define<Unlisted>({ text: unlisted }),
  'unlisted-near': define<Unlisted & { near: string; why?: string | undefined }>({
    text: unlisted,
    hint: 'Did you mean “{near}”?{why  #.}',
    own: ['why'],
    many: { hint: 'Did you mean “{near}”?' },
    cause: 'unlisted',
  }),
  'unlisted-alike': define<Unlisted & { meant: string; letters: readonly string[] }>({
    text: unlisted,
    hint: 'It looks like “{meant}”, but [{letters}|has other letters]: type it again in Latin letters.',
    cause: 'unlisted',
  }),
  'no-text': define<{ shown: string }>({
    text: 'must be text[, not {shown}]',
    hint: 'Format the cell as text, then type the value again.',
  }),
  'letters-alike': define<{ text: string; letters: readonly string[] }>({
    text: '[“{text}” |]mixes Latin letters with others that look alike[: {letters}.]',
  }),

  'country-digits': define({
    text: 'must be a country; it holds digits',
    hint: 'Is it the number of a passport? Name the column of the country with ‹columns›, or correct the cell.',
  }),
  'refused-value': define<{ text: string; count: number; on: string; near?: string | undefined; isAccepted: boolean }>({
    text: ({ text, count, on, near, isAccepted }) =>
      `“${text}” was refused ${count === 1 ? 'once' : `${count.toLocaleString('en')} times`}, last on ${on}${near === undefined ? '' : isAccepted ? `; “${near}” was accepted` : `. Is “${near}” meant?`}`,
    many: { text: 'was refused before' },
  }),
  'country-unlisted': define<{ text: string; english: readonly string[] }>({
    text: ({ text, english }) =>
      `“${text}” is sent as written; the service takes only exact names of its own list. Is ${english.map((name) => `“${name}”`).join(' or ')} meant?`,
    many: { text: 'is sent as written; the service takes only exact names of its own list' },
  }),

  'id-date': define<{ shown: string }>({
    text: 'must be an id; the spreadsheet turned it into [the date {shown}|a date]',
    hint: asText,
  }),
  'no-id': define<{ shown?: string }>({
    text: 'must be an id{shown , not #}',
    hint: asText,
    own: ['shown'],
    many: { text: 'must be an id' },
  }),
  'id-lines': define({ text: 'must be one id on one line', hint: 'Remove the line breaks and tabs from the cell.' }),
  placeholder: define<{ text: string }>({
    text: 'must be a value, not a placeholder[ such as “{text}”]',
    hint: 'Fill in the value.',
  }),
  'id-placeholder': define({ text: 'must be an id, not a placeholder', hint: 'Fill in the id, or clear the cell.' }),
  'id-rounded': define<{ seen: string }>({
    text: 'must be an id; [{seen}|it] was damaged by a spreadsheet, which keeps 15 digits of a number',
    hint: 'Format the column as text, then take the full id from its source again.',
  }),
  'id-like-date': aboutId('looks like one that a spreadsheet program turned into a date'),
  'id-like-number': aboutId('looks like a number that a program gave a decimal'),
  'id-like-placeholder': aboutId('looks like a placeholder'),
  'id-letters-alike': aboutId('holds letters of another alphabet'),
  'id-unseen-dropped': define<{ id: string; found: readonly string[] }>({
    text: 'The id is sent [as “{id}”, ]without the invisible characters of its cell[: {found}].',
  }),
  'id-unseen-sent': aboutId('is sent with the invisible characters in it', 'Type the id again instead of pasting it.'),
  'id-fraction': define<{ id: string }>({
    text: 'The id was read as [{id}|a number]; zeros at its end would be lost. Ids belong in cells formatted as text.',
  }),

  'no-whole': define<WholeBounds>({ text: whole }),
  'whole-inexact': noWhole('The number is too large to be exact.'),
  'whole-shown-otherwise': noWhole<{ shown: string; held: string }>(
    'The cell shows [{shown} but holds {held}|another number than it holds].',
  ),
  'whole-duration': noWhole('The cell is formatted as a duration: format it as a number.'),
  'whole-date': noWhole<{ shown: string; number: string | undefined }>(
    'The cell is formatted as a date and shows {shown}{number ; formatted as a number it would be #}.',
    { own: ['shown', 'number'], many: { hint: 'The cell is formatted as a date: format it as a number.' } },
  ),
  'whole-ambiguous': noWhole<{ text: string; digits: string; decimal: string }>(
    '[“{text}” can be {digits} or {decimal}: write {digits} without a separator if that is meant.|The separator can be one of thousands or of decimals: write whole numbers without it.]',
  ),
  'whole-inside': noWhole<{ inside: string | undefined }>('{inside Write the number alone: #.|Write digits only.}', {
    own: ['inside'],
    many: { hint: 'Write the number alone, in digits only.' },
  }),

  'no-email': define({ text: 'must be an e-mail address', hint: oneAddress }),
  'email-spaces': define({ text: 'must be one e-mail address without spaces or line breaks inside', hint: oneAddress }),
  'email-named': define<{ address: string }>({ text: 'only the address[ {address}] is used.' }),
}

/** The fact for a list: its values, or their number where they are many. */
export function toListFact(values: readonly string[]): Unlisted['values'] {
  return values.length > mostListed ? values.length : values
}
