import { define } from './message.ts'

export const skipMessages = {
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
