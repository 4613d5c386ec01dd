import { runs, type SettingTable } from './setting.ts'

/** What they find is one JSON object. */
const finders = ['check', 'inspect', 'ledger status', 'ledger rules', 'schedule show', 'doctor'] as const

const heldBack = { commands: runs, isSealed: true, library: { part: 'SendingOptions' } } as const

/** Settings that send rows which are held back by default. */
export const againSettings = {
  retryUnknown: {
    flag: '--retry-unknown',
    about: 'send rows whose outcome is unknown again: may create them twice',
    ...heldBack,
    commands: [...runs, 'undo'],
    variants: { undo: { about: 'send cancellations whose outcome is unknown again' } },
  },
  allowDuplicates: { flag: '--allow-duplicates', about: 'send equal rows too', ...heldBack },
  sendChanged: {
    flag: '--send-changed',
    about: 'send rows that look like edited versions of what was created',
    variants: { decide: { about: 'send decisions again that others have replaced since' } },
    ...heldBack,
  },
  again: { flag: '--again', about: 'create anew what was already done', ...heldBack },
  all: {
    flag: '--all',
    about: 'without an input: include assessments that already have scores',
    commands: ['refresh'],
    library: { part: 'RefreshSettings' },
  },
} as const satisfies SettingTable

export const outputSettings = {
  output: {
    flag: '-o, --output <file>',
    about: 'where to write, .xlsx or .csv',
    usual: 'output/<input name>.<suffix>.xlsx',
    isMain: true,
    commands: [...runs, 'undo', 'check', 'template', 'status', 'ledger export', 'refresh', 'collect', 'report'],
    variants: {
      decide: { about: 'where to write, .xlsx or .csv; with --share-out a folder that is not there yet' },
      check: { about: 'a copy of the workbook with each bad cell marked, .xlsx', usual: '' },
      template: { about: 'where to write, .xlsx', usual: 'output/<operation>.template.xlsx' },
      status: { about: 'with --attempts: a workbook or CSV file, each line sealed by a digest', usual: '' },
      'ledger export': { about: 'where to write, .xlsx or .csv; never over another file', usual: '' },
      undo: { usual: 'output/undo-<run>.decided.xlsx' },
      refresh: { usual: 'output/<input name, if any>.refreshed.xlsx' },
      report: { about: 'where to write, .html or .xlsx', usual: 'output/report.html' },
    },
    library: { part: 'OutputOptions', usual: '`output/<input name>.<suffix>.xlsx`' },
  },
  newWorkbook: {
    flag: '--new-workbook',
    about: 'results in a new workbook, not in a copy of the input',
    commands: [...runs, 'collect'],
    isSealed: true,
    library: { part: 'OutputOptions' },
  },
  from: {
    flag: '--from <date>',
    about: 'from this date, month, quarter or year on: 2026-03-01, 2026-03, 2026-Q1, 2026',
    commands: ['report'],
  },
  to: { flag: '--to <date>', about: 'until it ends', commands: ['report'] },
  people: { flag: '--people', about: 'name people and approvers; else they are numbered', commands: ['report'] },
  attempts: { flag: '--attempts', about: 'who was told what, when, with which answer', commands: ['status'] },
  csv: { flag: '--csv', about: 'with --attempts: as CSV', commands: ['status'] },
} as const satisfies SettingTable

export const watchingSettings = {
  watch: { flag: '--watch', about: 'follow the run that is going on until it ends', commands: ['status'] },
  waiting: {
    flag: '--waiting',
    about: 'what waits for a second person, its confirmation or workers, with the next command',
    commands: ['status'],
    conflicts: ['watch', 'attempts'],
  },
  openAnswers: {
    flag: '--open',
    about: 'who has not answered what was shared out, in words for a mail',
    commands: ['status'],
    conflicts: ['watch', 'attempts', 'waiting'],
  },
  verify: {
    flag: '--verify <audit>',
    about: 'compare an exported audit (.xlsx or .csv) with itself and with the ledger: 0 as written, 3 differences',
    commands: ['status'],
    conflicts: ['watch', 'attempts', 'waiting', 'openAnswers'],
  },
  json: {
    flag: '--json',
    about: 'the last line of standard output is the summary as JSON',
    commands: [
      ...runs,
      'undo',
      ...finders,
      'status',
      'ledger forget',
      'refresh',
      'worker',
      'collect',
      'web',
      'sandbox',
    ],
    variants: {
      ...Object.fromEntries(finders.map((name) => [name, { about: 'one JSON object on standard output' }])),
      status: { about: 'one JSON object on standard output; with --attempts or --watch one a line' },
      web: { about: 'the first line is JSON: url' },
      sandbox: { about: 'the first line is JSON: baseUrl, companies, lists' },
    },
  },
  quiet: {
    flag: '-q, --quiet',
    about: 'only warnings and errors',
    commands: [...runs, 'undo', 'check', 'refresh', 'worker', 'collect', 'report', 'status', 'ledger forget'],
    variants: {
      check: { about: 'only warnings and errors beside the result' },
      report: { about: 'only the name of the file' },
      status: { about: 'only the result, as without it' },
    },
  },
  verbose: { flag: '-v, --verbose', about: 'say more', commands: [...runs, 'undo', 'refresh', 'worker'] },
  logFile: {
    flag: '--log-file <file>',
    about: 'write all messages there too, with times and progress',
    commands: [...runs, 'undo', 'refresh', 'worker'],
    variants: { worker: { about: 'write all messages there too, with times' } },
  },
  events: {
    flag: '--events <file>',
    about: 'add one line of JSON there for each event, - for standard output',
    commands: [...runs, 'undo', 'worker'],
  },
} as const satisfies SettingTable
