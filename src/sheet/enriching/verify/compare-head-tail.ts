import { columnName } from '../../cell.ts'
import { limits } from '../../limits.ts'
import { attributeOf, childOf, parseXml, type XmlNode } from '../../package/xml-tree.ts'
import { isResized } from '../copy/patch-head.ts'
import { isOurScale, isOwnHighlightRule, isStaleLink } from '../copy/patch-tail.ts'
import type { SheetEnrichment } from '../enrichment-plan.ts'

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

type Growth = 'anywhere' | 'behind'

/** Elements that get more children: anywhere, or only at the end when other parts refer to them by number. */
const growing: ReadonlyMap<string, Growth> = new Map([
  ...'worksheet hyperlinks conditionalFormatting workbook definedNames autoFilter sortState Relationships Types styleSheet'
    .split(' ')
    .map((name) => [name, 'anywhere'] as const),
  ...'sheets table tableColumns numFmts fonts fills borders cellXfs dxfs'
    .split(' ')
    .map((name) => [name, 'behind'] as const),
])

/** True for an element that is ours, or goes with what is ours. */
export type MayChange = (node: XmlNode, text: string) => boolean

interface LocatedNode {
  text: string
  node: XmlNode
}

/** Attributes that say how much an element contains; they may change. */
const sizes = /\s(?:count|uniqueCount|ref)\s*=\s*(?:"[^"]*"|'[^']*')/g

/** The first element that is missing, changed or out of order in `after`. */
export function findLostElement(before: string, after: string, mayChange: MayChange = () => false): string | undefined {
  if (before === after) return undefined
  return lostIn({ text: before, node: parseXml(before) }, { text: after, node: parseXml(after) }, 'anywhere', mayChange)
}

function lostIn(before: LocatedNode, after: LocatedNode, growth: Growth, mayChange: MayChange): string | undefined {
  const [theirs, found] = [before, after].map(({ text, node }) =>
    node.children.filter((child) => !mayChange(child, text)),
  ) as [XmlNode[], XmlNode[]]
  let at = 0
  for (const node of theirs) {
    const isSame = (other: XmlNode): boolean => isKept({ ...before, node }, { ...after, node: other }, mayChange)
    while (growth === 'anywhere' && found[at] !== undefined && !isSame(found[at] as XmlNode)) at += 1
    const other = found[at]
    if (other === undefined || (growth === 'behind' && !isSame(other))) return node.qname
    at += 1
  }
  return undefined
}

function isKept(before: LocatedNode, after: LocatedNode, mayChange: MayChange): boolean {
  const [one, other] = [before, after].map(({ text, node }) => text.slice(node.start, node.end))
  if (one === other) return true
  const growth = growing.get(before.node.name)
  if (growth === undefined || before.node.qname !== after.node.qname) return false
  const [tag, tagNow] = [before, after].map(({ node }) => node.attributes.replace(sizes, '').trimEnd())
  return tag === tagNow && lostIn(before, after, growth, mayChange) === undefined
}
