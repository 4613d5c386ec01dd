import type { CheckState } from '../../sheet/sheet-session.ts'
import { formatCells, formatCount, formatItems, formatNumberOf, formatRows, quoted } from './common.ts'

export const checkTexts = {
  filters: {
    all: 'all',
    undecided: 'to decide',
    ready: 'ready',
    wrong: 'wrong',
    doubtful: 'with a warning',
    refused: 'refused by the service',
    skipped: 'left out',
  },
  filterLabel: 'Rows to show',
  problems: 'Problems',
  none: 'Nothing is wrong.',
  notes: 'Good to know',
  show: 'Show',
  lead: (task: string, { rows, ready, wrong, refused, sent }: CheckState) => {
    const [toCorrect, toSend] = [wrong + refused, ready - refused - sent]
    const parts = [
      toCorrect === 0
        ? `All ${formatRows(rows)} were checked`
        : `${formatCount(toCorrect)} of ${formatRows(rows)} must be corrected`,
      ...(toSend > 0 ? [`${formatItems(task, toSend)} can be sent`] : []),
      ...(sent > 0 ? [`${formatItems(task, sent)} ${sent === 1 ? 'was' : 'were'} sent before`] : []),
      ...(toSend + sent === 0 ? ['nothing can be sent yet'] : []),
    ]
    return `${parts.join('; ')}.`
  },
  firstProblem: 'Go to the first problem',
  rowAsWhole: 'the row as a whole',
  times: (count: number) => `${formatCount(count)} ×`,
  insteadOf: (written: string, field: string) => `Instead of ${quoted(written)} in ${field}`,
  useIn: (count: number) => `Use in ${formatCells(count)}`,
  of: (title: string) => `of ${title}`,
  useForAll: 'Use for all rows',
  forAll: (title: string) => `${title}: one value for all rows`,
  moreValues: (count: number) => `Show ${formatNumberOf('more value', count)}`,
  fixed: (cells: number, title: string, text: string) =>
    `${title}: ${formatCells(cells)} ${text === '' ? 'corrected' : `set to ${quoted(text)}`}.`,
  undoOne: 'Undo',
  closeToast: 'Close',
  dates: (pattern: string) => `Read as ${pattern}`,
  datesProven: (example: string, meaning: string, cells: number) =>
    `${quoted(example)} is ${meaning}, ${formatCells(cells)}:`,
  allDates: (count: number) => (count === 2 ? 'Read both so' : `Read all ${formatCount(count)} so`),
  undo: (count: number) => `Undo (${formatCount(count)})`,
  redo: 'Redo',
  edited: (count: number) => `${formatCells(count)} corrected`,
  goOn: (task: string, fresh: number, refused: number) =>
    fresh > 0
      ? `Review ${formatItems(task, fresh)}`
      : refused > 0
        ? `Try ${formatItems(task, refused)} once more`
        : task === 'decide'
          ? 'No new decision yet'
          : 'Nothing new to send',
  grid: 'Rows of the sheet',
  keys: 'Type or Enter to edit · Delete clears · Ctrl+C and Ctrl+V copy and paste one cell · F8 next problem · Ctrl+Z undoes, Ctrl+Y does it again',
  ok: 'Nothing is wrong here.',
  open: (count: number) => `${formatRows(count)} being checked`,
  stillOpen: 'Nothing is wrong here by itself; it is being checked beside the other rows.',
  useOne: (value: string) => `Use “${value}”`,
  unsaved: 'Corrections are kept on disk as you type, and saved to a file of their own when you continue.',
}

export const columnTexts = {
  lead: (understood: number, questions: number) =>
    `${[
      `${formatCount(understood)} ${understood === 1 ? 'column was' : 'columns were'} understood`,
      questions === 0 ? '' : `${formatCount(questions)} ${questions === 1 ? 'question is' : 'questions are'} open`,
    ]
      .filter(Boolean)
      .join(', ')}.`,
  /** `shown`: the worksheet whose columns are listed, empty for CSV; `read`: all that are read as one. */
  source: (file: string, shown: string, read: readonly string[], headingRow: number | null) =>
    [
      file,
      read.length > 1 ? read.join(', ') : shown,
      read.length > 1 ? `shown: ${shown}` : '',
      headingRow === null ? '' : `headings in row ${formatCount(headingRow)}`,
    ]
      .filter(Boolean)
      .join(' · '),
  heading: 'Your heading',
  field: 'Read as',
  filled: 'Filled',
  examples: 'Examples',
  carried: 'kept, not sent',
  readAs: (heading: string) => `Read “${heading}” as`,
  moved: (title: string, heading: string) => `${title} (now: “${heading}”)`,
  filledOf: (filled: number, sampled: number) =>
    filled === sampled ? 'all' : `${formatCount(filled)} of ${formatCount(sampled)}`,
  remembered: 'remembered',
  hereOnly: 'for this sheet',
  missing: 'No column was found for:',
  missingLead: 'Choose its column below, or say here what it is in all rows.',
  doubled: (title: string) => `Several columns look like ${title}. Which one is meant?`,
  sameHeading: (title: string) =>
    `Several columns with the same heading look like ${title}. Rename those that are not meant in the spreadsheet program, and open the sheet again.`,
  absent: (headings: readonly string[]) =>
    `Remembered from other sheets, and not in this one: ${headings.map((heading) => `“${heading}”`).join(', ')}.`,
  misfit: 'The headings of this sheet are not those that are expected.',
  whichSheet: 'Several worksheets look right. Which one is meant?',
  all: 'all of them, as one run',
  goOn: (count: number) => `Check ${formatRows(count)}`,
  takeBack: 'Take back',
  hidden: 'Rows are hidden in this sheet. Are they meant?',
  hiddenAnswers: { include: 'Yes, include them', skip: 'No, leave them out' },
  setTo: (field: string, value: string, isKept: boolean) =>
    `${field} is “${value}” in all rows that have none, ${isKept ? 'here and in later sheets' : 'in this sheet'}.`,
  keepAnswers: 'Your answers about this sheet: also in later sheets',
}
