import { labelState } from '../../../messages/states.ts'
import type { OtherRun, RecentRun } from '../state-types.ts'
import { formatCount, formatItems, formatRows } from './common.ts'

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
    others: (count: number) =>
      `${formatCount(count)} more ${count === 1 ? 'destination' : 'destinations'} are in the workbook.`,
    spread: 'How the overall scores are spread',
    with: ' with an overall score of ',
    band: (label: string, count: number) => `Overall ${label}: ${formatItems('assess', count)}`,
    highest: 'The highest overall scores',
  },
}
