import type { EditedCheck, EditedRow } from '../../app/check/check-sheet.ts'
import type { Operation } from '../../pipeline/model/operation.ts'
import type { ReadOptions } from '../../settings/option-types.ts'

/**
 * Whether rows that were checked by themselves are as they would be beside the others: no row is the same as another,
 * before or after, and no date is read by what another cell proves. Pure.
 */
export function canSettle(
  { rows }: Pick<EditedCheck, 'rows'>,
  changed: ReadonlyMap<number, EditedRow>,
  { fourEyes }: Pick<Operation, 'fourEyes'>,
  { dateFormat }: Pick<ReadOptions, 'dateFormat'>,
): boolean {
  if (fourEyes !== undefined || [dateFormat ?? []].flat().length > 0) return false
  const requests = new Set<string>()
  let count = 0
  for (const before of rows) {
    const now = changed.get(placeOf(before)) ?? before
    if ([before, now].some(({ state }) => state === 'duplicate')) return false
    if (now.request === '') continue
    requests.add(now.request)
    count += 1
    if (requests.size < count) return false
  }
  return true
}

/** Without the choice of rows, which the steps have. Pure. */
export function keyOfReading({ leaveOut: _, ...reading }: ReadOptions): string {
  return JSON.stringify(reading)
}

/** Key of a row among those of all sheets. Pure. */
export function placeOf({ sheet, number }: Pick<EditedRow, 'sheet' | 'number'>): number {
  return sheet * 2 ** 31 + number
}

/** Valid by itself; what it is beside the others is not known yet. Pure. */
export function toOpenRow(row: EditedRow): EditedRow {
  return row.state === 'invalid' ? row : { ...row, state: 'open', isReady: false, isLeftOut: false, isOpen: true }
}
