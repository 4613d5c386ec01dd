import type { PersonState } from '../state-types.ts'
import { formatCount, formatRows } from './common.ts'

type PersonCounts = PersonState['known']

const countOf = (value: number, one: string): string => `${formatCount(value)} ${one}${value === 1 ? '' : 's'}`

const formatCounts = ({ requests, rows, lines }: PersonCounts): string =>
  `${countOf(requests, 'request')}, ${formatRows(rows)} and ${countOf(lines, 'line')} of the log`

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
