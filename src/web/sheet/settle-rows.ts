import type { EditedCheck, EditedRow } from '../../app/check/check-edited.ts'
import type { Operation } from '../../pipeline/model/operation.ts'
import type { ReadOptions } from '../../settings/option-types.ts'

/**
 * Whether rows that were checked by themselves are as they would be beside the others: no row is the same as another,
 * before or after, and no date is read by what another cell proves. Pure.
 */
export function canSettle(
  { rows }: Pick<EditedCheck, 'rows'>,
  changed: ReadonlyMap<string, EditedRow>,
  { fourEyes }: Pick<Operation, 'fourEyes'>,
  { dateFormat }: Pick<ReadOptions, 'dateFormat'>,
): boolean {
  if (fourEyes !== undefined || [dateFormat ?? []].flat().length > 0) return false
  const requests = new Set<string>()
  for (const before of rows) {
    const now = changed.get(keyOf(before)) ?? before
    if ([before, now].some(({ state }) => state === 'duplicate') || requests.has(now.request)) return false
    if (now.request !== '') requests.add(now.request)
  }
  return true
}

export function keyOf({ sheet, number }: Pick<EditedRow, 'sheet' | 'number'>): string {
  return `${number} ${sheet}`
}

/** Valid by itself; what it is beside the others is not known yet. Pure. */
export function toOpenRow(row: EditedRow): EditedRow {
  return row.state === 'invalid' ? row : { ...row, state: 'open', isReady: false, isLeftOut: false, isOpen: true }
}
