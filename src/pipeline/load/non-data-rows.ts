import type { RowContent } from '../../ledger/port/loaded-row.ts'
import { wordMessage } from '../../messages/catalogue.ts'
import { libraryFace } from '../../messages/face.ts'
import { noteRow, totalsRow } from './non-data-row.ts'

const shownRows = 10
const details = new Map(
  [totalsRow, noteRow].map((reason) => [JSON.stringify({ reason }), wordMessage(reason, libraryFace)?.text]),
)

export class NonDataRows {
  readonly #rows = new Map<string, { count: number; first: number[] }>()

  observe(rowNumber: number, content: RowContent): boolean {
    const reason = content.kind === 'held' && content.state === 'skipped' ? details.get(content.detail) : undefined
    if (reason === undefined) return false
    const rows = this.#rows.get(reason) ?? { count: 0, first: [] }
    rows.count += 1
    if (rows.first.length < shownRows) rows.first.push(rowNumber)
    this.#rows.set(reason, rows)
    return true
  }

  sentences(): string[] {
    return [...this.#rows].map(([reason, { count, first }]) => {
      const shown = first.join(', ') + (count > first.length ? ', …' : '')
      return `${count === 1 ? 'row' : `${count} rows:`} ${shown} ${count === 1 ? 'is' : 'are'} passed over: ${reason}`
    })
  }
}
