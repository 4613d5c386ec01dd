import { columnName } from '../../cell.ts'
import { overlapsRows, parseRange } from '../../package/cell-range.ts'
import { refuseWorkbook } from '../../package/xml-edits.ts'
import { attributeOf, childOf, parseXml, type XmlNode } from '../../package/xml-tree.ts'
import type { ZipArchive } from '../../package/zip-archive.ts'
import { cellsOf, type RawRow, readLastCell, SheetSplitter } from '../sheet-splitter.ts'
import { formulaReferences, lastColumnIndex } from './formula-references.ts'
import { LinkedRows, type TableBounds } from './linked-rows.ts'
import type { ColumnOccupant } from './obstacles.ts'

interface InspectionBounds extends TableBounds {
  /** Last column of the table that the rows belong to. */
  lastColumn: number
  refilled: ReadonlySet<number>
}

const [exclamation, question, letterF] = [33, 63, 102]
const comment = Buffer.from('<!')
const instruction = Buffer.from('<?')
const formulaStart = Buffer.from('<f')

export class RowInspector {
  /** Column → content right of the table, between its first and last row. */
  readonly occupied = new Map<number, ColumnOccupant>()
  /** A formula will be replaced, so the stored calculation order becomes wrong. */
  replacesFormula = false
  /** Style number of the last heading in the table. */
  headingStyle = '0'
  /** Number of the last row so far. */
  lastRow = 0
  readonly linked: LinkedRows
  readonly #bounds: InspectionBounds

  constructor(bounds: InspectionBounds) {
    this.#bounds = bounds
    this.linked = new LinkedRows(bounds)
  }

  inspectRow(row: RawRow): void {
    const { bytes, number } = row
    if (number <= this.lastRow) refuseWorkbook(`its rows are not in order (row ${number} follows row ${this.lastRow})`)
    this.lastRow = number
    if (includesPattern(bytes, exclamation, comment) || includesPattern(bytes, question, instruction))
      refuseWorkbook(`row ${number} contains a comment or a section that no spreadsheet program writes`)
    const { headingRow, lastRow, lastColumn, refilled } = this.#bounds
    const isOfTable = number >= headingRow && number <= lastRow
    const hasFormulas = includesPattern(bytes, letterF, formulaStart)
    if (
      !hasFormulas &&
      (!isOfTable || (refilled.size === 0 && number !== headingRow && this.#endsAtOrBefore(row, lastColumn)))
    )
      return
    this.#inspectCells(row, isOfTable)
  }

  /** False when the last cell is written in an unusual way. */
  #endsAtOrBefore(row: RawRow, column: number): boolean {
    const last = readLastCell(row)
    return last === 'none' || (last !== 'unusual' && last.column <= column)
  }

  #inspectCells({ number, bytes, openLength }: RawRow, isOfTable: boolean): void {
    const { headingRow, lastColumn } = this.#bounds
    const text = bytes.toString('latin1', openLength)
    for (const { node, column } of cellsOf(parseXml(text))) {
      const formula = childOf(node, 'f')
      if (formula !== undefined) this.#inspectFormula(formula, text, column, number)
      if (!isOfTable) continue
      if (number === headingRow && column <= lastColumn) this.headingStyle = attributeOf(node, 's') ?? '0'
      const hasContent = formula !== undefined || node.children.some(({ name }) => name === 'v' || name === 'is')
      if (column > lastColumn && hasContent && !this.occupied.has(column)) {
        this.occupied.set(column, { kind: 'cell', what: `cell ${columnName(column)}${number}` })
      }
    }
  }

  #inspectFormula(formula: XmlNode, text: string, column: number, row: number): void {
    const { sheet, headingRow, lastRow, lastColumn, refilled } = this.#bounds
    const kind = attributeOf(formula, 't') ?? 'normal'
    const address = `${columnName(column)}${row}`
    if (refilled.has(column) && row > headingRow && row <= lastRow) {
      if (kind !== 'normal')
        refuseWorkbook(`a formula that belongs to several cells stands in ${address}, where a result goes`)
      this.replacesFormula = true
    }
    const spill = parseRange(attributeOf(formula, 'ref'))
    const body = Buffer.from(text.slice(formula.contentStart, formula.contentEnd), 'latin1').toString('utf8')
    this.linked.observe(formula, body, { column, row })
    for (const { range, isOwn } of formulaReferences(body, sheet)) {
      if (!isOwn) continue
      const bottom = range.bottom + (spill === undefined ? 0 : spill.bottom - spill.top)
      if (!overlapsRows({ ...range, bottom }, headingRow, lastRow)) continue
      if (range.right === lastColumnIndex) refuseWorkbook(`the formula in ${address} refers to whole rows of the table`)
      const right = range.right + (spill === undefined ? 0 : spill.right - spill.left)
      for (let at = Math.max(range.left, lastColumn + 1); at <= right; at += 1) {
        if (this.occupied.has(at)) continue
        const what = `the formula in ${address}, which refers to column ${columnName(at)},`
        this.occupied.set(at, { kind: 'formula', what })
      }
    }
  }
}

/** Searches a rare character first: `<` starts every tag, so it would stop the search at each. */
function includesPattern(bytes: Buffer, character: number, pattern: Buffer): boolean {
  return bytes.includes(character) && bytes.includes(pattern)
}

export async function scanWorksheet(
  archive: ZipArchive,
  part: string,
  bounds: InspectionBounds,
): Promise<{ head: string; tail: string; rows: RowInspector }> {
  const rows = new RowInspector(bounds)
  const splitter = new SheetSplitter()
  for await (const pieces of splitter.read(archive, part)) {
    for (const piece of pieces) if (!Buffer.isBuffer(piece)) rows.inspectRow(piece)
  }
  return { head: splitter.head, tail: splitter.tail, rows }
}
