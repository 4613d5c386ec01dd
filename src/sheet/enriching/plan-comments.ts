import { cellAddress } from '../cell.ts'
import type { CellComment } from '../writing/sheet-comments.ts'
import type { Relationship } from '../xlsx/relationships.ts'
import { hasShapes, mergeShapes } from './comment-shapes.ts'
import { emptyComments, mergeComments, ownCommentText } from './merge-comments.ts'
import { commentsType, type Namespaces, shapesType } from './own-workbook.ts'
import type { PackageParts } from './package-parts.ts'
import { attributeOf, descendantsOf, parseXml } from './xml-tree.ts'

/** What becomes of the comments of a sheet. */
export interface CommentsPlan {
  /** Cell → what we say there. */
  ownTexts: ReadonlyMap<string, string>
  comments: PlannedPart
  /** The drawing in which each comment has its shape. */
  shapes: PlannedPart
  /** Relationships of the sheet that come, and the identifiers of those that go. */
  added: readonly { id: string; type: string; part: string }[]
  going: ReadonlySet<string>
  /** Whether the sheet is to name its drawing, by which relationship, or no more; undefined where that stays as it is. */
  drawing: { id: string } | 'goes' | undefined
  /** Cells in whose comment nothing can be added. */
  skippedCells: readonly string[]
}

export interface PlannedPart {
  part: string
  /** As it is to be; undefined for one that goes. */
  text: string | undefined
  type: string
}

export interface CommentsContext {
  links: readonly Relationship[]
  /** What stands behind the rows of the sheet. */
  tail: string
  names: Namespaces
  /** A name that no part has, `xl/comments1.xml`. */
  freeName(stem: string, extension: string): string
}

/** The comments of a sheet as they are to be; undefined when nothing is to be said in them, and nothing was. */
export async function planComments(
  parts: PackageParts,
  notes: readonly CellComment[],
  { links, tail, names, freeName }: CommentsContext,
): Promise<CommentsPlan | undefined> {
  const ofComments = links.find(({ type, part }) => type === 'comments' && part !== undefined && parts.has(part))
  const before = ofComments?.part === undefined ? undefined : await parts.text(ofComments.part)
  if (before === undefined && notes.length === 0) return undefined
  const merged = mergeComments(before ?? emptyComments(names.main), notes)
  if (merged.text === before && merged.untold.length === 0) return undefined
  // A program may offer it as one of several alternatives: there it stays.
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
  const link = (id: string, type: string, { part }: PlannedPart) => ({ id, type: `${names.links}/${type}`, part })
  const added = [
    ...(ofComments === undefined ? [link(freeId('rwaComments', ids), 'comments', comments)] : []),
    ...(ofShapes === undefined ? [link(freeId('rwaShapes', ids), 'vmlDrawing', drawing)] : []),
  ]
  const going = [isLeft ? undefined : ofComments?.id, isDrawingLeft ? undefined : ofShapes?.id]
  const untold = new Set(merged.untold.map(({ row, column }) => cellAddress(row, column)))
  const told = notes.filter(({ row, column }) => !untold.has(cellAddress(row, column)))
  return {
    ownTexts: new Map(told.map((note) => [cellAddress(note.row, note.column), ownCommentText(note)])),
    comments,
    shapes: drawing,
    added,
    going: new Set(going.flatMap((id) => id ?? [])),
    drawing: !isDrawingLeft ? 'goes' : ofShapes === undefined ? { id: freeId('rwaShapes', ids) } : undefined,
    skippedCells: [...untold],
  }
}

/** Names that no part has and that were not given before. */
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
