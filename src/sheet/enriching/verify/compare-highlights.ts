import type { PackageParts } from '../../package/package-parts.ts'
import { readWorkbook } from '../../package/workbook-part.ts'
import { attributeOf, childOf, childrenOf, parseXml } from '../../package/xml-tree.ts'
import { commentShapeCells, otherShapes } from '../copy/comment-shapes.ts'
import { groupHighlights, highlightDxf, mayHaveHighlights, ownHighlightRules } from '../copy/highlight-rules.ts'
import { type CommentTexts, readCommentTexts } from '../copy/merge-comments.ts'
import type { CommentsPlan, SheetEnrichment } from '../enrichment-plan.ts'
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

/**
 * Checks that foreign comments are unchanged and own comments are as planned. Returns a clause that names the fault.
 */
export async function findChangedComment({ plan, before, after }: CopyPair): Promise<string | undefined> {
  for (const { sheet, comments } of plan.sheets) {
    const fault =
      comments && findFault(await readComments(before, comments), await readComments(after, comments), comments)
    if (fault !== undefined) return `in the sheet "${sheet}" ${fault}`
  }
  return undefined
}

interface SheetCommentContent extends CommentTexts {
  drawing: string
}

async function readComments(parts: PackageParts, { comments, shapes }: CommentsPlan): Promise<SheetCommentContent> {
  const textOf = async (part: string): Promise<string> => (parts.has(part) ? await parts.text(part) : '')
  return { ...readCommentTexts(await textOf(comments.part)), drawing: await textOf(shapes.part) }
}

function findFault(was: SheetCommentContent, is: SheetCommentContent, { ownTexts }: CommentsPlan): string | undefined {
  if (!isSame(was.foreignTexts, is.foreignTexts)) return 'a comment would be changed'
  if (!isSame([...is.ownTexts].toSorted(), [...ownTexts].toSorted()))
    return 'the comment of a cell would be missing or different'
  if (!isSame(otherShapes(was.drawing, was.ownCells), otherShapes(is.drawing, is.ownCells)))
    return 'the drawing of a comment would be changed'
  const drawn = commentShapeCells(is.drawing).filter((cell) => is.ownCells.has(cell))
  return isSame(drawn.toSorted(), [...is.ownCells].toSorted())
    ? undefined
    : 'a comment would not be drawn, or be drawn twice'
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
