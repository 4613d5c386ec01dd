import type { Face } from './face.ts'
import { define } from './message.ts'

const asIso = 'Write it as YYYY-MM-DD, for example 2026-03-01, or enter it in a cell formatted as a date.'
const asTextOrCell = 'must be a date written as 2026-03-01, or a date cell'

/** A date as a pattern reads it: `1 March 2026`, `2026-03-01`. */
export interface NamedReading {
  pattern: string
  long: string
  iso: string
}

export interface TwoReadings {
  text: string
  first: NamedReading
  second: NamedReading
}

export interface TextDates {
  count: number
  fields: readonly string[]
  /** `torn`: cells prove patterns that exclude each other; `open`: no cell decides. */
  kind: 'proven' | 'open' | 'torn' | 'several'
  /** Cells that only this pattern can read. */
  proofs: readonly { pattern: string; cells: readonly string[] }[]
  /** Patterns that read all of them together: one choice, or several to choose from. */
  choices: readonly (readonly string[])[]
}

const either = '“{text}” can be {first.long} ({first.pattern}) or {second.long} ({second.pattern})'
const otherReading = `{other Read as {other.pattern} it would be {other.long}: check it, then write it as {other.iso}.|${asIso}}`

export const dateMessages = {
  'no-date': define({ text: 'must be a date', hint: asIso }),
  'date-zero': define({
    text: 'must be a date',
    hint: `The cell holds 0, which a formula gives for an empty cell. ${asIso}`,
    cause: 'no-date',
  }),
  'date-time-only': define<{ time: string }>({
    text: 'must be a date',
    hint: `The cell holds a time of day only[ ({time})]. ${asIso}`,
    cause: 'no-date',
  }),
  'date-number': define<{ shown: string }>({ text: 'must be a date, not [the number {shown}|a number]', hint: asIso }),
  'date-day-number': define<{ shown: string; number: string; date: string }>({
    text: 'must be a date, not [the number {shown}|a number]',
    hint: 'Spreadsheet programs count days: [{number} is {date}|46084 is 2026-03-03]. Format the column as a date, or say ‹dateFormat› day-number.',
    cause: 'date-number',
  }),
  'date-time-range': define({ text: 'must be a date with a time between 00:00:00 and 23:59:59' }),
  'date-offset': define<{ zone: string }>({ text: 'must be a date with an offset that exists[, not {zone}]' }),
  'date-impossible': define<{ fault: string }>({ text: 'must be a date that exists[: {fault}]' }),
  'date-impossible-by-pattern': define<{ pattern: string; fault: string; other: NamedReading | undefined }>({
    text: 'must be a date that exists: read as {pattern}, {fault}',
    hint: otherReading,
    own: ['fault', 'other'],
    many: { text: 'must be a date that exists, read as {pattern}', hint: asIso },
  }),
  'date-ambiguous': define<TwoReadings>({
    text: `must be a date that can be read in one way only: ${either}`,
    hint: 'Write it as {first.iso} or {second.iso}, or name one of the two patterns only.',
    own: ['text', 'first', 'second'],
    many: {
      text: 'must be a date that can be read in one way only',
      hint: 'Write it as YYYY-MM-DD, or name one of the patterns only.',
    },
  }),
  'date-other-pattern': define<{ pattern: string; other: NamedReading | undefined }>({
    text: 'must be a date written as {pattern} or as 2026-03-01',
    hint: otherReading,
    own: ['other'],
    many: { hint: asIso },
  }),
  'date-text': define({ text: asTextOrCell, hint: asIso }),
  'date-text-clear': define<{ pattern: string; date: string }>({
    text: asTextOrCell,
    hint: ({ pattern, date }, face) => `${namePattern(pattern, face)} reads it as ${date}.`,
    many: { text: asTextOrCell },
    cause: 'text-date',
  }),
  'date-text-ambiguous': define<TwoReadings>({
    text: `${asTextOrCell}: ${either}`,
    own: [],
    hint: ({ first, second }, face) =>
      `Say which it is with ${namePattern(first.pattern, face)} or ${namePattern(second.pattern, face)}.`,
    many: { text: asTextOrCell },
    cause: 'text-date',
  }),
  /** Of all text dates of a sheet. */
  'text-dates': define<TextDates>({
    text: (found) => `must be dates that can be read; these are text, and ${describeProofs(found)}`,
    hint: (found, face) => `To read them ${advise(found, face)}.`,
  }),
  'text-dates-note': define<TextDates>({
    text: (found, face) =>
      `${found.count.toLocaleString('en')} text dates in ${found.fields.map(face.field).join(', ')}; ${describeProofs(found)}; ${advise(found, face)}`,
  }),
  'date-contradicted': define<{ pattern: string; cell: string; written: string }>({
    text: 'must be a date that can be read in one way only: by {pattern} it is one date, but {cell} in this column is written as {written}',
    hint: 'Correct {cell}, or say ‹dateFormat› {written}, or write the dates as 2026-03-01.',
  }),
  'time-left-out': define<{ time: string }>({ text: 'The time of day[ ({time})] was left out.' }),
}

function describeProofs({ proofs, kind }: TextDates): string {
  if (kind === 'open') return 'no cell proves which number is the day'
  if (kind === 'several') return 'they may be read in several ways'
  return proofs
    .map(({ pattern, cells }) => `${cells.join(' and ')} ${cells.length === 1 ? 'proves' : 'prove'} ${pattern}`)
    .join(', ')
}

function advise({ kind, choices }: TextDates, face: Face): string {
  if (kind === 'torn') return 'correct them in the sheet'
  if (kind === 'several') return `say with ${face.option('dateFormat')} how they are written`
  const named = choices.map((patterns) => patterns.map((pattern) => namePattern(pattern, face)).join(' '))
  return `add ${named.join(' or ')}`
}

/** Quoted for a shell. */
function namePattern(pattern: string, { option }: Pick<Face, 'option'>): string {
  return `${option('dateFormat')} ${pattern.includes(' ') ? `"${pattern}"` : pattern}`
}
