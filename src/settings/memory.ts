import { runs, type SettingTable, senders } from './setting.ts'

export const memorySettings = {
  ledger: {
    flag: '--ledger <file>',
    about:
      'the ledger: a file, or postgres://user@host/database for a team (or RWA_LEDGER; default: one file for this user, in every folder)',
    commands: [...senders, 'status', 'ledger export', 'ledger forget', 'ledger rules', 'collect', 'report', 'doctor'],
    variable: 'RWA_LEDGER',
    profile: {
      level: 'run',
      isPath: true,
      asksTrust: true,
      about: 'the ledger: a file, or postgres://user@host/database',
    },
    library: {
      part: 'TargetOptions',
      about: 'file or address of the ledger, which prevents duplicates',
      usual: 'the ledger of the command line',
    },
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
    commands: [...runs, 'refresh', 'worker'],
    library: { part: 'TargetOptions' },
  },
  newLedger: {
    flag: '--new-ledger',
    about: 'from now on this ledger, not the one used so far for this address and company',
    commands: senders,
    library: {
      part: 'TargetOptions',
      about: 'use this ledger for this address and company from now on; the rows of another ledger do not count',
    },
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
