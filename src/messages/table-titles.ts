import { resultTitles } from './result-titles.ts'

/** The same for sheets about rows, such as `Problems`. Columns in which people answer, and `why`, keep their one word. */
export const tableTitles: Readonly<Record<string, string>> = {
  ...resultTitles,
  row: 'Row',
  result: 'Go to',
  cell: 'Cell',
  heading: 'Column',
  field: 'Field',
  value: 'Value',
  corrected: 'Corrected to',
  before: 'Before',
  now: 'Now',
  answeredAt: 'Answered',
  answer: 'Answer',
  reference: 'Reference',
  replacedBy: 'Replaced by',
  cancelledByStaffId: 'Cancelled by',
  staff_id: 'Staff ID',
  email: 'Email',
  first_name: 'First name',
  last_name: 'Last name',
}
