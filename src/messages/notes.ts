import { define } from './message.ts'

/** Lines of the log while a sheet is read; none stops the run. */
export const noteMessages = {
  'ledger-new': define<{ name: string }>({
    text: 'the ledger is new: {name}. It knows of no earlier submission; name an earlier ledger with ‹ledger›',
    page: { text: 'the record of what was sent is new: it knows of nothing that was sent before' },
  }),
  'statuses-promised': define<{ statuses: readonly number[]; profile: string | undefined }>({
    text: 'HTTP {statuses} counts as “not processed”, and such a row is sent again; {profile the profile #|‹retryStatuses›} says so',
  }),
  'again-unfinished': define({
    text: 'an earlier ‹again› is not finished (some of its rows are not done): what it created is not created again; a run without ‹again› ends it',
  }),
  'encoding-guessed': define<{ file: string; encoding?: string; shown?: string; meant?: string }>({
    text: '{file} is not UTF-8 and is read as Windows-1252; {encoding it says “{shown}” then, and “{meant}” if it is read as {encoding}: say which is right with ‹encoding›|if accents look wrong, save it as CSV UTF-8, or name its encoding with ‹encoding›}.',
    page: {
      text: '{file} is not UTF-8 and is read as Windows-1252{encoding : it says “{shown}” then, and “{meant}” if it is read as {encoding}}; if accents look wrong, choose the letters under Columns.',
    },
  }),
  'encoding-asked': define<{ file: string }>({
    text: '{file} is not UTF-8, and some of its letters look wrong. What does it say? (‹encoding› answers that beforehand)',
  }),
  'defaults-fill': define<{ field: string; value: string; count: number }>({
    text: '{field field} is “{value}” in {count # row that has|# rows that have} it empty (‹set›)',
  }),
  'defaults-recalled': define<{ field: string; value: string; input: string }>({
    text: 'empty cells of {field field} are “{value}”, as when {input} was written; ‹set› says otherwise',
  }),
  'heading-passed-over': define<{ heading: string; read: string; field: string }>({
    text: '“{heading}”, which was mapped before, is not in this sheet: “{read}” is read as {field field}',
  }),
  'column-unread': define<{ heading: string; field: string }>({
    text: 'the column “{heading}” is not read; if it is meant to be {field}, rename it or use ‹columns›',
    page: {
      text: 'the column “{heading}” is not read; if it is meant to be {field field}, choose that under Columns',
    },
  }),
  'rows-cancelled': define<{ count: number; shown: readonly string[] }>({
    text({ count, shown }) {
      const cells = `${shown.join(', ')}${count > shown.length ? ', …' : ''}`
      return count === 1
        ? `1 row says that its trip is cancelled (${cells}) and counts like any other: take it out of the sheet if it is not to be sent`
        : `${count} rows say that their trips are cancelled (${cells}) and count like any others: take them out of the sheet if they are not to be sent`
    },
  }),
  /** Of a template in which nothing was filled in. */
  'rows-example': define<{ file: string; count: number }>({
    text: '{file} is not filled in: {count its only row is the EXAMPLE row|all of its # rows are EXAMPLE rows} of the template, never sent. Type your rows below, or over all cells of an example, and save the file.',
  }),
  /** `isAll`: all visible ones were asked for, or none by name. */
  'sheets-unread': define<{ list: string; isAll: boolean }>({
    text: 'not read, though their headings fit as well: {list} (‹sheets› {isAll all reads all of them|<name> reads one})',
  }),
  'fixes-idle': define<{ entries: readonly { field: string; written: string }[]; hasMore: boolean }>({
    text({ entries, hasMore }, { field, option }) {
      const listed = entries.map((entry) => `${field(entry.field)} ${entry.written}`).join(', ')
      return `corrections that no cell needs (${option('values')}): ${listed}${hasMore ? ', …' : ''}`
    },
  }),
  'rows-hidden-read': define<{ count: number; isSkipped: boolean; where: string }>({
    text: '{count # hidden row is|# hidden rows are} {isSkipped left out (‹hidden› skip)|included (‹hidden› skip leaves them out)}{where}',
  }),

  /** Limits of a check. */
  'lists-not-given': define<{ fields: readonly string[] }>({
    text: "whether the values of {fields} are on the service's lists: no list was given (‹lists›)",
  }),
  'ledger-unread': define<{ operation: string }>({
    text: 'what was sent before: no ledger is read (rwa-batch {operation} <input> ‹dryRun› compares with it)',
  }),
}
