import { basename } from 'node:path'
import type { LoadedRow } from '../../ledger/port/loaded-row.ts'
import type { Submissions } from '../../ledger/port/submissions.ts'
import type { Target } from '../../ledger/port/targets.ts'
import { find } from '../../messages/catalogue.ts'
import { cellAddress } from '../../sheet/cell.ts'
import type { Operation } from '../model/operation.ts'
import type { SheetToRead } from './cancel-column.ts'

interface Known {
  submissions: Pick<Submissions, 'standingRows'>
  target: Target
  sheets: readonly SheetToRead[]
}

/** Refuses rows of the sheet Orphans whose trip stands in another sheet again. */
export async function refuseStandingTrips(
  rows: readonly LoadedRow[],
  { sheet: { orphans }, request }: Pick<Operation, 'sheet' | 'request'>,
  { submissions, target, sheets }: Known,
): Promise<readonly LoadedRow[]> {
  const keys = rows.flatMap(({ sheet, orderKey }) =>
    sheets[sheet]?.cancelColumn === undefined ? [] : (orderKey ?? []),
  )
  if (orphans === undefined || keys.length === 0) return rows
  const standing = await submissions.standingRows(orphans.about, target, keys)
  const [field = ''] = request.identifyingFields
  return rows.map((row) => {
    const found = standing.get(row.orderKey ?? '')
    const sheet = sheets[row.sheet]
    if (found === undefined || sheet?.cancelColumn === undefined || row.content.kind !== 'request') return row
    const column = sheet.headings.columns.find((heading) => heading.field === field)
    const problem = {
      field,
      cell: column === undefined ? '' : cellAddress(row.rowNumber, column.index),
      ...(column === undefined ? {} : { column: column.index }),
      heading: column?.heading ?? '',
      value: row.orderKey ?? '',
      ...find('stands-elsewhere', { row: found.rowNumber, file: basename(found.file), sheet: found.sheet }),
    }
    return { ...row, content: { kind: 'held', state: 'invalid', detail: JSON.stringify({ problems: [problem] }) } }
  })
}
