import type { OtherRun, RecentRun } from '../protocol-runs.ts'
import { formatCount, formatTime, rows, states, trips } from './words.ts'

const operations: Readonly<Record<string, string>> = { assess: 'Trips', decide: 'Decisions', invite: 'Invitations' }

/** What the page says of runs that others did, of what was done before, and of pictures. */
export const runTexts = {
  recent: 'What was done before',
  recentHeadings: ['When', 'What', 'Sheet', 'Rows', 'Now'],
  what: ({ operation }: RecentRun) => operations[operation] ?? operation,
  when: ({ startedAt }: RecentRun) => formatTime(startedAt),
  unfinished: 'not finished',
  counts: (counts: RecentRun['counts']) =>
    counts.map(({ state, count }) => `${formatCount(count)} ${states[state] ?? state}`).join(' · '),
  openAgain: (file: string) => `Open ${file} again`,
  download: (name: string) => `Download ${name}`,
  other: ({ holder, run }: OtherRun) =>
    run === null
      ? `Somebody else uses the memory just now: ${holder}. Nothing can be sent from here until that has ended.`
      : `Somebody else is sending ${run.file} just now (${holder}): ${formatCount(run.settled)} of ${rows(run.rows)} done. Nothing can be sent from here until that has ended.`,
  pause: 'Pause',
  goOn: 'Go on',
  paused: 'Paused: nothing new is sent. What was created is still asked for its scores.',
  grid: 'Rows as they are now',
  refused: (count: number) => `Correct ${trips(count)} that the service refused`,
  command: 'The same at a terminal',
  commandLead: 'A colleague with a terminal gets the same by this, in the same folder; what is done is not sent again:',
  pictures: {
    title: 'Pictures',
    heat: 'Risk by destination',
    heatLead: 'Mean scores from 0 (no risk) to 10, as the service gives them. Choose one to see its rows below.',
    destination: 'Destination',
    scored: 'Scored',
    others: (count: number) =>
      `${formatCount(count)} more ${count === 1 ? 'destination' : 'destinations'} are in the workbook.`,
    cell: (destination: string, kind: string, mean: string) => `${destination}, ${kind}: ${mean}`,
    spread: 'How the overall scores are spread',
    with: ' with an overall score of ',
    band: (label: string, count: number) => `Overall ${label}: ${trips(count)}`,
    highest: 'The highest overall scores',
    showRow: (name: string) => `Show ${name}`,
  },
  shownOnly: (what: string) => `Only ${what}`,
  showAll: 'Show all rows',
}
