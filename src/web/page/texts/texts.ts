import { resultTitles } from '../../../messages/result-titles.ts'
import { describePlannedLine, describeShownLine, labelState } from '../../../messages/states.ts'
import type { Task } from '../../request-schemas.ts'
import type { DraftState } from '../../sheet/drafts.ts'
import type { DestinationState, StateCount } from '../api.ts'
import { checkTexts, columnTexts } from './check.ts'
import {
  baseName,
  formatCells,
  formatCount,
  formatDone,
  formatItems,
  formatRows,
  formatSeconds,
  formatTime,
  quoted,
  send,
} from './common.ts'
import { decisionTexts, runTexts } from './runs.ts'
import { personTexts, settingsTexts } from './settings.ts'

const kinds: Readonly<Record<DestinationState['kind'], string>> = {
  test: 'TEST',
  sandbox: 'TEST · simulated',
  production: 'not marked as test',
}

/** All texts of the page, in English. Another language is another object like this one. */
export const texts = {
  product: 'Risk assessments',
  steps: {
    start: 'Home',
    decisions: 'Decisions',
    invitations: 'Invitations',
    sheet: 'Columns',
    check: 'Check',
    plan: 'Review',
    release: 'Release',
    run: 'Send',
    results: 'Results',
    settings: 'Settings',
  },
  /** Explains a step that cannot be opened yet. */
  closedSteps: {
    sheet: 'Comes with a sheet: choose one at Home',
    check: 'Comes once the headings of the sheet are understood',
    plan: 'Comes with the button of Check',
    release: 'Comes once a plan is sealed',
    run: 'Comes when something is sent',
    results: 'Comes when a run has ended',
  } as Readonly<Record<string, string>>,
  stepsLabel: 'Steps',
  jobs: { home: 'Home', trips: 'Trips', decisions: 'Decisions', invitations: 'Invitations', settings: 'Settings' },
  jobsLabel: 'Jobs',
  /** With the share that is done while a run goes on, or its end until that is seen. */
  titleOf: (step: string, run: { rows: number; settled: number; end: object | null } | null, isEndUnseen: boolean) =>
    run === null || run.end !== null || run.rows === 0
      ? isEndUnseen
        ? `${texts.run.ended} · ${step}`
        : step
      : `${Math.floor((100 * run.settled) / run.rows)} % · ${step}`,
  skipLink: 'To the content',
  environment: (destination: DestinationState) => kinds[destination.kind],
  address: ({ kind, label }: DestinationState) =>
    kind === 'sandbox' ? 'the simulated service in this program' : label,
  destination: (destination: DestinationState) =>
    `Sends to ${texts.address(destination)}${destination.company === 'default' ? '' : `, company ${destination.company}`}`,
  busy: {
    reading: 'Reading the sheet …',
    checking: 'Checking every row …',
    planning: 'Working out what would be sent …',
    answering: 'Noting your answer …',
    sealing: 'Sealing the plan …',
    looking: 'Working in the ledger …',
  },
  read: (rows: number) => `${formatRows(rows)} read`,
  cancel: 'Cancel',
  balance: 'Rows by outcome',
  row: 'row',
  find: 'Find',
  sort: (heading: string) => `Sort by ${heading}`,
  warning: 'Warning',
  quoted,
  dates: (patterns: readonly string[]) => `Dates written as text are read as ${patterns.join(', ')}.`,
  download: 'Download',
  standsIn: (name: string, folder: string) => `${name}, in the folder ${baseName(folder)}`,
  /** Titles of result columns, as in a workbook. */
  headings: { ...resultTitles, report: 'Report', ...decisionTexts.headings } as Readonly<Record<string, string>>,
  closeError: 'Close this message',
  lost: 'The program behind this page does not answer: below is what was seen last. Its ledger holds everything that was sent. Start the program again: your corrections are kept.',
  failed: {
    action: 'That did not work. Nothing was sent by it; try again.',
    download: 'The file cannot be read any more where it was written. It was moved, renamed or deleted.',
  },
  locked: {
    title: 'This page is closed',
    body: 'Start the program again, as you did before: while the page still runs, that opens it here. Nothing that you corrected is lost.',
    usedAgain:
      'A link that had been used before was opened again. For safety the page was closed in every browser that had it open.',
  },
  profile: {
    title: 'Is this set-up yours?',
    ask: 'Nothing was read or sent. Use it only if you know these values, or whoever set the program up for you does.',
    agree: 'Use it from now on',
    refuse: 'Do not use it',
    refused: 'The file is not used, and the program has ended. Nothing was read or sent.',
  },
  start: {
    titles: { assess: 'Which sheet?', decide: 'Which decisions?', invite: 'Who is invited?' },
    leads: {
      assess: 'Take your workbook or CSV file as it is. It stays on this computer and is never changed.',
      decide: 'Take the workbook with the results, a sheet of decisions, or a plan that another person has sealed.',
      invite: 'Take a sheet with first name, last name, e-mail and staff ID. Each person gets an e-mail.',
    },
    how: (task: Task) => [
      `You drop ${task === 'assess' ? 'your' : 'the'} sheet.`,
      `Every ${task === 'decide' ? 'decision' : 'row'} is checked; nothing is sent.`,
      texts.start.lastSteps[task],
    ],
    lastSteps: {
      assess: 'You press Assess, and get your workbook back with the scores.',
      decide: 'You type the number of decisions, and they are recorded.',
      invite: 'You type the number of people, and each gets an e-mail.',
    },
    unsent: ({ label, cells, at }: DraftState) =>
      `${label}: ${cells === 0 ? 'answers' : formatCells(cells)} from ${formatTime(at)} ${cells === 1 ? 'is' : 'are'} kept and not sent yet.`,
    goOnWith: (label: string) => `with ${label}`,
    corrections: (label: string) => `the corrections of ${label}`,
    discard: 'Discard',
    restored: ({ cells, at }: DraftState) =>
      `${cells === 0 ? 'Your answers' : `Your corrections in ${formatCells(cells)}`} from ${formatTime(at)} are here again.`,
    asInFile: 'Show the sheet as it is in the file',
    drop: 'Drop a sheet here, or',
    choose: 'choose a file',
    noSheet: 'No sheet at hand?',
    template: 'Download an empty one to fill in',
    templates: { assess: 'trips.template.xlsx', decide: 'decisions.template.xlsx', invite: 'people.template.xlsx' },
    example: 'Try it with an example of 60 trips',
    large: 'This file is larger than 200 MB: the page cannot take it.',
    going: 'A run is going on: another sheet can be opened when it has ended.',
  },
  check: checkTexts,
  plan: {
    send,
    askOnly: (count: number) => `Ask for the scores of ${formatItems('assess', count)}`,
    again: 'Write the results again',
    at: 'at',
    nothing: (wrong: number) =>
      `Nothing is new: all that is ready was sent before.${wrong === 0 ? '' : ` ${formatRows(wrong)} must be corrected first.`}`,
    correct: (wrong: number) => `Correct ${formatRows(wrong)}`,
    later: (seconds: number) => `· about ${formatSeconds(seconds)}`,
    already: (task: string, count: number) =>
      `${formatItems(task, count)} ${count === 1 ? 'was' : 'were'} sent before and will not be sent again.`,
    saved: (file: string, folder: string, edited: number) =>
      `${edited === 0 ? 'What is sent is kept' : 'Your corrections are saved'} as ${file} in ${baseName(folder)}. Your own file was not changed.`,
    first: 'The first ones',
    superseded: (count: number) =>
      count === 1
        ? 'One decision of this sheet was recorded before, and another has replaced it since. Send it all the same.'
        : `${formatCount(count)} decisions of this sheet were recorded before, and others have replaced them since. Send them all the same.`,
    supersededSent: 'Decisions that others have replaced since are sent again.',
    changed:
      'Not sent, because they look like edited versions of trips that were assessed before. If one is another trip, write yes beside it in the sheet Changed of the workbook with the results, save that, and look at the plan again:',
    rows: 'Every row',
    production: 'This address is not marked as test: what is sent there counts.',
  },
  run: {
    going: (settled: number, all: number, inFlight: number, pending: number) =>
      `${formatCount(settled)} of ${formatRows(all)} done · ${formatCount(inFlight)} on their way · ${formatCount(pending)} wait for scores`,
    pace: (perMinute: number, secondsLeft: number) =>
      `${formatCount(perMinute)} a minute, about ${formatSeconds(secondsLeft)} left`,
    pause: 'Pause',
    resume: 'Go on',
    paused: 'Paused: nothing new is sent. What was created is still asked for its scores.',
    grid: 'Rows as they are now',
    stages: { load: 'Reading', send: 'Sending and waiting for scores', write: 'Writing the workbook' },
    stop: 'Stop',
    stopping: 'Stopping: what is on its way is finished …',
    ended: 'Ended',
    mayClose: 'You may close this page; the run goes on. The program itself must stay open.',
    question: (count: number, field: string, message: string) =>
      `${formatRows(count)} in succession were refused with “${[field, message].filter(Boolean).join(': ')}”. Is that column understood rightly?`,
    goOn: 'Go on sending',
    noMore: 'Stop sending',
    toResults: 'To the results',
  },
  results: {
    headline: (task: string, done: number, rows: number) =>
      `${formatCount(done)} of ${formatItems(task, rows)} ${formatDone(task)}`,
    allDone: 'Nothing more needs you here.',
    needsYou: (counts: readonly StateCount[]) =>
      `Still open: ${counts.map(({ state, count }) => `${formatCount(count)} ${texts.state(state)}`).join(', ')}.`,
    stopped: 'Stopped before the end',
    noOutput: 'No workbook was written.',
    download: 'Download the workbook',
    goOn: 'Go on with the rest',
    orphans: (task: string, count: number) =>
      `${formatItems(task, count)} of earlier runs ${count === 1 ? 'is' : 'are'} no longer in this sheet (sheet Orphans of the workbook).`,
    spilled: 'Some answers could not be written to the ledger',
    keepSpilled: 'They are shown in the window of the program: copy them before you close it.',
    refused: (count: number) => `Correct ${formatItems('assess', count)} that the service refused`,
    wrong: (count: number) => `Correct ${formatRows(count)} that ${count === 1 ? 'is' : 'are'} wrong`,
    shownOnly: (what: string) => `Only ${what}`,
    showAll: 'Show all rows',
    filterLabel: 'Outcomes to show',
    grid: 'Rows with their results',
    unknownLead:
      'It cannot be known from here whether these were processed. They are not sent again by themselves. Look each one up at the service and say what you found.',
    sentAt: (ms: number) => `sent ${formatTime(ms)}`,
    identifier: (task: string, row: string) => `${task === 'invite' ? 'User' : 'Assessment'} id of row ${row}`,
    found: 'It is there',
    notCreated: {
      act: 'It is not there',
      sure: 'Yes, I looked it up: it does not exist there',
      notSure: 'I am not sure',
    },
    answered: (answer: string) => `Noted: ${answer}`,
    lookUp: (task: string, count: number) => `Look up ${formatItems(task, count)}`,
    afterAnswers: 'Then go on with the rest: rows that are not there are sent, the others are not.',
    outcome: (outcome: string) => {
      const state = outcome.replace(/ earlier$/, '')
      return state === outcome ? texts.state(state) : `${texts.state(state)} earlier`
    },
  },
  decisions: decisionTexts,
  columns: columnTexts,
  runs: runTexts,
  settings: settingsTexts,
  person: personTexts,
  state: labelState,
  meaning: describeShownLine,
  willBe: describePlannedLine,
}
