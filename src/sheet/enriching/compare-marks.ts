import { readWorkbook } from '../xlsx/workbook-part.ts'
import { markLook, mayHaveMarks, ourMarks, piecesOf } from './cell-marks.ts'
import type { Pair } from './compare-book.ts'
import { noteCells, otherShapes } from './note-shapes.ts'
import { readSaid, type SaidInNotes } from './note-texts.ts'
import type { PackageParts } from './package-parts.ts'
import type { SheetEnriching } from './plan.ts'
import type { NotesPlan } from './plan-notes.ts'
import { withPrefix } from './xml-edits.ts'
import { attributeOf, childOf, childrenOf, parseXml } from './xml-tree.ts'

/**
 * Whether exactly those cells are marked that were to be, and look so. `tail`: what stands behind the rows of the copy.
 * A clause where something is wrong.
 */
export async function findWrongMark(
  { after, workbookPart }: Pair,
  { marks }: SheetEnriching,
  tail: string,
): Promise<string | undefined> {
  // With a link in every row there is much behind the rows, and seldom a mark.
  if (marks.length === 0 && !mayHaveMarks(tail)) return undefined
  const found = parseXml(tail).children.flatMap((node) =>
    ourMarks(node, tail).map((rule) => ({
      cells: attributeOf(node, 'sqref'),
      look: Number(attributeOf(rule, 'dxfId')),
    })),
  )
  const { stylesPart } = await readWorkbook(after.archive, workbookPart)
  const styles = await after.text(stylesPart)
  const root = childOf(parseXml(styles), 'styleSheet')
  const looks = childrenOf(childOf(root, 'dxfs'), 'dxf').map(({ start, end }) => styles.slice(start, end))
  const is = found.map(({ cells, look }) => `${cells} ${looks[look]}`)
  const wanted = piecesOf(marks).map(({ mark, cells }) => `${cells} ${withPrefix(markLook(mark), root?.prefix ?? '')}`)
  return isSame(is, wanted) ? undefined : 'cells would be marked that are not meant, or would not be'
}

/** Whether the comments of the sheets say what they said, and what we say now; a clause where not. */
export async function findChangedNote({ plan, before, after }: Pair): Promise<string | undefined> {
  for (const { sheet, notes } of plan.sheets) {
    const fault = notes && findFault(await readNotes(before, notes), await readNotes(after, notes), notes)
    if (fault !== undefined) return `in the sheet "${sheet}" ${fault}`
  }
  return undefined
}

interface SheetNotes extends SaidInNotes {
  drawing: string
}

async function readNotes(parts: PackageParts, { comments, shapes }: NotesPlan): Promise<SheetNotes> {
  const textOf = async (part: string): Promise<string> => (parts.has(part) ? await parts.text(part) : '')
  return { ...readSaid(await textOf(comments.part)), drawing: await textOf(shapes.part) }
}

function findFault(was: SheetNotes, is: SheetNotes, { said }: NotesPlan): string | undefined {
  if (!isSame(was.byThem, is.byThem)) return 'a comment would be another'
  if (!isSame([...is.byUs].toSorted(), [...said].toSorted()))
    return 'what is said of a cell would be missing or be other'
  if (!isSame(otherShapes(was.drawing, was.onlyOurs), otherShapes(is.drawing, is.onlyOurs)))
    return 'the drawing of a comment would be another'
  const drawn = noteCells(is.drawing).filter((cell) => is.onlyOurs.has(cell))
  return isSame(drawn.toSorted(), [...is.onlyOurs].toSorted())
    ? undefined
    : 'a comment would not be drawn, or be drawn twice'
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
