import { ledgerReaders, runs, type SettingTable, senders } from './setting.ts'

export const memorySettings = {
  ledger: {
    flag: '--ledger <file>',
    about: 'the ledger: a file, or postgres://user@host/database for a team',
    usual: 'RWA_LEDGER, else one file for this user, in every folder',
    commands: [...senders, ...ledgerReaders, 'doctor'],
    variable: 'RWA_LEDGER',
    profile: { level: 'run', isPath: true, asksTrust: true },
    library: { part: 'TargetOptions', usual: 'the ledger of the command line' },
  },
  company: {
    flag: '--company <label>',
    about: 'label that keeps the companies of one address apart',
    default: 'default',
    commands: [...senders, 'report', 'doctor', 'ledger rules'],
    variants: {
      worker: { about: 'whose token it is, where the profile names no companies' },
      report: { about: 'only this company', default: undefined, usual: 'all' },
    },
    profile: { level: 'run' },
    library: { part: 'TargetOptions' },
  },
  companies: {
    kind: { type: 'pairs' },
    about: 'company → a file with its API token; a worker serves these companies',
    profile: { level: 'only', isPath: true, asksTrust: true },
  },
  tokenRotated: {
    flag: '--token-rotated',
    about: 'the token is new, the company the same',
    commands: [...runs, 'undo', 'refresh', 'worker'],
    library: { part: 'TargetOptions' },
  },
  newLedger: {
    flag: '--new-ledger',
    about: 'use this ledger for this address and company from now on; the rows of another one do not count',
    commands: senders,
    library: { part: 'TargetOptions' },
  },
  ephemeralLedger: {
    flag: '--ephemeral-ledger',
    about: 'use a new ledger for production that ends with its container or machine',
    commands: senders,
    library: { part: 'TargetOptions' },
  },
  trustAddress: {
    flag: '--trust-address',
    about: 'send a token that is known from one address to another one',
    commands: senders,
    library: { part: 'TargetOptions' },
  },
  acceptRestored: {
    flag: '--accept-restored',
    about: 'continue with a ledger that was restored from a copy, or a database that another server has taken over',
    commands: ['ledger init'],
  },
} as const satisfies SettingTable

/** `trips`: since a trip was settled; `answers`: unread answers of the service. */
export const retentionNames = ['trips', 'answers'] as const

const onForget = { commands: ['ledger forget'] } as const

export const forgettingSettings = {
  employee: {
    flag: '--employee <id>',
    kind: { type: 'texts' },
    about: 'forget this person, by the ID that sheets give; may be repeated',
    default: [],
    usual: 'none',
    commands: ['ledger forget', 'ledger export'],
    variants: { 'ledger export': { about: 'the person, by the employee ID or staff ID that sheets give', usual: '' } },
  },
  employees: {
    flag: '--employees <file>',
    about: 'forget the persons of a text file, one ID on each line',
    ...onForget,
  },
  before: {
    flag: '--before <date>',
    about: 'forget what was settled before a date, e.g. 2020-01-01 or 2020-Q1',
    ...onForget,
  },
  byRetention: {
    flag: '--by-retention',
    about: 'forget what is older than the retention of the profile or the ledger allows',
    conflicts: ['employee', 'employees', 'before'],
    ...onForget,
  },
  retention: {
    kind: { type: 'periods', names: retentionNames },
    about: 'how long content is kept (ISO 8601, whole days): of trips since they were settled, of raw answers',
    profile: { level: 'only', asksTrust: true },
  },
  fourEyes: {
    about: 'a decision needs two people: one seals the plan, another releases it',
    profile: { level: 'only' },
  },
  secondPair: { about: 'the same setting as fourEyes, under its earlier name', profile: { level: 'only' } },
  noteFor: {
    kind: { type: 'texts' },
    about: 'decisions that need a note: Rejected, or from a score on Compliance Approved>=7, >=7 for all',
    profile: { level: 'only' },
  },
  holds: {
    kind: { type: 'text' },
    about: 'a CSV file with the people who must not be forgotten, by their IDs in the first column',
    profile: { level: 'only', isPath: true, asksTrust: 'outside' },
  },
  outputs: {
    flag: '--outputs <what>',
    kind: { type: 'choice', choices: ['list', 'delete'] },
    about: 'outputs and copies that still name a person: list them, or delete them',
    default: 'list',
    ...onForget,
  },
  reason: { flag: '--reason <text>', about: 'recorded in the log; it stays, so it names no person', ...onForget },
} as const satisfies SettingTable
