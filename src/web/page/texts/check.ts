import type { CheckState } from '../state-types.ts'
import { formatCells, formatCount, formatItems, formatRows, quoted } from './common.ts'

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
  showWhat: (title: string) => `Show ${title}`,
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
  useWhat: (count: number, title: string) => `${checkTexts.useIn(count)} of ${title}`,
  useForAll: 'Use for all rows',
  forAll: (title: string) => `${title}: one value for all rows`,
  moreValues: (count: number) => `Show ${formatCount(count)} more ${count === 1 ? 'value' : 'values'}`,
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
