import { createHash } from 'node:crypto'
import { BatchError } from '../../../support/errors.ts'
import { cellAddress, emptyCell } from '../../cell.ts'
import { escapeWorkbookText, escapeXml } from '../../package/xml-entities.ts'
import { stampFormat } from '../../writing/styles.ts'
import type { OutputCell } from '../../writing/workbook-writer.ts'
import { type RawRow, readLastCell } from '../sheet-splitter.ts'
import {
  type CellInsertion,
  type CellSurroundings,
  type ColumnState,
  type CopyContext,
  hashChanges,
  insertCells,
  planHeights,
  resultSlots,
  resultXml,
} from './result-cells.ts'

/** Cells in the order of the plan's columns; undefined leaves the existing cell. Rows must come in ascending order. */
export interface FilledRow {
  row: number
  cells: readonly (OutputCell | undefined)[]
}

/** In pages, as they come from a ledger. */
export type FilledPages = Iterable<readonly FilledRow[]> | AsyncIterable<readonly FilledRow[]>

async function* rowsIn(pages: FilledPages): AsyncGenerator<FilledRow> {
  for await (const page of pages) yield* page
}

const styled = /\ss="(\d+)"/
const rowEnd = Buffer.from('</row>')
const spans = /\sspans\s*=\s*(?:"[^"]*"|'[^']*')/

export class RowPatcher {
  /** Of all changed cells. */
  readonly changes = createHash('sha256')
  readonly #context: CopyContext
  readonly #rows: AsyncIterator<FilledRow>
  /** Undefined after the last. */
  #next: FilledRow | undefined
  readonly #slots: readonly ColumnState[]
  readonly #heightOf: ReturnType<typeof planHeights>
  #out: Buffer[] = []
  filled = 0

  constructor(context: CopyContext, pages: FilledPages) {
    this.#context = context
    this.#rows = rowsIn(pages)
    this.#slots = resultSlots(context.plan)
    this.#heightOf = planHeights(context.plan, context.styles)
  }

  /** The patched bytes since the last call; call it while the rows' bytes are valid. */
  drain(): Buffer {
    const all = Buffer.concat(this.#out)
    this.#out = []
    return all
  }

  passThrough(bytes: Buffer): void {
    this.#out.push(bytes)
  }

  /** Fetches the next filled row; call it first, and after each row that took one. */
  async advance(): Promise<void> {
    const { done, value } = await this.#rows.next()
    this.#next = done === true ? undefined : value
  }

  /** True when the filled row is used up. */
  patchRow(row: RawRow): boolean {
    const next = this.#next
    if (row.number === this.#context.plan.headingRow) this.#insertIntoRow(row, this.#headingCells())
    else if (next === undefined || next.row > row.number) this.#out.push(row.bytes)
    else if (next.row < row.number) throw this.#missingRowError(next)
    else {
      this.filled += 1
      this.#fillRow(row, next.cells)
      return true
    }
    return false
  }

  /** @throws BatchError `defect` when a row was not found: its result would be lost. */
  end(): void {
    if (this.#next !== undefined) throw this.#missingRowError(this.#next)
  }

  #missingRowError({ row }: FilledRow): BatchError {
    return new BatchError('defect', `row ${row} of the sheet "${this.#context.plan.sheet}" is no longer there`)
  }

  /** `inlineStr`, since a table's heading may not be the text of a formula (`str`). */
  #headingCells(): CellInsertion[] {
    const { plan, styles } = this.#context
    const { headingRow, headingStyle, stamp } = plan
    const styleOf = (own: string): string =>
      stamp === undefined
        ? own
        : styles.deriveStyle(own, { format: stampFormat(stamp), isLink: false, isWrapped: false, isOwn: true })
    return this.#slots.flatMap(({ column: { index, heading, isNew } }) => {
      if (!isNew && stamp === undefined) return []
      const number = styleOf(headingStyle)
      const style = number === '0' ? '' : ` s="${number}"`
      const text = escapeXml(escapeWorkbookText(heading))
      const address = cellAddress(headingRow, index)
      const xml = `<c r="${address}"${style} t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
      return [{ column: index, xml: () => xml, ...(isNew ? {} : { restyle: styleOf }) }]
    })
  }

  #fillRow(row: RawRow, cells: FilledRow['cells']): void {
    const filled = this.#slots.filter(({ planIndex }) => cells[planIndex] !== undefined)
    const [first] = filled
    if (first === undefined) {
      this.#out.push(row.bytes)
      return
    }
    const name = String(row.number)
    const { tag, hasRoom } = this.#heightOf(row, cells)
    const toXml = (slot: ColumnState, around: CellSurroundings): string =>
      resultXml(this.#context, slot, name, cells[slot.planIndex] ?? emptyCell, around)
    const style = row.isEmpty ? '0' : this.#styleOfLast(row, first.column.index)
    if (style === undefined) {
      const inserted = filled.map((slot): CellInsertion => {
        return { column: slot.column.index, xml: (neighbour, own) => toXml(slot, { neighbour, own, hasRoom }) }
      })
      this.#insertIntoRow(row, inserted, tag)
      return
    }
    const around = { neighbour: style, hasRoom }
    let xml = ''
    for (const slot of filled) xml += toXml(slot, around)
    const added = Buffer.from(xml)
    this.#startRow(row, row.bodyEnd, tag)
    this.#endRow(row, added)
    hashChanges(this.changes, row.number, added)
  }

  #insertIntoRow(row: RawRow, cells: readonly CellInsertion[], tag?: string): void {
    if (cells.length === 0) {
      this.#out.push(row.bytes)
      return
    }
    const { bytes, number, openLength, bodyEnd } = row
    const { body, changes } = insertCells(bytes.toString('latin1', openLength, bodyEnd), cells)
    this.#startRow(row, openLength, tag)
    this.#endRow(row, body)
    hashChanges(this.changes, number, changes)
  }

  /** Emits the bytes up to `end` without `spans`, an optional hint. `adjusted`: a start tag with another height. */
  #startRow({ bytes, openLength, isEmpty }: RawRow, end: number, adjusted?: string): void {
    const tag = adjusted ?? bytes.toString('latin1', 0, openLength)
    const hint = spans.exec(tag)
    if (isEmpty) this.#out.push(Buffer.from(tag.replace(spans, '').replace(/\s*\/>$/, '>'), 'latin1'))
    else if (adjusted !== undefined)
      this.#out.push(Buffer.from(tag.replace(spans, ''), 'latin1'), bytes.subarray(openLength, end))
    else if (hint === null) this.#out.push(bytes.subarray(0, end))
    else this.#out.push(bytes.subarray(0, hint.index), bytes.subarray(hint.index + hint[0].length, end))
  }

  #endRow({ bytes, bodyEnd, isEmpty }: RawRow, added: Buffer): void {
    this.#out.push(added, isEmpty || bytes.length === bodyEnd + rowEnd.length ? rowEnd : bytes.subarray(bodyEnd))
  }

  /** Undefined when the row must be parsed cell by cell. */
  #styleOfLast(row: RawRow, firstColumn: number): string | undefined {
    const last = readLastCell(row)
    if (last === 'none' || last === 'unusual' || last.column >= firstColumn || !last.isAtEnd) return undefined
    return styled.exec(last.attributes)?.[1] ?? '0'
  }
}
