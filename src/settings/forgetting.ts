import type { SettingTable } from './setting.ts'

export const forgettingSettings = {
  employee: {
    flag: '--employee <id>',
    kind: { type: 'texts' },
    about: 'forget this person, by the ID that sheets give; may be repeated',
    default: [],
    usual: 'none',
    commands: ['ledger forget', 'ledger export'],
    variants: {
      'ledger export': { about: 'the person, by the employee ID or staff ID that sheets give', usual: '' },
    },
  },
  employees: {
    flag: '--employees <file>',
    kind: { type: 'text' },
    about: 'forget the persons of a text file, one ID on each line',
    commands: ['ledger forget'],
  },
  before: {
    flag: '--before <date>',
    kind: { type: 'text' },
    about: 'forget what was settled before a date, e.g. 2020-01-01 or 2020-Q1',
    commands: ['ledger forget'],
  },
  reason: {
    flag: '--reason <text>',
    kind: { type: 'text' },
    about: 'recorded in the log; it stays, so it names no person',
    commands: ['ledger forget'],
  },
} as const satisfies SettingTable
