import type { StyleSheet } from '../../package/style-sheet.ts'
import { attributeOf, childOf, parseXml, type XmlNode } from '../../package/xml-tree.ts'
import { countLines, lineHeight, maxHeight } from '../../writing/cell-width.ts'
import type { OutputCell } from '../../writing/workbook-writer.ts'
import type { PlannedColumn, SheetEnrichment } from '../enrichment-plan.ts'
import { cellsOf, type RawRow } from '../sheet-splitter.ts'

const heightAttribute = /\sht\s*=\s*["']([\d.]+)["']/
/** A height that a person chose, or a row that is not shown. */
const fixed = /\s(?:customHeight|hidden)\s*=\s*["'](?:1|true)["']/

interface AdjustedRow {
  /** Undefined for a row that keeps its start tag. */
  tag?: string
  hasRoom: boolean
}

const unchanged: AdjustedRow = { hasRoom: false }

/** Rows get as high as our long texts need, unless a person chose their height. Heights are in points. */
export class RowHeights {
  readonly #columns: readonly PlannedColumn[]
  readonly #refilled: ReadonlySet<number>
  readonly #styles: StyleSheet
  /** Of a row without a height of its own. */
  readonly #usual: number
  readonly #line: number
  /** Excel leaves out the heights of usual rows only; other programs leave out heights that follow from texts. */
  readonly #isFromExcel: boolean

  constructor({ columns, head }: Pick<SheetEnrichment, 'columns' | 'head'>, styles: StyleSheet) {
    this.#columns = columns
    this.#refilled = new Set(columns.flatMap(({ isWrapped, isNew, index }) => (isWrapped && !isNew ? index : [])))
    this.#styles = styles
    const format = childOf(childOf(parseXml(head), 'worksheet'), 'sheetFormatPr')
    this.#usual = Number(attributeOf(format, 'defaultRowHeight') ?? lineHeight)
    const isChosen = /^(?:1|true)$/.test(attributeOf(format, 'customHeight') ?? '')
    this.#isFromExcel = format?.attributes.includes('dyDescent') === true
    this.#line = isChosen ? lineHeight : Math.max(lineHeight, this.#usual)
  }

  adjust(row: RawRow, cells: readonly (OutputCell | undefined)[]): AdjustedRow {
    const lines = this.#countLines(cells)
    if (lines === 1 && this.#refilled.size === 0) return unchanged
    const tag = row.bytes.toString('latin1', 0, row.openLength)
    if (!isFlexible(tag)) return unchanged
    const hasHeight = heightAttribute.test(tag)
    if (lines === 1) return hasHeight && this.#hadText(row) ? { tag: withoutHeight(tag), hasRoom: false } : unchanged
    // Only the program that opens it knows how high their own texts are.
    if (!hasHeight && !this.#isFromExcel && this.#wrapsTheirs(row)) return { hasRoom: true }
    return { tag: this.#raise(tag, lines), hasRoom: true }
  }

  #countLines(cells: readonly (OutputCell | undefined)[]): number {
    return this.#columns.reduce((most, { isWrapped = false, width }, at) => {
      const cell = cells[at]
      return isWrapped && cell?.t === 's' ? Math.max(most, countLines(cell.v, width)) : most
    }, 1)
  }

  /** Spreadsheet programs compute a missing height; LibreOffice does not always. */
  #raise(tag: string, lines: number): string {
    const standing = Number(heightAttribute.exec(tag)?.[1] ?? this.#usual)
    const wanted = Math.min(maxHeight, lines * this.#line)
    return standing >= wanted ? tag : withoutHeight(tag).replace(/\s*(\/?)>$/, ` ht="${wanted}"$1>`)
  }

  #wrapsTheirs(row: RawRow): boolean {
    return cellsIn(row).some(
      ({ node, column }) => !this.#refilled.has(column) && this.#styles.wraps(attributeOf(node, 's') ?? '0'),
    )
  }

  /** The row was made higher for what an earlier run said of it. */
  #hadText(row: RawRow): boolean {
    return cellsIn(row).some(({ node, column }) => this.#refilled.has(column) && node.contentStart < node.contentEnd)
  }
}

export function isFlexible(tag: string): boolean {
  return !fixed.test(tag)
}

export function withoutHeight(tag: string): string {
  return tag.replace(heightAttribute, '')
}

function cellsIn({ bytes, openLength, bodyEnd }: RawRow): { node: XmlNode; column: number }[] {
  return [...cellsOf(parseXml(bytes.toString('latin1', openLength, bodyEnd)))]
}
