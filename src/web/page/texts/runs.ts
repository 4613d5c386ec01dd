import { labelState } from '../../../messages/states.ts'
import type { OtherRun, RecentRun } from '../api.ts'
import { formatCount, formatItems, formatNumberOf, formatRows } from './common.ts'

export const runTexts = {
  recent: 'What was done before',
  recentHeadings: ['When', 'What', 'Sheet', 'Rows', 'Now', ''],
  operations: { assess: 'Trips', decide: 'Decisions', invite: 'Invitations' } as Readonly<Record<string, string>>,
  counts: (counts: RecentRun['counts'], isUnfinished: boolean) =>
    counts.map(({ state, count }) => `${formatCount(count)} ${labelState(state)}`).join(' · ') +
    (isUnfinished ? ' (not finished)' : ''),
  openAgain: 'Open again',
  interrupted: ({ file, counts, rows }: RecentRun) => {
    const countOf = (...states: string[]) =>
      counts.filter(({ state }) => states.includes(state)).reduce((sum, { count }) => sum + count, 0)
    const toLookUp = countOf('unknown', 'sending')
    return `A run of ${file} was interrupted: ${formatCount(countOf('ready'))} of ${formatRows(rows)} are still to be sent${
      toLookUp === 0 ? '' : `, ${formatCount(toLookUp)} must be looked up`
    }.`
  },
  goOn: 'Go on with it',
  other: ({ holder, run }: OtherRun) =>
    `Another program ${
      run === null
        ? `has this company’s ledger open (${holder})`
        : `is sending ${run.file} (${holder}): ${formatCount(run.settled)} of ${formatRows(run.rows)} done`
    }. Nothing can be sent from this page until it has ended.`,
  command: 'The same at a terminal',
  commandLead: 'A colleague with a terminal gets the same by this, in the same folder; what is done is not sent again:',
  pictures: {
    heat: 'Risk by destination',
    heatLead:
      'The highest overall score, and how many have 7 and more (7+); then means, from 0 (no risk) to 10. Choose a destination to see its rows.',
    destination: 'Destination',
    scored: 'Scored',
    worst: 'Highest',
    high: '7+',
    highIn: (name: string, count: number) => `${name}: ${formatCount(count)} with 7 and more`,
    others: (count: number) => `${formatNumberOf('more destination', count)} are in the workbook.`,
    spread: 'How the overall scores are spread',
    with: ' with an overall score of ',
    band: (label: string, count: number) => `Overall ${label}: ${formatItems('assess', count)}`,
    highest: 'The highest overall scores',
  },
}

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
