import type { CheckState } from '../../protocol/check.ts'
import type { SettingsState } from '../../protocol/settings.ts'
import { formatCellText, formatCount, quoted } from './common.ts'

export const settingsTexts = {
  address: 'Sends to',
  company: 'Company',
  ledger: 'Ledger (what this company has sent before)',
  rules: 'Rules of the company',
  noRules: 'None.',
  profile: 'Kept in',
  notThere: 'created with the first setting',
  fixed: 'Address, company and ledger are set by the person who set this program up.',
  access: 'Access to the service',
  token: {
    none: 'No token was given yet: nothing can be sent.',
    start: 'The token came with the program.',
    typed: 'The token was given on this page.',
  } as Readonly<Record<SettingsState['token']['source'], string>>,
  tokenFile: (file: string) => `It is read from ${file} when the program starts.`,
  give: 'Token',
  giveLead: 'It is sent to the address above and to no other. It is never shown again, and never kept in this browser.',
  keep: 'Keep it in a file that only I can read, for the next start',
  rotated: 'It replaces an earlier token of the same company',
  useToken: 'Use this token',
  remembered: 'What is remembered',
  rememberedLead: 'It holds for every sheet, on this page and at a terminal.',
  nothing: 'Nothing yet.',
  headings: 'Headings',
  set: 'One value for all rows that have none',
  values: 'What people write',
  written: 'In the sheet',
  value: 'Value',
  fieldColumn: 'Field',
  forget: 'Forget',
  forgetWhat: (what: string) => `Forget ${formatCellText(what)}`,
  noToken: 'There is no access to the service yet.',
  toSettings: 'Give the token',
  keepFixes: 'Also in later sheets',
  fix: ({ written, meant, count }: CheckState['fixes'][number], field: string) =>
    `${formatCount(count)} × ${quoted(written)} in ${field} read as ${quoted(meant)}, as remembered`,
  absent: (heading: string) => `“${heading}” is remembered from another sheet, and is not in this one.`,
}
