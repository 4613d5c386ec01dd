import { runs, type SettingTable } from './setting.ts'

/** Settings that send rows which are held back by default. */
export const againSettings = {
  retryUnknown: {
    flag: '--retry-unknown',
    kind: { type: 'switch' },
    about: 'send rows whose outcome is unknown again: may create them twice',
    commands: runs,
    isSealed: true,
    library: { part: 'SendingOptions' },
  },
  allowDuplicates: {
    flag: '--allow-duplicates',
    kind: { type: 'switch' },
    about: 'send equal rows too',
    commands: runs,
    isSealed: true,
    library: { part: 'SendingOptions' },
  },
  sendChanged: {
    flag: '--send-changed',
    kind: { type: 'switch' },
    about: 'send rows that look like edited versions of what was created',
    commands: runs,
    variants: { decide: { about: 'send decisions again that others have replaced since' } },
    isSealed: true,
    library: { part: 'SendingOptions' },
  },
  again: {
    flag: '--again',
    kind: { type: 'switch' },
    about: 'create anew what was already done',
    commands: runs,
    isSealed: true,
    library: { part: 'SendingOptions' },
  },
  all: {
    flag: '--all',
    kind: { type: 'switch' },
    about: 'without an input: what has scores already as well',
    commands: ['refresh'],
    library: { part: 'RefreshSettings', about: 'without an input: include assessments that already have scores' },
  },
} as const satisfies SettingTable
