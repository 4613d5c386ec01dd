import { runs, type SettingTable } from './setting.ts'

const heldBack = { commands: runs, isSealed: true, library: { part: 'SendingOptions' } } as const

/** Settings that send rows which are held back by default. */
export const againSettings = {
  retryUnknown: {
    flag: '--retry-unknown',
    about: 'send rows whose outcome is unknown again: may create them twice',
    ...heldBack,
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
    about: 'without an input: what has scores already as well',
    commands: ['refresh'],
    library: { part: 'RefreshSettings', about: 'without an input: include assessments that already have scores' },
  },
} as const satisfies SettingTable
