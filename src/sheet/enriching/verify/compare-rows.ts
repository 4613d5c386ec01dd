import { createHash, type Hash } from 'node:crypto'
import { columnName } from '../../cell.ts'
import { limits } from '../../limits.ts'
import { attributeOf, childOf, parseXml, type XmlNode } from '../../package/xml-tree.ts'
import type { ZipArchive } from '../../package/zip-archive.ts'
import { isResized } from '../copy/patch-head.ts'
import { isOurScale, isOwnHighlightRule, isStaleLink } from '../copy/patch-tail.ts'
import { describeChange, hashChanges, isFlexible, withoutHeight } from '../copy/result-cells.ts'
import type { SheetEnrichment } from '../enrichment-plan.ts'
import { cellsOf, type RawRow, SheetSplitter } from '../sheet-splitter.ts'

/**
 * Compares a sheet's rows with their copies byte by byte, except for cells of the result columns. `fault`: a clause;
 * undefined when nothing changed outside of those.
 */
export async function compareRows(
  before: ZipArchive,
  after: ZipArchive,
  { part, columns }: Pick<SheetEnrichment, 'part' | 'columns'>,
): Promise<{ fault: string | undefined; around: readonly [before: HeadAndTail, after: HeadAndTail]; changes: string }> {
  const around = [new SheetSplitter(), new SheetSplitter()] as const
  const copy = readRawRows(after, part, around[1])
  const ours = new Set(columns.map(({ index }) => index))
  const changes = createHash('sha256')
  const judge = async (): Promise<string | undefined> => {
    let [page, at]: [RawRow[] | undefined, number] = [[], 0]
    const isPageRead = (): boolean => page !== undefined && at >= page.length
    for await (const rows of readRawRows(before, part, around[0])) {
      for (const row of rows) {
        while (isPageRead()) [page, at] = [(await copy.next()).value, 0]
        const found: RawRow | undefined = page?.[at]
        at += 1
        if (found === undefined || found.number > row.number) return `row ${row.number} would be missing`
        if (found.number < row.number) return `row ${found.number} would be added`
        const fault = compareRow(row, found, { ours, changes })
        if (fault !== undefined) return fault
      }
    }
    while (isPageRead()) [page, at] = [(await copy.next()).value, 0]
    return page?.[at] && `row ${page[at]?.number} would be added`
  }
  const fault = await judge().finally(() => copy.return(undefined))
  return { fault, around, changes: changes.digest('hex') }
}

function compareRow(before: RawRow, after: RawRow, { ours, changes }: { ours: ReadonlySet<number>; changes: Hash }) {
  if (before.bytes.equals(after.bytes)) return undefined
  const [tag, tagNow] = [tagOf(before), tagOf(after)]
  if (tag !== tagNow && withoutComputed(tag) !== withoutComputed(tagNow))
    return `row ${before.number} would be displayed differently`
  const [kept, found] = [bodyOf(before), bodyOf(after)]
  // Usual case: the result cells follow the existing ones.
  if (found.subarray(0, kept.length).equals(kept)) {
    hashChanges(changes, before.number, found.subarray(kept.length))
    return undefined
  }
  const [was, is] = [partsOf(kept), partsOf(found)]
  if (was.others !== is.others) return `the content after the cells of row ${before.number} would be changed`
  let changed = ''
  for (const column of [...new Set([...was.cells.keys(), ...is.cells.keys()])].toSorted((a, b) => a - b)) {
    const [one, other] = [was.cells.get(column), is.cells.get(column)]
    if (ours.has(column)) changed += describeChange(column, one, other ?? '')
    else if (one !== other) return `cell ${columnName(column)}${before.number} would be changed`
  }
  hashChanges(changes, before.number, Buffer.from(changed, 'latin1'))
  return undefined
}

function tagOf({ bytes, openLength }: RawRow): string {
  return bytes.toString('latin1', 0, openLength)
}

/** A start tag may name the columns that its cells span, and a height that follows from its texts. */
function withoutComputed(tag: string): string {
  const plain = tag.replace(/\sspans\s*=\s*(?:"[^"]*"|'[^']*')/, '').replace(/\s*\/?>$/, '')
  return isFlexible(plain) ? withoutHeight(plain) : plain
}

function bodyOf({ bytes, openLength, bodyEnd }: RawRow): Buffer {
  return bytes.subarray(openLength, bodyEnd)
}

function partsOf(body: Buffer): { cells: Map<number, string>; others: string } {
  const text = body.toString('latin1')
  const tree = parseXml(text)
  const cells = new Map<number, string>()
  for (const { node, column } of cellsOf(tree)) cells.set(column, text.slice(node.start, node.end))
  const others = tree.children.filter(({ name }) => name !== 'c').map(({ start, end }) => text.slice(start, end))
  return { cells, others: others.join('') }
}

/** In pages: to wait for each row takes a seventh longer. */
async function* readRawRows(
  archive: ZipArchive,
  part: string,
  splitter: SheetSplitter,
): AsyncGenerator<RawRow[], undefined> {
  for await (const pieces of splitter.read(archive, part)) {
    yield pieces.filter((piece): piece is RawRow => !Buffer.isBuffer(piece))
  }
  return undefined
}

type HeadAndTail = Record<'head' | 'tail', string>

export function findLostOutsideRows(
  before: HeadAndTail,
  after: HeadAndTail,
  plan: SheetEnrichment,
): string | undefined {
  const isOurHead: MayChange = ({ name }) => ['dimension', 'cols', 'sheetData', 'sheetFormatPr'].includes(name)
  const isHighlightOnly: MayChange = (node, text) =>
    node.children.length > 0 && node.children.every((rule) => isOwnHighlightRule(rule, text))
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
export function findLostElement(
  before: string,
  after: string,
  mayChange: MayChange = () => false,
  leaves?: ReadonlySet<string>,
): string | undefined {
  if (before === after) return undefined
  const [was, is] = [before, after].map((text): LocatedNode => ({ text, node: parseXml(text, leaves) }))
  return was && is && lostIn(was, is, 'anywhere', mayChange)
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
