import { type CellRange, formatRange, parseRange } from '../../package/cell-range.ts'
import { XmlEdits } from '../../package/xml-edits.ts'
import { attributeOf, childOf, descendantsOf, parseXml, type XmlNode } from '../../package/xml-tree.ts'
import { foldedColumn } from '../../writing/sheet-parts.ts'
import type { PlannedColumn } from '../enrichment-plan.ts'

export function patchHead(
  head: string,
  { columns, headingRow, lastRow }: { columns: readonly PlannedColumn[]; headingRow: number; lastRow: number },
): string {
  if (columns.length === 0) return head
  const edits = new XmlEdits(head)
  const sheet = childOf(parseXml(head), 'worksheet')
  const indexes = columns.map(({ index }) => index)
  const filled = { top: headingRow, left: Math.min(...indexes), bottom: lastRow, right: Math.max(...indexes) }
  const dimension = childOf(sheet, 'dimension')
  const range = parseRange(attributeOf(dimension, 'ref'))
  if (dimension !== undefined && range !== undefined)
    edits.setAttribute(dimension, 'ref', formatRange(unite(range, filled)))
  const fresh = columns.filter(({ isNew }) => isNew)
  const resized = columns.filter((column) => isResized(column, sheet))
  if (fresh.length + resized.length > 0) setColumnWidths(edits, sheet, [...fresh, ...resized])
  if (fresh.some(({ isFolded }) => isFolded === true)) showOutline(edits, sheet)
  return edits.apply()
}

/** Fit to width would shrink the page beyond reading with seventeen more columns. */
export function isFitToWidth(head: string, tail: string): boolean {
  const [fit] = descendantsOf(parseXml(head), 'pageSetUpPr')
  const flag = attributeOf(fit, 'fitToPage')
  const [setup] = descendantsOf(parseXml(tail), 'pageSetup')
  return (flag === '1' || flag === 'true') && attributeOf(setup, 'fitToWidth') !== '0'
}

/** True for a refilled column that is still as wide as an earlier run made it, and needs another width now. */
export function isResized({ index, isNew, width, ownWidths = [] }: PlannedColumn, sheet: XmlNode | undefined): boolean {
  if (isNew || ownWidths.length === 0) return false
  const col = childOf(sheet, 'cols')?.children.find(
    (each) => Number(attributeOf(each, 'min')) <= index + 1 && Number(attributeOf(each, 'max')) >= index + 1,
  )
  const standing = Number(attributeOf(col, 'width'))
  const isNear = (own: number): boolean => Math.abs(standing - own) < programsDiffer
  return !isNear(width) && ownWidths.some(isNear)
}

/** In characters: programs round a width to their own pixels. */
const programsDiffer = 0.8

/** Without the level, Excel shows no button to unfold the group. */
function showOutline(edits: XmlEdits, sheet: XmlNode | undefined): void {
  const format = childOf(sheet, 'sheetFormatPr')
  if (format === undefined) return
  const level = Math.max(1, Number(attributeOf(format, 'outlineLevelCol') ?? 0))
  edits.setAttribute(format, 'outlineLevelCol', String(level))
}

function unite(one: CellRange, other: CellRange): CellRange {
  return {
    top: Math.min(one.top, other.top),
    left: Math.min(one.left, other.left),
    bottom: Math.max(one.bottom, other.bottom),
    right: Math.max(one.right, other.right),
  }
}

/** `col` elements must be ascending and may not overlap: ranges that contain a new column are split. */
function setColumnWidths(edits: XmlEdits, sheet: XmlNode | undefined, fresh: readonly PlannedColumn[]): void {
  const cols = childOf(sheet, 'cols')
  const data = childOf(sheet, 'sheetData')
  const waiting = new Map(fresh.map((column) => [column.index + 1, column]))
  const pieces: { at: number; xml: string }[] = []
  for (const col of cols?.children ?? []) {
    const [min, max] = [Number(attributeOf(col, 'min')), Number(attributeOf(col, 'max'))]
    const tag = edits.text.slice(col.start, col.end)
    let from = min
    for (const at of [...waiting.keys()].filter((at) => at >= min && at <= max).toSorted((a, b) => a - b)) {
      if (from < at) pieces.push({ at: from, xml: narrow(tag, from, at - 1) })
      pieces.push({ at, xml: setWidth(tag, waiting.get(at), attributeOf(col, 'style')) })
      waiting.delete(at)
      from = at + 1
    }
    if (from === min) pieces.push({ at: min, xml: tag })
    else if (from <= max) pieces.push({ at: from, xml: narrow(tag, from, max) })
  }
  for (const [at, column] of waiting) pieces.push({ at, xml: widthXml(column, undefined) })
  const xml = pieces
    .toSorted((one, other) => one.at - other.at)
    .map((piece) => piece.xml)
    .join('')
  if (cols !== undefined) edits.replace(cols.start, cols.end, `<${cols.qname}>${xml}</${cols.qname}>`)
  else if (data !== undefined) edits.insert(data.start, `<cols>${xml}</cols>`)
}

function narrow(tag: string, min: number, max: number): string {
  return tag
    .replace(/(\smin\s*=\s*)(?:"\d+"|'\d+')/, `$1"${min}"`)
    .replace(/(\smax\s*=\s*)(?:"\d+"|'\d+')/, `$1"${max}"`)
}

/** What a person did to a refilled column beside its width, such as unfolding it, stays. */
function setWidth(tag: string, column: PlannedColumn | undefined, style: string | undefined): string {
  if (column === undefined || column.isNew) return widthXml(column, style)
  const { index, width } = column
  return narrow(tag, index + 1, index + 1).replace(/(\swidth\s*=\s*)(?:"[^"]*"|'[^']*')/, `$1"${width}"`)
}

function widthXml(column: PlannedColumn | undefined, style: string | undefined): string {
  if (column === undefined) return ''
  const { index, width, isFolded = false } = column
  const kept = style === undefined ? '' : ` style="${style}"`
  return `<col min="${index + 1}" max="${index + 1}" width="${width}"${kept} customWidth="1"${isFolded ? foldedColumn : ''}/>`
}
