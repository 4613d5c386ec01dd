import type { CountState, ShownPlace } from '../protocol.ts'
import { formatCount, formatSeconds, formatTime, halts, meanings, rows, states, trips } from './words.ts'

const kinds: Readonly<Record<ShownPlace['kind'], string>> = {
  test: 'TEST',
  sandbox: 'TEST · simulated',
  production: 'not marked as test',
}

/** All that the page says, in English. Another language is another object like this one. */
export const texts = {
  product: 'Risk assessments',
  steps: {
    start: 'Start',
    sheet: 'Sheet',
    check: 'Check',
    plan: 'Plan',
    run: 'Run',
    results: 'Results',
    settings: 'Settings',
  },
  stepsLabel: 'Steps',
  skipLink: 'To the content',
  place: (place: ShownPlace) => kinds[place.kind],
  address: ({ kind, label }: ShownPlace) => (kind === 'sandbox' ? 'the simulated service in this program' : label),
  placeOf: (place: ShownPlace) =>
    `Sends to ${texts.address(place)}${place.company === 'default' ? '' : `, company ${place.company}`}`,
  busy: {
    reading: 'Reading the sheet …',
    checking: 'Checking every row …',
    planning: 'Working out what would be sent …',
    answering: 'Noting your answer …',
  },
  closeError: 'Close this message',
  lost: 'The program behind this page does not answer. What was sent is safe in its memory. Start it again and use the new link.',
  failed: 'That did not work. Nothing was sent by it; try again.',
  locked: {
    title: 'This page is closed',
    body: 'It opens only with the link that the program shows, and each link opens it once, within two minutes. Press Enter in the window of the program for a new link, or start the program again.',
    usedAgain:
      'A link that had been used before was opened again. To be safe the page was closed for everybody who had it.',
  },
  start: {
    title: 'Which sheet?',
    lead: 'Take your workbook or CSV file as it is. It stays on this computer and is never changed.',
    drop: 'Drop a sheet here, or',
    choose: 'choose a file',
    large: 'This file is larger than 200 MB: the page cannot take it.',
    going: 'A run is going on: another sheet can be opened when it has ended.',
  },
  sheet: {
    title: 'What was understood',
    headingRow: (row: number) => `headings in row ${formatCount(row)}`,
    heading: 'Your heading',
    field: 'Read as',
    examples: 'Examples',
    carried: 'not sent, carried along',
    readAs: (heading: string) => `Read “${heading}” as`,
    missing: 'No column was found for:',
    forAll: (title: string) => `${title}: one value for all rows`,
    use: 'Use for all rows',
    whichSheet: 'Several worksheets look right. Which one is meant?',
    all: 'all of them, as one run',
    goOn: (count: number) => `Check ${rows(count)}`,
    takeBack: 'Take back',
    dates: (patterns: string) => `Dates written as text are read as ${patterns}.`,
    setTo: (field: string, value: string) => `${field} is “${value}” in all rows that have none`,
  },
  check: {
    title: 'Check',
    filters: {
      all: 'all',
      ready: 'ready',
      wrong: 'wrong',
      doubtful: 'with a warning',
      refused: 'refused by the service',
      skipped: 'left out',
    },
    filterLabel: 'Rows to show',
    problems: 'Problems',
    warnings: 'Warnings',
    none: 'Nothing is wrong.',
    notes: 'Good to know',
    show: 'Show',
    rowAsWhole: 'the row as a whole',
    empty: '(empty)',
    times: (count: number) => `${formatCount(count)} ×`,
    insteadOf: (written: string, field: string) =>
      `Instead of ${written === '' ? 'nothing' : `“${written}”`} in ${field}`,
    useIn: (count: number) => (count === 1 ? 'Use' : `Use in all ${formatCount(count)}`),
    dates: (pattern: string) => `Read as ${pattern}`,
    undo: (count: number) => `Undo (${formatCount(count)})`,
    edited: (count: number) => `${formatCount(count)} ${count === 1 ? 'cell' : 'cells'} corrected`,
    goOn: (ready: number) => `Continue with ${trips(ready)}`,
    nothingReady: 'No row is ready to be sent yet.',
    grid: 'Rows of the sheet',
    keys: 'Arrows move · Enter edits · F8 next problem · Ctrl+Z undoes',
    ok: 'Nothing is wrong here.',
    useOne: (value: string) => `Use “${value}”`,
    row: 'row',
    state: 'state',
    unsaved: 'Corrections are kept while this program runs, and saved to a file of their own when you continue.',
  },
  plan: {
    title: 'Plan',
    assess: (count: number) => `Assess ${trips(count)}`,
    askOnly: (count: number) => `Ask for the scores of ${trips(count)}`,
    again: 'Write the results again',
    at: 'at',
    nothing: 'Nothing is new: all that is ready was sent before.',
    later: (seconds: number) => `about ${formatSeconds(seconds)}`,
    already: (count: number) =>
      `${trips(count)} ${count === 1 ? 'was' : 'were'} assessed before and will not be sent again.`,
    saved: (file: string, folder: string, edited: number) =>
      `${edited === 0 ? 'What is sent is kept' : 'Your corrections are saved'} as ${file} in ${folder}. Your own file was not changed.`,
    first: 'The first ones',
    changed:
      'Not sent, because they look like edited versions of trips that were assessed before. If one is another trip, write yes beside it in the sheet Changed of the workbook with the results, save that, and look at the plan again:',
    rows: 'Every row',
    production: 'This address is not marked as test: what is sent there counts.',
    back: 'Back to the sheet',
  },
  run: {
    title: 'Run',
    going: (settled: number, all: number) => `${formatCount(settled)} of ${rows(all)} done`,
    inFlight: (count: number) => `${formatCount(count)} on their way`,
    pending: (count: number) => `${formatCount(count)} wait for scores`,
    stages: { load: 'Reading', send: 'Sending and waiting for scores', write: 'Writing the workbook' },
    stop: 'Stop',
    stopping: 'Stopping: what is on its way is finished …',
    mayClose: 'You may close this page; the run goes on. The program itself must stay open.',
    question: (count: number, what: string) =>
      `${rows(count)} in succession were refused with “${what}”. Is that column understood rightly?`,
    goOn: 'Go on sending',
    noMore: 'Stop sending',
    ended: 'It has ended.',
    toResults: 'To the results',
  },
  results: {
    title: 'Results',
    none: 'Nothing was sent yet.',
    stopped: 'Stopped before the end.',
    download: (name: string) => `Download ${name}`,
    standsIn: (folder: string) => `It stands in ${folder}.`,
    noOutput: 'No workbook was written.',
    goOn: 'Go on with the rest',
    orphans: (count: number) =>
      `${trips(count)} of earlier runs ${count === 1 ? 'is' : 'are'} no longer in this sheet (sheet Orphans of the workbook).`,
    spilled: 'The memory could not take some answers. They stand in the window of the program: keep what is there.',
    headings: {
      outcome: 'Outcome',
      employeeId: 'Employee',
      destination: 'Destination',
      startDate: 'From',
      endDate: 'To',
      overallTrip: 'Overall',
      workingRights: 'Working rights',
      payrollTax: 'Payroll tax',
      socialSecurity: 'Social security',
      corporateTax: 'Corporate tax',
      employmentLaw: 'Employment law',
      contractorMisclass: 'Contractor',
      cumulativePeRiskLevel: 'Cumulative PE level',
      report: 'Report',
      problem: 'What is wrong',
    } as Readonly<Record<string, string>>,
    filterLabel: 'Outcomes to show',
    grid: 'Rows with their results',
    unknownTitle: (count: number) => `Look up ${trips(count)}`,
    unknownLead:
      'It cannot be known from here whether these were created. They are not sent again by themselves. Look each one up at the service and say what you found.',
    sentAt: (ms: number) => `sent ${formatTime(ms)}`,
    identifier: (row: string) => `Assessment id of row ${row}`,
    found: 'It was created',
    notCreated: 'It was not created',
    sure: 'Yes, I looked it up: it does not exist there',
    notSure: 'I am not sure',
    answered: (answer: string) => `Noted: ${answer}`,
    afterAnswers: 'Then go on with the rest: what was not created is sent, what was created is asked for its scores.',
    outcome: (outcome: string) => {
      const state = outcome.replace(/ earlier$/, '')
      return state === outcome ? texts.state(state) : `${texts.state(state)} earlier`
    },
  },
  state: (state: string) => states[state] ?? state,
  meaning: ({ state, wasDone }: CountState) =>
    wasDone ? 'assessed before; not sent again' : (meanings[state] ?? state),
  willBe: ({ state, wasDone }: CountState) =>
    state === 'ready'
      ? 'to be sent now'
      : state === 'unknown'
        ? 'unknown since an earlier run: not sent'
        : texts.meaning({ state, wasDone, count: 0 }),
  halt: ({ kind, message, count }: { kind: string; message: string; count: number }) =>
    halts[kind]?.(message, count) ?? message,
}
