import { formatCount, formatRows } from './common.ts'

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
  takeBackWhat: (what: string) => `Take back ${what}`,
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
