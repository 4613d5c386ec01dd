import type { Hash } from 'node:crypto'
import { columnName } from '../../cell.ts'
import type { LinkCollector } from '../../package/relationships.ts'
import type { CellStyleRequest, StyleSheet } from '../../package/style-sheet.ts'
import { XmlEdits } from '../../package/xml-edits.ts'
import { attributeOf, childOf, parseXml, type XmlNode } from '../../package/xml-tree.ts'
import { countLines, lineHeight, maxHeight } from '../../writing/cell-width.ts'
import type { OutputCell } from '../../writing/workbook-writer.ts'
import { emptyForm, toXlsxCell } from '../../writing/xlsx-cell.ts'
import type { PlannedColumn, SheetEnrichment } from '../enrichment-plan.ts'
import { cellsOf, type RawRow } from '../sheet-splitter.ts'

/** A result column, and the XML for the style of the cell above: most rows repeat it, so it is built once. */
export interface ColumnState {
  column: PlannedColumn
  /** Index in the columns of the plan. */
  planIndex: number
  /** XML of a cell up to its row number. */
  start: string
  letters: string
  previousStyle: (CellStyleRequest & { from: string; style: string }) | undefined
}

export interface CellSurroundings {
  /** Style numbers of the cell on the left, and of the replaced cell. */
  neighbour: string
  own?: string | undefined
  /** The row is high enough for text that wraps. */
  hasRoom?: boolean
}

/** XML after the reference of a cell without a style. */
const unstyled = '"'

function styleAttribute(number: string): string {
  return number === '0' ? unstyled : `" s="${number}"`
}

/** What the parts of a sheet's copy share. */
export interface CopyContext {
  plan: SheetEnrichment
  styles: StyleSheet
  links: LinkCollector
}

/** In ascending column order. */
export function resultSlots({ columns }: SheetEnrichment): ColumnState[] {
  const slots = columns.map((column, planIndex): ColumnState => {
    const letters = columnName(column.index)
    return { column, planIndex, start: `<c r="${letters}`, letters, previousStyle: undefined }
  })
  return slots.toSorted((one, other) => one.column.index - other.column.index)
}

/** `row`: the row number as text. Call it once per cell, since it stores the cell's link. */
export function resultXml(
  { links, styles }: CopyContext,
  slot: ColumnState,
  row: string,
  cell: OutputCell,
  { neighbour, own, hasRoom = false }: CellSurroundings,
): string {
  const { form, content, format: brought, usualFormat, link } = toXlsxCell(cell, links.hasCapacity)
  if (link !== undefined) links.add(slot.letters + row, link)
  const format = brought ?? usualFormat ?? (cell.t === 'n' ? slot.column.format : undefined)
  const [isLink, isOwn] = [link !== undefined, own !== undefined]
  const isWrapped = hasRoom && slot.column.isWrapped === true && cell.t === 's'
  const isKept = own !== undefined && format === undefined && !isLink && !isWrapped
  const style = isKept
    ? styleAttribute(own)
    : memoizedStyle(styles, slot, own ?? neighbour, { format, isLink, isWrapped, isOwn })
  return form === emptyForm && style === unstyled ? '' : slot.start + row + style + form.before + content + form.after
}

function memoizedStyle(styles: StyleSheet, slot: ColumnState, from: string, request: CellStyleRequest): string {
  const { previousStyle } = slot
  const isSame =
    previousStyle !== undefined &&
    previousStyle.from === from &&
    previousStyle.format === request.format &&
    previousStyle.isLink === request.isLink &&
    previousStyle.isWrapped === request.isWrapped &&
    previousStyle.isOwn === request.isOwn
  if (isSame) return previousStyle.style
  const style = styleAttribute(styles.deriveStyle(from, request))
  slot.previousStyle = { ...request, from, style }
  return style
}

export interface CellInsertion {
  column: number
  /** `own`: style number of the cell that is replaced. */
  xml(neighbour: string, own: string | undefined): string
  /** Keeps the existing cell and changes only its style. */
  restyle?(own: string): string
}

/** For rows with cells at or after the result columns, or written in an unusual way. Texts are bytes as Latin-1. */
export function insertCells(text: string, cells: readonly CellInsertion[]): { body: Buffer; changes: Buffer } {
  const edits = new XmlEdits(text)
  const tree = parseXml(text)
  const waiting = [...cells]
  let style = '0'
  let changes = ''
  const put = (at: number): void => {
    const xml = toLatin1(waiting.shift()?.xml(style, undefined) ?? '')
    edits.insert(at, xml)
    changes += xml
  }
  for (const { node, column } of cellsOf(tree)) {
    while (waiting[0] !== undefined && waiting[0].column < column) put(node.start)
    const own = attributeOf(node, 's')
    if (waiting[0]?.column === column) {
      const cell = waiting.shift()
      const before = text.slice(node.start, node.end)
      const xml =
        cell?.restyle === undefined
          ? toLatin1(cell?.xml(style, own ?? '0') ?? '')
          : withStyle(before, node, cell.restyle(own ?? '0'))
      edits.replace(node.start, node.end, xml)
      changes += describeChange(column, before, xml)
    } else if (waiting.length === cells.length) style = own ?? '0'
  }
  // Other elements, such as an extension list, must stay after the cells.
  const last = tree.children.findLast((node) => node.name === 'c')
  while (waiting.length > 0) put(last?.end ?? tree.children[0]?.start ?? text.length)
  return { body: Buffer.from(edits.apply(), 'latin1'), changes: Buffer.from(changes, 'latin1') }
}

function withStyle(xml: string, { start, contentStart, qname }: XmlNode, style: string): string {
  const length = contentStart - start
  const tag = xml.slice(0, length).replace(/\ss\s*=\s*(?:"[^"]*"|'[^']*')/, '')
  const name = 1 + qname.length
  return `${tag.slice(0, name)} s="${style}"${tag.slice(name)}${xml.slice(length)}`
}

/** The bytes of a text, as Latin-1. */
function toLatin1(xml: string): string {
  return Buffer.from(xml).toString('latin1')
}

/**
 * Adds the changes of a row to the SHA-256 of all in a sheet. Rows and cells must come in ascending order. Writer and
 * verifier build the same text, row by row: the XML of added cells, and `column:cell` for replaced ones.
 */
export function hashChanges(hash: Hash, row: number, cells: Buffer): void {
  if (cells.length > 0) hash.update(`\n${row} `).update(cells)
}

/** Texts are bytes as Latin-1. */
export function describeChange(column: number, before: string | undefined, after: string): string {
  if (before === undefined) return after
  return before === after ? '' : `${column}:${after}`
}

const heightAttribute = /\sht\s*=\s*["']([\d.]+)["']/
/** A height that a person chose, or a row that is not shown. */
const fixed = /\s(?:customHeight|hidden)\s*=\s*["'](?:1|true)["']/

interface AdjustedRow {
  /** Undefined for a row that keeps its start tag. */
  tag?: string
  hasRoom: boolean
}

const unchanged: AdjustedRow = { hasRoom: false }

/** Rows get as high (in points) as our long texts need, unless a person chose their height. */
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
