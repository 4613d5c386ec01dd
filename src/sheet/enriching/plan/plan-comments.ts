import { cellAddress } from '../../cell.ts'
import type { PackageParts } from '../../package/package-parts.ts'
import type { Relationship } from '../../package/relationships.ts'
import { attributeOf, descendantsOf, parseXml } from '../../package/xml-tree.ts'
import type { CellComment } from '../../writing/sheet-comments.ts'
import { commentsType, shapesType } from '../../writing/sheet-stream.ts'
import { hasShapes, mergeShapes } from '../copy/comment-shapes.ts'
import { emptyComments, mergeComments, ownCommentText } from '../copy/merge-comments.ts'
import type { CommentsPlan, PlannedPart } from '../enrichment-plan.ts'

export interface CommentsContext {
  links: readonly Relationship[]
  tail: string
  /** Returns an unused part name, such as `xl/comments1.xml`. */
  freeName(stem: string, extension: string): string
}

/** Undefined when there is nothing to add or remove. */
export async function planComments(
  parts: PackageParts,
  notes: readonly CellComment[],
  { links, tail, freeName }: CommentsContext,
): Promise<CommentsPlan | undefined> {
  const ofComments = links.find(({ type, part }) => type === 'comments' && part !== undefined && parts.has(part))
  const before = ofComments?.part === undefined ? undefined : await parts.text(ofComments.part)
  if (before === undefined && notes.length === 0) return undefined
  const merged = mergeComments(before ?? emptyComments, notes)
  if (merged.text === before && merged.skipped.length === 0) return undefined
  // A reference within `AlternateContent` stays there.
  const tree = parseXml(tail)
  const named = [...descendantsOf(tree, 'legacyDrawing')][0]
  const isAlternative = named !== undefined && !tree.children.includes(named)
  const ofShapes = links.find(
    ({ id, part }) => id === attributeOf(named, 'id') && part !== undefined && parts.has(part),
  )
  const drawn = ofShapes?.part === undefined ? undefined : await parts.text(ofShapes.part)
  const shapes = mergeShapes(drawn, merged)
  const isLeft = merged.text !== undefined
  const isDrawingLeft = isLeft || isAlternative || hasShapes(shapes)
  const ids = new Set(links.map(({ id }) => id))
  const comments = { part: ofComments?.part ?? freeName('xl/comments', '.xml'), text: merged.text, type: commentsType }
  const drawing = {
    part: ofShapes?.part ?? freeName('xl/drawings/vmlDrawing', '.vml'),
    text: isDrawingLeft ? shapes : undefined,
    type: shapesType,
  }
  const link = (id: string, type: string, { part }: PlannedPart) => ({ id, type, part })
  const added = [
    ...(ofComments === undefined ? [link(freeId('rwaComments', ids), 'comments', comments)] : []),
    ...(ofShapes === undefined ? [link(freeId('rwaShapes', ids), 'vmlDrawing', drawing)] : []),
  ]
  const removedIds = [isLeft ? undefined : ofComments?.id, isDrawingLeft ? undefined : ofShapes?.id]
  const skipped = new Set(merged.skipped.map(({ row, column }) => cellAddress(row, column)))
  const written = notes.filter(({ row, column }) => !skipped.has(cellAddress(row, column)))
  return {
    ownTexts: new Map(written.map((note) => [cellAddress(note.row, note.column), ownCommentText(note)])),
    comments,
    shapes: drawing,
    added,
    removedIds: new Set(removedIds.flatMap((id) => id ?? [])),
    drawing: !isDrawingLeft ? 'removed' : ofShapes === undefined ? { id: freeId('rwaShapes', ids) } : undefined,
    skippedCells: [...skipped],
  }
}

/** Names are unused in the package and never given twice. */
export function newPartNamer(parts: PackageParts): CommentsContext['freeName'] {
  const given = new Set<string>()
  return (stem, extension) => {
    let number = 1
    while (given.has(`${stem}${number}`) || parts.has(`${stem}${number}${extension}`)) number += 1
    given.add(`${stem}${number}`)
    return `${stem}${number}${extension}`
  }
}

function freeId(name: string, taken: ReadonlySet<string>): string {
  let id = name
  for (let number = 2; taken.has(id); number += 1) id = `${name}${number}`
  return id
}
