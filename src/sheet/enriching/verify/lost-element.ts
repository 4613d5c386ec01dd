import { parseXml, type XmlNode } from '../../package/xml-tree.ts'

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
