import type { CommandName, SettingTable } from './setting.ts'

const runs = ['assess', 'decide', 'invite'] as const satisfies readonly CommandName[]
const sheetReaders = [...runs, 'check', 'inspect'] as const
const noListedField = 'it sends no role type, urgency or country'
const noDate = 'it sends no date'

/** How a sheet is read. */
export const inputSettings = {
  profile: {
    flag: '--profile <file>',
    kind: { type: 'text' },
    about: 'JSON: address, ledger, headings, values and what else holds for every run',
    usual: 'rwa-batch.json in this folder or above it',
    isMain: true,
    commands: [...sheetReaders, 'status', 'refresh', 'worker', 'collect', 'web', 'report'],
  },
  sheets: {
    flag: '--sheet <name>',
    kind: { type: 'sheets' },
    about: 'worksheet to read; may be repeated; all: every visible one whose headings fit, as one run',
    usual: 'the only one that fits',
    commands: sheetReaders,
    isSealed: true,
    profile: {
      level: 'operation',
      key: 'sheets',
      about: 'worksheets to read as one run; all: every visible one whose headings fit',
    },
    library: {
      part: 'ReadOptions',
      type: 'string | readonly string[]',
      about: 'worksheets to read as one run, or `all` visible ones whose headings fit',
      usual: 'the only one that fits; several are refused',
    },
  },
  sheet: {
    flag: '--sheet <name>',
    kind: { type: 'text' },
    about: 'worksheet to read',
    usual: 'Results, or the only one with identifiers',
    commands: ['refresh'],
    library: { part: 'RefreshSettings' },
  },
  columns: {
    flag: '--columns <file>',
    kind: { type: 'columns' },
    about: 'JSON: your own heading → field, or "" for none',
    commands: [...sheetReaders, 'refresh'],
    isSealed: true,
    profile: { level: 'operation', about: 'your own heading → field, or "" for none' },
    library: {
      part: 'ReadOptions',
      about: 'own heading → field, or an empty text for none',
      usual: 'none',
    },
  },
  set: {
    flag: '--set <field=value>',
    kind: { type: 'pairs' },
    about: 'value for the empty cells of a field; may be repeated',
    default: {},
    usual: 'none',
    commands: sheetReaders,
    isSealed: true,
    profile: {
      level: 'operation',
      about: 'field → value for its empty cells, or for all rows where there is no such column',
    },
    library: {
      part: 'ReadOptions',
      about: 'field → value for its empty cells, or for all rows where there is no such column',
    },
  },
  lists: {
    flag: '--lists <file>',
    kind: { type: 'lists' },
    about: 'JSON: the known values of roleType, urgency, citizenship, destination, residency',
    commands: [...sheetReaders, 'template', 'web'],
    withheld: { decide: noListedField, invite: noListedField },
    isSealed: true,
    profile: {
      level: 'reading',
      about: 'a JSON file with the known values of roleType, urgency, citizenship, destination, residency',
    },
    library: {
      part: 'ReadOptions',
      about: "field → the company's known values, checked before anything is sent",
      usual: 'values are sent as written',
    },
  },
  values: {
    flag: '--values <file>',
    kind: { type: 'fixes' },
    about: 'JSON: by field, what people write → what the service takes; "" is an empty cell',
    commands: sheetReaders,
    isSealed: true,
    profile: {
      level: 'operation',
      about: 'field → what people write in its cells ("" for an empty one) → what the service takes',
    },
    library: {
      part: 'ReadOptions',
      about: 'field → written text (also an empty one) → meaning',
      usual: 'cells are read as they are',
    },
  },
  dateFormat: {
    flag: '--date-format <pattern>',
    kind: { type: 'texts' },
    about: 'how dates written as text are read, e.g. DD/MM/YYYY; may be repeated',
    default: [],
    usual: 'none',
    commands: sheetReaders,
    withheld: { decide: noDate, invite: noDate },
    isSealed: true,
    profile: {
      level: 'operation',
      key: 'dateFormats',
      about: 'how dates written as text are read, e.g. DD.MM.YYYY',
    },
    library: {
      part: 'ReadOptions',
      about: 'patterns of dates written as text, e.g. `DD/MM/YYYY`; several are all tried',
      usual: 'only ISO 8601',
    },
  },
  encoding: {
    flag: '--encoding <name>',
    kind: { type: 'text' },
    about: 'of a CSV file',
    usual: 'detected, and said',
    commands: [...sheetReaders, 'refresh'],
    variants: { refresh: { usual: 'detected' } },
    isSealed: true,
    profile: { level: 'operation', about: 'for CSV files' },
    library: { part: 'ReadOptions', about: 'encoding of a CSV file, e.g. `windows-1252`', usual: 'detected' },
  },
  delimiter: {
    flag: '--delimiter <character>',
    kind: { type: 'delimiter' },
    about: 'of a CSV file',
    usual: 'detected, and said',
    commands: [...sheetReaders, 'refresh'],
    variants: { refresh: { usual: 'detected' } },
    isSealed: true,
    profile: { level: 'operation', about: 'for CSV files' },
    library: { part: 'ReadOptions', about: 'delimiter of a CSV file, one character', usual: 'detected' },
  },
  hidden: {
    flag: '--hidden <policy>',
    kind: { type: 'choice', choices: ['include', 'skip'] },
    about: 'rows hidden in the sheet',
    commands: [...runs, 'check'],
    isSealed: true,
    profile: { level: 'operation' },
    library: { part: 'ReadOptions', usual: 'assess includes them; decide and invite refuse such a sheet' },
  },
  for: {
    flag: '--for <operation>',
    kind: { type: 'choice', choices: runs },
    about: 'what the sheet is for',
    default: 'assess',
    commands: ['inspect'],
  },
  rows: {
    flag: '--rows <n>',
    kind: { type: 'rowCount' },
    about: 'rows to show, or all',
    default: 20,
    commands: ['inspect'],
  },
  draft: {
    flag: '--draft',
    kind: { type: 'switch' },
    about: 'write a profile with a guess for every heading and value that is not understood',
    commands: ['inspect'],
  },
} as const satisfies SettingTable
