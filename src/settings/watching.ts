import { runs, type SettingTable } from './setting.ts'

export const watchingSettings = {
  watch: { flag: '--watch', about: 'follow the run that is going on until it ends', commands: ['status'] },
  waiting: {
    flag: '--waiting',
    about: 'what waits for a second person, its confirmation or workers, with the next command',
    commands: ['status'],
    conflicts: ['watch', 'attempts'],
  },
  verify: {
    flag: '--verify <audit>',
    about: 'compare an exported audit (.xlsx or .csv) with itself and with the ledger: 0 as written, 3 differences',
    commands: ['status'],
    conflicts: ['watch', 'attempts', 'waiting'],
  },
  json: {
    flag: '--json',
    about: 'the last line of standard output is the summary as JSON',
    commands: [
      ...runs,
      'check',
      'inspect',
      'status',
      'ledger status',
      'ledger forget',
      'ledger rules',
      'refresh',
      'collect',
      'web',
      'sandbox',
      'doctor',
    ],
    variants: {
      check: { about: 'one JSON object on standard output' },
      inspect: { about: 'one JSON object on standard output' },
      status: { about: 'one JSON object on standard output; with --attempts or --watch one a line' },
      'ledger status': { about: 'one JSON object on standard output' },
      'ledger rules': { about: 'one JSON object on standard output' },
      web: { about: 'the first line is JSON: url' },
      doctor: { about: 'one JSON object on standard output' },
      sandbox: { about: 'the first line is JSON: baseUrl, companies, lists' },
    },
  },
  quiet: {
    flag: '-q, --quiet',
    about: 'only warnings and errors',
    commands: [...runs, 'check', 'refresh', 'worker', 'collect', 'report', 'status', 'ledger forget'],
    variants: {
      check: { about: 'only warnings and errors beside the result' },
      report: { about: 'only the name of the file' },
      status: { about: 'only the result, as without it' },
    },
  },
  verbose: { flag: '-v, --verbose', about: 'say more', commands: [...runs, 'refresh', 'worker'] },
  logFile: {
    flag: '--log-file <file>',
    about: 'write all messages there too, with times and progress',
    commands: [...runs, 'refresh', 'worker'],
    variants: { worker: { about: 'write all messages there too, with times' } },
  },
  events: {
    flag: '--events <file>',
    about: 'add one line of JSON there for each event, - for standard output',
    commands: runs,
  },
} as const satisfies SettingTable
