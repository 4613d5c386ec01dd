import type { StyleSheet } from '../../package/style-sheet.ts'
import { attributeOf, childOf, parseXml, type XmlNode } from '../../package/xml-tree.ts'
import { countLines, lineHeight, maxHeight } from '../../writing/cell-width.ts'
import type { OutputCell } from '../../writing/workbook-writer.ts'
import type { SheetEnrichment } from '../enrichment-plan.ts'
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

/**
 * Rows get as high as our long texts need, unless a person chose their height. Heights are in points. Returns what
 * becomes of one row.
 */
export function planHeights(
  { columns, head }: Pick<SheetEnrichment, 'columns' | 'head'>,
  styles: StyleSheet,
): (row: RawRow, cells: readonly (OutputCell | undefined)[]) => AdjustedRow {
  const refilled = new Set(columns.flatMap(({ isWrapped, isNew, index }) => (isWrapped && !isNew ? index : [])))
  const format = childOf(childOf(parseXml(head), 'worksheet'), 'sheetFormatPr')
  /** Of a row without a height of its own. */
  const usual = Number(attributeOf(format, 'defaultRowHeight') ?? lineHeight)
  const isChosen = /^(?:1|true)$/.test(attributeOf(format, 'customHeight') ?? '')
  const line = isChosen ? lineHeight : Math.max(lineHeight, usual)
  /** Excel leaves out the heights of usual rows only; other programs leave out heights that follow from texts. */
  const isFromExcel = format?.attributes.includes('dyDescent') === true
  const wrapsTheirs = (row: RawRow): boolean =>
    cellsIn(row).some(({ node, column }) => !refilled.has(column) && styles.wraps(attributeOf(node, 's') ?? '0'))
  /** The row was made higher for what an earlier run said of it. */
  const hadText = (row: RawRow): boolean =>
    cellsIn(row).some(({ node, column }) => refilled.has(column) && node.contentStart < node.contentEnd)
  return (row, cells) => {
    const lines = columns.reduce((most, { isWrapped = false, width }, at) => {
      const cell = cells[at]
      return isWrapped && cell?.t === 's' ? Math.max(most, countLines(cell.v, width)) : most
    }, 1)
    if (lines === 1 && refilled.size === 0) return unchanged
    const tag = row.bytes.toString('latin1', 0, row.openLength)
    if (!isFlexible(tag)) return unchanged
    const height = heightAttribute.exec(tag)?.[1]
    if (lines === 1)
      return height !== undefined && hadText(row) ? { tag: withoutHeight(tag), hasRoom: false } : unchanged
    // Only the program that opens it knows how high their own texts are.
    if (height === undefined && !isFromExcel && wrapsTheirs(row)) return { hasRoom: true }
    // Spreadsheet programs compute a missing height; LibreOffice does not always.
    const wanted = Math.min(maxHeight, lines * line)
    if (Number(height ?? usual) >= wanted) return { tag, hasRoom: true }
    return { tag: withoutHeight(tag).replace(/\s*(\/?)>$/, ` ht="${wanted}"$1>`), hasRoom: true }
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
