import { parseXml, type XmlNode } from '../../package/xml-tree.ts'

/** Elements that may get more children: anywhere, or only at the end when other parts refer to them by number. */
export type AllowedGrowth = Readonly<Record<string, 'anywhere' | 'behind'>>

export interface AllowedChanges {
  grows: AllowedGrowth
  mayChange?: (node: XmlNode, text: string) => boolean
}

interface LocatedNode {
  text: string
  node: XmlNode
}

/** Attributes that say how much an element contains; they may change. */
const sizes = /\s(?:count|uniqueCount|ref)\s*=\s*(?:"[^"]*"|'[^']*')/g

/** The first element that is missing, changed or out of order in `after`. */
export function findLostElement(before: string, after: string, allowed: AllowedChanges): string | undefined {
  if (before === after) return undefined
  return lostIn({ text: before, node: parseXml(before) }, { text: after, node: parseXml(after) }, 'anywhere', allowed)
}

function lostIn(
  before: LocatedNode,
  after: LocatedNode,
  growth: 'anywhere' | 'behind',
  allowed: AllowedChanges,
): string | undefined {
  const [theirs, found] = [before, after].map(({ text, node }) =>
    node.children.filter((child) => allowed.mayChange?.(child, text) !== true),
  ) as [XmlNode[], XmlNode[]]
  let at = 0
  for (const node of theirs) {
    const isSame = (other: XmlNode): boolean => isKept({ ...before, node }, { ...after, node: other }, allowed)
    while (growth === 'anywhere' && found[at] !== undefined && !isSame(found[at] as XmlNode)) at += 1
    const other = found[at]
    if (other === undefined || (growth === 'behind' && !isSame(other))) return node.qname
    at += 1
  }
  return undefined
}

function isKept(before: LocatedNode, after: LocatedNode, allowed: AllowedChanges): boolean {
  const [one, other] = [before, after].map(({ text, node }) => text.slice(node.start, node.end))
  if (one === other) return true
  const growth = allowed.grows[before.node.name]
  if (growth === undefined || before.node.qname !== after.node.qname) return false
  const [tag, tagNow] = [before, after].map(({ node }) => node.attributes.replace(sizes, '').trimEnd())
  return tag === tagNow && lostIn(before, after, growth, allowed) === undefined
}
