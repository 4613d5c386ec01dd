import { readWorkbook } from '../../package/workbook-part.ts'
import { attributeOf, childOf, childrenOf, parseXml } from '../../package/xml-tree.ts'
import { groupHighlights, highlightDxf, mayHaveHighlights, ownHighlightRules } from '../copy/highlight-rules.ts'
import type { SheetEnrichment } from '../enrichment-plan.ts'
import type { CopyPair } from './compare-workbook.ts'

/**
 * Checks that exactly the planned cells are highlighted, and in the planned style. `tail`: the copy's XML after its
 * rows. Returns a clause that names the fault.
 */
export async function findWrongHighlight(
  { after, workbookPart }: CopyPair,
  { highlights }: SheetEnrichment,
  tail: string,
): Promise<string | undefined> {
  // With a link in every row the tail is large, and highlights are rare.
  if (highlights.length === 0 && !mayHaveHighlights(tail)) return undefined
  const found = parseXml(tail).children.flatMap((node) =>
    ownHighlightRules(node, tail).map((rule) => ({
      cells: attributeOf(node, 'sqref'),
      look: Number(attributeOf(rule, 'dxfId')),
    })),
  )
  const { stylesPart } = await readWorkbook(after.archive, workbookPart)
  const styles = await after.text(stylesPart)
  const root = childOf(parseXml(styles), 'styleSheet')
  const looks = childrenOf(childOf(root, 'dxfs'), 'dxf').map(({ start, end }) => styles.slice(start, end))
  const is = found.map(({ cells, look }) => `${cells} ${looks[look]}`)
  const wanted = groupHighlights(highlights).map(({ mark, cells }) => `${cells} ${highlightDxf(mark)}`)
  return isSame(is, wanted) ? undefined : 'the wrong cells would be highlighted'
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
