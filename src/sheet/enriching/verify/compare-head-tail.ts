import { columnName } from '../../cell.ts'
import { limits } from '../../limits.ts'
import { attributeOf, childOf, parseXml, type XmlNode } from '../../package/xml-tree.ts'
import { isOwnHighlightRule } from '../copy/highlight-rules.ts'
import { isResized } from '../copy/patch-head.ts'
import { isOurScale } from '../copy/patch-tail.ts'
import { isStaleLink } from '../copy/stale-links.ts'
import type { SheetEnrichment } from '../enrichment-plan.ts'
import { findLostElement, type MayChange } from './lost-element.ts'

export interface HeadAndTail {
  head: string
  tail: string
}

export function findLostOutsideRows(
  before: HeadAndTail,
  after: HeadAndTail,
  plan: SheetEnrichment,
): string | undefined {
  const isOurHead: MayChange = ({ name }) => ['dimension', 'cols', 'sheetData', 'sheetFormatPr'].includes(name)
  const isOurTail: MayChange = (node, text) =>
    (node.name === 'hyperlink' && isStaleLink(node, plan)) ||
    (node.name === 'hyperlinks' && node.children.every((link) => isStaleLink(link, plan))) ||
    isOwnHighlightRule(node, text) ||
    (node.name === 'conditionalFormatting' && (isOurScale(node, text, plan) || isHighlightOnly(node, text)))
  const lost =
    findLostElement(before.head, after.head, isOurHead) ?? findLostElement(before.tail, after.tail, isOurTail)
  if (lost !== undefined) return `something would be lost (${lost})`
  if (formatOf(before.head) !== formatOf(after.head)) return 'its rows or columns would have another usual size'
  const [widths, copied] = [widthsOf(before.head), widthsOf(after.head)]
  const sheet = childOf(parseXml(before.head), 'worksheet')
  const ours = new Set(
    plan.columns.filter((column) => column.isNew || isResized(column, sheet)).map(({ index }) => index),
  )
  for (let column = 0; column < limits.columns; column += 1) {
    if (widths[column] !== copied[column] && !ours.has(column))
      return `column ${columnName(column)} would have another width or look`
  }
  return undefined
}

function isHighlightOnly(node: XmlNode, text: string): boolean {
  return node.children.length > 0 && node.children.every((rule) => isOwnHighlightRule(rule, text))
}

/** Default sizes of the sheet, without the outline level, which a group of our columns raises. */
function formatOf(head: string): string {
  const format = childOf(childOf(parseXml(head), 'worksheet'), 'sheetFormatPr')
  return (format?.attributes ?? '').replace(/\soutlineLevelCol\s*=\s*(?:"[^"]*"|'[^']*')/, '').trim()
}

function widthsOf(head: string): string[] {
  const cols = childOf(childOf(parseXml(head), 'worksheet'), 'cols')
  const widths: string[] = []
  for (const col of cols?.children ?? []) {
    const [min, max] = [Number(attributeOf(col, 'min')), Number(attributeOf(col, 'max'))]
    const look = col.attributes.replace(/\s(?:min|max)\s*=\s*(?:"[^"]*"|'[^']*')/g, '').trim()
    for (let at = Math.max(1, min); at <= Math.min(max, limits.columns); at += 1) widths[at - 1] = look
  }
  return widths
}
