import { runs, type SettingTable } from './setting.ts'

export const outputSettings = {
  output: {
    flag: '-o, --output <file>',
    about: 'where to write, .xlsx or .csv',
    usual: 'output/<input name>.<suffix>.xlsx',
    isMain: true,
    commands: [...runs, 'check', 'template', 'status', 'ledger export', 'refresh', 'collect', 'report'],
    variants: {
      check: { about: 'a copy of the workbook with each bad cell marked, .xlsx', usual: '' },
      template: { about: 'where to write, .xlsx', usual: 'output/<operation>.template.xlsx' },
      status: { about: 'with --attempts: a workbook or CSV file, each line sealed by a digest', usual: '' },
      'ledger export': { about: 'where to write, .xlsx or .csv; never over another file', usual: '' },
      refresh: { usual: 'output/<input name, if any>.refreshed.xlsx' },
      report: { about: 'where to write, .html or .xlsx', usual: 'output/report.html' },
    },
    library: {
      part: 'OutputOptions',
      about: 'path of the workbook (.xlsx) or table (.csv) to write',
      usual: '`output/<input name>.<suffix>.xlsx`',
    },
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
