import type { SettingTable } from './setting.ts'

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
    about: 'statuses of decisions that need a note, e.g. Rejected',
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
