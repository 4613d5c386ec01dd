import type { RowContent } from '../../ledger/port/loaded-row.ts'
import { message, wordMessage } from '../../messages/catalogue.ts'
import { libraryFace } from '../../messages/face.ts'
import { columnName, type SheetRow, usedWidth } from '../../sheet/cell.ts'
import { FirstFew } from '../rows/first-few.ts'
import type { TableRange } from '../rows/loaded-input.ts'
import { noteRow, totalsRow } from './non-data-row.ts'

const shownRows = 10
const exampleDetail = JSON.stringify({ reason: message('example') })
const strayDetails = new Map(
  [totalsRow, noteRow].map((reason) => [JSON.stringify({ reason }), wordMessage(reason, libraryFace)?.text]),
)

/** Where the table of a sheet ends, and what stands in it that is no data. */
export class TableRows {
  readonly #refilled: TableRange['refilled']
  readonly #headingRow: number
  readonly #strays = new Map<string, FirstFew>()
  readonly hidden: number[] = []
  rows = 0
  /** Rows of a template that were left as they are. */
  examples = 0
  width: number
  #end: Pick<TableRange, 'lastRow' | 'rows'>

  constructor(headingRow: number, refilled: TableRange['refilled'], width: number) {
    this.#headingRow = headingRow
    this.#refilled = refilled
    this.width = width
    this.#end = { lastRow: headingRow, rows: 0 }
  }

  add(row: Pick<SheetRow, 'number' | 'isHidden' | 'cells'>, content: RowContent): void {
    this.rows += 1
    this.width = Math.max(this.width, usedWidth(row))
    if (row.isHidden) this.hidden.push(row.number)
    const detail = content.kind === 'held' && content.state === 'skipped' ? content.detail : ''
    if (detail === exampleDetail) this.examples += 1
    const stray = strayDetails.get(detail)
    // Totals and notes belong to the table only where rows follow them.
    if (stray === undefined) {
      this.#end = { lastRow: row.number, rows: this.rows }
      return
    }
    const rows = this.#strays.get(stray) ?? new FirstFew(shownRows)
    this.#strays.set(stray, rows)
    rows.add(String(row.number))
  }

  get range(): TableRange {
    return { headingRow: this.#headingRow, ...this.#end, refilled: this.#refilled }
  }

  /** Columns of ours are hidden by us. */
  notes(hiddenColumns: readonly number[] = []): string[] {
    const ours = new Set(this.#refilled.values())
    const columns = new FirstFew(shownRows)
    for (const column of hiddenColumns) if (!ours.has(column)) columns.add(columnName(column))
    return [
      ...(columns.count === 0 ? [] : [`Hidden columns are read like the others: ${columns.list()}.`]),
      ...[...this.#strays].map(([reason, rows]) => {
        const [are, is] = rows.count === 1 ? ['row', 'is'] : [`${rows.count} rows:`, 'are']
        return `${are} ${rows.list()} ${is} passed over: ${reason}`
      }),
    ]
  }
}
