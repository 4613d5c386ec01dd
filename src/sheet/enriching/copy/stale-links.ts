import { parseRange } from '../../package/cell-range.ts'
import { attributeOf, childrenOf, descendantsOf, parseXml, type XmlNode } from '../../package/xml-tree.ts'
import type { SheetEnrichment } from '../enrichment-plan.ts'

export function staleLinks(plan: SheetEnrichment): XmlNode[] {
  if (!refills(plan)) return []
  const links = parseXml(plan.tail).children.find(({ name }) => name === 'hyperlinks')
  return childrenOf(links, 'hyperlink').filter((link) => isStaleLink(link, plan))
}

/** A sheet may have 65,530 links, and mostly nothing is refilled. */
function refills({ columns, isTypedOver }: SheetEnrichment): boolean {
  return !isTypedOver && columns.some(({ isNew }) => !isNew)
}

export function isStaleLink(link: XmlNode, plan: SheetEnrichment): boolean {
  if (!refills(plan)) return false
  const { columns, headingRow, lastRow } = plan
  const range = parseRange(attributeOf(link, 'ref'))
  if (range === undefined || range.left !== range.right || range.top <= headingRow || range.bottom > lastRow)
    return false
  return columns.some(({ isNew, index }) => !isNew && index === range.left)
}

/** Relationships that only links in refilled cells use. */
export function staleRelationshipIds(plan: SheetEnrichment): ReadonlySet<string> {
  const going = staleLinks(plan)
  if (going.length === 0) return new Set()
  const places = new Set(going.map(({ start }) => start))
  const ids = new Set(going.map((link) => attributeOf(link, 'id') ?? ''))
  for (const link of descendantsOf(parseXml(plan.tail), 'hyperlink')) {
    if (!places.has(link.start)) ids.delete(attributeOf(link, 'id') ?? '')
  }
  ids.delete('')
  return ids
}
