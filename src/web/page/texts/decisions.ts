import { formatCount, formatItems, formatRows } from './common.ts'

export const decisionTexts = {
  onResults: 'Decide on what was just assessed',
  lead: (open: number, ready: number) =>
    `${formatItems('assess', open)} to decide, ${formatItems('decide', ready)} filled in. Choose rows, and say below what is decided.`,
  filters: { ready: 'filled in', skipped: 'decided before' },
  narrow: 'Rows to choose from',
  from: 'Overall from',
  below: 'below',
  destination: 'Destination',
  manager: 'Manager',
  any: 'all',
  chooseAll: (count: number) => `Choose ${count === 1 ? 'the one row' : `all ${formatCount(count)}`} shown`,
  chooseNone: 'Choose none',
  chosen: (count: number) => `${formatRows(count)} chosen`,
  keys: 'Space chooses a row, Ctrl+A all.',
  status: 'Decision',
  takeBack: 'no decision',
  apply: (count: number) => `Apply to ${formatCount(count)}`,
  applied: (status: string, count: number) => `${status || 'No decision'} in ${formatRows(count)}.`,
  you: 'Your staff ID',
  seal: (count: number) => `Seal ${formatItems('decide', count)} for a second person`,
  sealInstead: 'Or let a second person release it:',
  demanded: 'Every decision needs two people here: you seal the plan, a second person releases it.',
  sealed: (by: string, at: string, seal: string) => `Sealed by ${by}, ${at}, seal ${seal},`,
  released: (by: string, at: string) => `Released before by ${by}, ${at}. What is left of it is sent.`,
  second: 'Staff ID of the second person',
  type: (count: number) => `Type ${formatCount(count)} to confirm`,
  statement: 'Names here are statements, not log-ins. Both stand in the log, with account and machine.',
  grid: 'Sealed decisions',
  waiting: 'Waiting for a second person',
  waitingHeadings: ['Sheet', 'Decisions', 'Sealed by', 'When', 'Until', 'Seal', ''],
  look: 'Look at it',
  drop: { act: 'Drop', sure: 'Yes, drop it', notSure: 'Keep it' },
  headings: { person: 'Employee', by: 'By', replaces: 'Replaces (times in UTC)' },
  sheetChanged: (file: string) =>
    `${file} was changed since it was sealed, or is not on this computer. What was sealed is shown and sent, not what that sheet says now.`,
  doubt: (text: string) => `Look twice: ${text}.`,
  downloadPlan: 'Download the sealed plan',
  by: (name: string) => `by ${name}`,
  replaced: 'replace what was recorded',
  replacedOfTwo: 'of these were sealed under one staff ID and released under another',
  releasedBy: ({ sealedBy, by, isSameAccount }: { sealedBy: string; by: string; isSameAccount: boolean }) =>
    isSameAccount
      ? `Sealed by ${sealedBy} and released by ${by} under the same account of this computer: only the names differ, which does not prove two people.`
      : `Two people: sealed by ${sealedBy}, released by ${by}.`,
}
