import { cellAddress, columnName } from '../../cell.ts'
import { type CellRange, formatRange, parseRange } from '../../package/cell-range.ts'
import type { StyleSheet } from '../../package/style-sheet.ts'
import { XmlEdits } from '../../package/xml-edits.ts'
import {
  attributeOf,
  childOf,
  childrenOf,
  contentOf,
  descendantsOf,
  parseXml,
  type XmlNode,
} from '../../package/xml-tree.ts'
import { isScoreRule, markBorder, scoreRuleCount, scoreRulesXml } from '../../writing/styles.ts'
import type { CellHighlight } from '../../writing/workbook-writer.ts'
import type { HighlightedArea, SheetEnrichment } from '../enrichment-plan.ts'
import type { CopyContext } from './result-cells.ts'

/**
 * Adds the filter and colour scales of the result columns, or the highlights. Those of an earlier run are removed
 * first, so nothing appears twice. `added`: XML of the links of new cells.
 */
export function patchTail({ plan, styles }: CopyContext, added: string): string {
  const { tail } = plan
  const edits = new XmlEdits(tail)
  const nodes = parseXml(tail).children
  const end = tail.lastIndexOf('</')
  const { filter } = plan
  const filterNode = nodes.find(({ name }) => name === 'autoFilter')
  if (filter !== undefined && filterNode === undefined) {
    edits.insert(insertionOffset('autoFilter', nodes, end), `<autoFilter ref="${formatRange(filter)}"/>`)
  } else if (filter !== undefined && filterNode !== undefined) {
    edits.setAttribute(filterNode, 'ref', formatRange(filter))
    for (const sorting of [childOf(filterNode, 'sortState'), nodes.find(({ name }) => name === 'sortState')]) {
      widenFilter(edits, sorting, filter.right)
    }
  }
  const scales = nodes.filter((node) => node.name === 'conditionalFormatting' && isOurScale(node, tail, plan))
  for (const node of scales) edits.remove(node)
  const going = new Set(removeHighlights(edits, nodes))
  const staying = nodes.filter((node) => !scales.includes(node))
  let above = 0
  for (const node of staying) {
    for (const rule of descendantsOf(node, 'cfRule'))
      if (!going.has(rule)) above = Math.max(above, Number(attributeOf(rule, 'priority') ?? 0))
  }
  const behind = insertionOffset('conditionalFormatting', nodes, end)
  // LibreOffice shows the first of several rules in a cell only: a mark goes before theirs.
  const before = nodes.find(({ name }) => name === 'conditionalFormatting')?.start ?? behind
  edits.insert(before, highlightRulesXml(plan.highlights, above, styles))
  edits.insert(behind, scalesXml(plan, above, styles))
  const links = nodes.find(({ name }) => name === 'hyperlinks')
  const stale = childrenOf(links, 'hyperlink').filter((link) => isStaleLink(link, plan))
  if (links !== undefined && added === '' && stale.length === links.children.length) {
    if (stale.length > 0) edits.remove(links)
  } else {
    for (const link of stale) edits.remove(link)
    if (links !== undefined) edits.append(links, added)
    else if (added !== '') edits.insert(insertionOffset('hyperlinks', nodes, end), `<hyperlinks>${added}</hyperlinks>`)
  }
  return edits.apply()
}

function removeHighlights(edits: XmlEdits, nodes: readonly XmlNode[]): XmlNode[] {
  return nodes.flatMap((node) => {
    if (node.name !== 'conditionalFormatting') return []
    const marks = ownHighlightRules(node, edits.text)
    // Another program may have merged rules over the same cells.
    if (marks.length > 0 && marks.length === node.children.length) edits.remove(node)
    else for (const mark of marks) edits.remove(mark)
    return marks
  })
}

/** `above`: the highest priority of other rules. */
function scalesXml({ columns, headingRow, lastRow }: SheetEnrichment, above: number, styles: StyleSheet): string {
  if (lastRow <= headingRow) return ''
  const scaled = columns.filter(({ hasColourScale }) => hasColourScale === true)
  return scaled
    .map(({ index }, ordinal) => {
      const letter = columnName(index)
      const range = `${letter}${headingRow + 1}:${letter}${lastRow}`
      const rules = scoreRulesXml(above + scoreRuleCount * ordinal + 1, styles)
      return `<conditionalFormatting sqref="${range}">${rules}</conditionalFormatting>`
    })
    .join('')
}

/** Only scales over result columns alone are ours; the user may have added others. */
export function isOurScale(node: XmlNode, tail: string, { columns, isTypedOver }: SheetEnrichment): boolean {
  const ours = new Set(columns.filter(({ isNew }) => !isNew && !isTypedOver).map(({ index }) => index))
  const ranges = (attributeOf(node, 'sqref') ?? '').trim().split(/\s+/).map(parseRange)
  const isOverOurs = ranges.every((range) => range !== undefined && range.left === range.right && ours.has(range.left))
  const rules = childrenOf(node, 'cfRule')
  return isOverOurs && rules.length > 0 && rules.every((rule) => isScoreRule(rule, tail))
}

