import type { EditedCheck, EditedRow } from '../../app/check/check-edited.ts'
import type { Operation } from '../../pipeline/model/operation.ts'
import type { ReadOptions } from '../../settings/option-types.ts'

/**
 * Whether rows that were checked by themselves are as they would be beside the others: no row is the same as another,
 * before or after, and no date is read by what another cell proves. Pure.
 */
export function canSettle(
  { rows }: Pick<EditedCheck, 'rows'>,
  changed: ChangedRows,
  { fourEyes }: Pick<Operation, 'fourEyes'>,
  { dateFormat }: Pick<ReadOptions, 'dateFormat'>,
): boolean {
  if (fourEyes !== undefined || [dateFormat ?? []].flat().length > 0) return false
  const requests = new Set<string>()
  let count = 0
  for (const before of rows) {
    const now = changed.find(before) ?? before
    if ([before, now].some(({ state }) => state === 'duplicate')) return false
    if (now.request === '') continue
    requests.add(now.request)
    count += 1
    if (requests.size < count) return false
  }
  return true
}

/** A few rows, found by their place in all sheets. */
export class ChangedRows {
  /** By sheet, then by number. */
  readonly #rows = new Map<number, Map<number, EditedRow>>()

  constructor(rows: readonly EditedRow[]) {
    for (const row of rows) {
      const ofSheet = this.#rows.get(row.sheet) ?? new Map<number, EditedRow>()
      this.#rows.set(row.sheet, ofSheet.set(row.number, row))
    }
  }

  find({ sheet, number }: Pick<EditedRow, 'sheet' | 'number'>): EditedRow | undefined {
    return this.#rows.get(sheet)?.get(number)
  }
}

/** Valid by itself; what it is beside the others is not known yet. Pure. */
export function toOpenRow(row: EditedRow): EditedRow {
  return row.state === 'invalid' ? row : { ...row, state: 'open', isReady: false, isLeftOut: false, isOpen: true }
}
