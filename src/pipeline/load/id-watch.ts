import { cellAddress, type SheetRow } from '../../sheet/cell.ts'
import type { HeadingColumn } from '../../sheet/headings.ts'
import { readId } from '../../sheet/values/id.ts'
import { LostZeros } from '../../sheet/values/lost-zeros.ts'
import type { Field } from '../operation.ts'

/** Watches the columns of ids for damage that shows only when a column is seen as a whole. */
export class IdWatch {
  readonly #columns: readonly { index: number; heading: string; zeros: LostZeros }[]

  constructor(fields: readonly Field[], columns: readonly HeadingColumn[]) {
    const idFields = new Set(fields.filter(({ about }) => about.kind === 'id').map(({ name }) => name))
    this.#columns = columns.flatMap(({ field, index, heading }) =>
      field !== undefined && idFields.has(field) ? [{ index, heading, zeros: new LostZeros() }] : [],
    )
  }

  observe(row: SheetRow): void {
    for (const { index, zeros } of this.#columns) {
      const cell = row.cells[index]
      const reading = cell === undefined || cell.t === 'z' ? undefined : readId(cell)
      if (reading?.ok === true) zeros.observe(reading.value, cellAddress(row.number, index))
    }
  }

  /** Sentences for the user; cells are named, never what stands in them. */
  warnings(): string[] {
    return this.#columns.flatMap(({ heading, zeros }) => {
      const found = zeros.find()
      if (found === undefined) return []
      const { count, cells, usualLength } = found
      const shown = cells.join(', ') + (count > cells.length ? ', …' : '')
      const ids = count === 1 ? 'one id is' : `${count} ids are`
      return [
        `the column “${heading}”: ${ids} shorter than the usual ${usualLength} digits (${shown}); zeros in front may have been lost`,
      ]
    })
  }
}