/** Widens the range of a filter or sort, and nested ranges, to include the new columns. */
export function widenFilter(edits: XmlEdits, node: XmlNode | undefined, right: number): void {
  const range = parseRange(attributeOf(node, 'ref'))
  if (node === undefined || range === undefined) return
  if (range.right < right && range.right > range.left) edits.setAttribute(node, 'ref', formatRange({ ...range, right }))
  widenFilter(edits, childOf(node, 'sortState'), right)
}

/** Elements after the rows of a worksheet, in the order the schema demands. */
const order = (
  'sheetData sheetCalcPr sheetProtection protectedRanges scenarios autoFilter sortState dataConsolidate ' +
  'customSheetViews mergeCells phoneticPr conditionalFormatting dataValidations hyperlinks printOptions pageMargins ' +
  'pageSetup headerFooter rowBreaks colBreaks customProperties cellWatches ignoredErrors smartTags drawing ' +
  'legacyDrawing legacyDrawingHF drawingHF picture oleObjects controls webPublishItems tableParts extLst'
).split(' ')

/** The offset at which an element of this name belongs; `end` is the offset after all of them. */
function insertionOffset(name: string, nodes: readonly XmlNode[], end: number): number {
  const own = order.indexOf(name)
  return nodes.find((node) => rankOf(node) > own)?.start ?? end
}

/** `AlternateContent` counts as its content. */
function rankOf(node: XmlNode): number {
  const inner = node.name === 'AlternateContent' ? node.children[0]?.children[0] : node
  return order.indexOf(inner?.name ?? '')
}

/** The number of links that stay, and the relationships that only links in refilled cells use. */
export function surveyLinks(plan: SheetEnrichment): { staying: number; staleIds: ReadonlySet<string> } {
  const links = childrenOf(childOf(parseXml(plan.tail), 'hyperlinks'), 'hyperlink')
  const going = links.filter((link) => isStaleLink(link, plan))
  const staying = going.length === 0 ? links : links.filter((link) => !isStaleLink(link, plan))
  const ids = new Set(going.map((link) => attributeOf(link, 'id') ?? ''))
  if (going.length > 0) for (const link of staying) ids.delete(attributeOf(link, 'id') ?? '')
  ids.delete('')
  return { staying: staying.length, staleIds: ids }
}

export function isStaleLink(link: XmlNode, plan: SheetEnrichment): boolean {
  const { columns, headingRow, lastRow, isTypedOver } = plan
  // A sheet may have 65,530 links, and mostly nothing is refilled.
  if (isTypedOver || columns.every(({ isNew }) => isNew)) return false
  const range = parseRange(attributeOf(link, 'ref'))
  if (range === undefined || range.left !== range.right || range.top <= headingRow || range.bottom > lastRow)
    return false
  return columns.some(({ isNew, index }) => !isNew && index === range.left)
}

/** Always true, and identifies the rule as ours. Cells keep their format; the next run removes the rule. */
const ownFormula = 'LEN("rwa-batch")>0'
/** Spreadsheet programs limit the length of a list of ranges. */
const maxAreasPerRule = 500

/** May be wrong only when true. */
export function mayHaveHighlights(text: string): boolean {
  return text.includes('rwa-batch')
}

export function ownHighlightRules(formatting: XmlNode, text: string): XmlNode[] {
  return childrenOf(formatting, 'cfRule').filter((rule) => isOwnHighlightRule(rule, text))
}

export function isOwnHighlightRule(rule: XmlNode, text: string): boolean {
  return rule.name === 'cfRule' && contentOf(text, childOf(rule, 'formula')).replace(/\s/g, '') === ownFormula
}

/** `above`: the highest priority of other rules. */
function highlightRulesXml(areas: readonly HighlightedArea[], above: number, styles: StyleSheet): string {
  let priority = above
  const rules = groupHighlights(areas).map(({ mark, cells }) => {
    priority += 1
    const formula = `<formula>${ownFormula.replace('>', '&gt;')}</formula>`
    const id = styles.differentialId(highlightDxf(mark))
    const rule = `<cfRule type="expression" dxfId="${id}" priority="${priority}">${formula}</cfRule>`
    return `<conditionalFormatting sqref="${cells}">${rule}</conditionalFormatting>`
  })
  return rules.join('')
}

export function groupHighlights(areas: readonly HighlightedArea[]): { mark: CellHighlight; cells: string }[] {
  return (['wrong', 'doubtful'] as const).flatMap((mark) => {
    const names = areas.filter((area) => area.mark === mark).map(({ range }) => nameArea(range))
    const pieces: { mark: CellHighlight; cells: string }[] = []
    for (let at = 0; at < names.length; at += maxAreasPerRule) {
      pieces.push({ mark, cells: names.slice(at, at + maxAreasPerRule).join(' ') })
    }
    return pieces
  })
}

/** Sets the border only: fill, text and number format of the cell stay. */
export function highlightDxf(mark: CellHighlight): string {
  return `<dxf>${markBorder(mark)}</dxf>`
}

function nameArea(range: CellRange): string {
  const isCell = range.top === range.bottom && range.left === range.right
  return isCell ? cellAddress(range.top, range.left) : formatRange(range)
}
