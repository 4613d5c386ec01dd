import type { PersonState } from '../../person-controller.ts'
import type { CheckState } from '../../sheet/sheet-session.ts'
import type { SettingsState } from '../api.ts'
import { formatCount, formatNumberOf, formatRows, quoted } from './common.ts'

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
  audit: 'The log, for an audit',
  auditLead: 'Who sent and decided what, when, with which answer. That you download it becomes a line of the log.',
  auditDownload: 'Download the log (audit.xlsx)',
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
  noToken: 'There is no access to the service yet.',
  toSettings: 'Give the token',
  keepFixes: 'Also in later sheets',
  fix: ({ written, meant, count }: CheckState['fixes'][number], field: string) =>
    `${formatCount(count)} × ${quoted(written)} in ${field} read as ${quoted(meant)}, as remembered`,
}

type PersonCounts = PersonState['known']

const formatCounts = ({ requests, rows, lines }: PersonCounts): string =>
  `${formatNumberOf('request', requests)}, ${formatRows(rows)} and ${formatNumberOf('line', lines)} of the log`

export const personTexts = {
  title: 'A person’s data',
  employee: 'Employee ID',
  show: 'Show what is known',
  known: (person: string, counts: PersonCounts) => `Known of “${person}”: ${formatCounts(counts)}.`,
  nothing: (person: string) =>
    `The ledger holds nothing of “${person}”, neither as a traveller nor as one who decides or is named in a row.`,
  download: 'Download all of it (person.xlsx)',
  held: 'This person is on hold, by the list of the company, and is not forgotten.',
  open: 'Not forgotten, as these are not settled yet:',
  openTrip: ({ place, state }: PersonState['open'][number]) => `${place} is ${state}`,
  more: (value: number) => `and ${formatCount(value)} more`,
  settle: 'Let their run finish, or answer what became of them; then show this person again.',
  forget: 'Forget this person …',
  erased: (counts: PersonCounts) => `To be erased for ever: the content of ${formatCounts(counts)}.`,
  stays: 'Kept: identifiers, states and times, so that the same trip is never created again.',
  reason: 'Reason (for the log; without names)',
  typed: (person: string) => `Type ${person} to confirm`,
  confirm: 'Erase this for ever',
  again: 'Erase the rest',
  forgotten: (counts: PersonCounts) => `Forgotten: ${formatCounts(counts)}.`,
  unscrubbed: 'Parts of it may still be on the disk, as another process uses the ledger: erase the rest later.',
  backups:
    'Backups of the database and its archive of the write-ahead log are not changed: delete them as your rules say.',
  files: 'These files still name this person; this page deletes none of them:',
  unread: 'These could not be read, or were changed since; look into them yourself:',
  sandboxes: 'Data of sandboxes that still names this person; delete it yourself once no sandbox runs:',
  ownSheets: 'Your own sheets are not looked through.',
}
