import { parseRange } from '../../package/cell-range.ts'
import { attributeOf, childrenOf, descendantsOf, parseXml, type XmlNode } from '../../package/xml-tree.ts'
import type { SheetEnrichment } from '../enrichment-plan.ts'

export function staleLinks(plan: SheetEnrichment): XmlNode[] {
  const links = parseXml(plan.tail).children.find(({ name }) => name === 'hyperlinks')
  return childrenOf(links, 'hyperlink').filter((link) => isStaleLink(link, plan))
}

export function isStaleLink(link: XmlNode, { columns, isTypedOver, headingRow, lastRow }: SheetEnrichment): boolean {
  if (isTypedOver) return false
  const range = parseRange(attributeOf(link, 'ref'))
  if (range === undefined || range.left !== range.right || range.top <= headingRow || range.bottom > lastRow)
    return false
  return columns.some(({ isNew, index }) => !isNew && index === range.left)
}

/** Relationships that only links in refilled cells use. */
export function staleRelationshipIds(plan: SheetEnrichment): ReadonlySet<string> {
  const going = staleLinks(plan)
  const places = new Set(going.map(({ start }) => start))
  const ids = new Set(going.map((link) => attributeOf(link, 'id') ?? ''))
  for (const link of descendantsOf(parseXml(plan.tail), 'hyperlink')) {
    if (!places.has(link.start)) ids.delete(attributeOf(link, 'id') ?? '')
  }
  ids.delete('')
  return ids
}
