import { cellAddress } from '../../cell.ts'
import { UnsupportedWorkbookError } from '../../package/unsupported-workbook-error.ts'
import {
  type CellComment,
  commentShapeType,
  commentShapeXml,
  firstShapeId,
  vmlNamespaces,
} from '../../writing/sheet-comments.ts'
import { ownCommentText } from './merge-comments.ts'

// VML drawings are not well-formed XML in every file. So they are handled as text, and only whole shapes are added or
// removed.

const emptyDrawing = '<xml><o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="1"/></o:shapelayout></xml>'

export function mergeShapes(
  before: string | undefined,
  { removed, added }: { removed: ReadonlySet<string>; added: readonly CellComment[] },
): string {
  if (before !== undefined && removed.size + added.length === 0) return before
  const { start, inner, end } = openDrawing(before ?? emptyDrawing)
  const kept = removed.size === 0 ? inner : withoutShapes(inner, removed)
  if (added.length === 0) return start + kept + end
  const numbers = [...kept.matchAll(/_x0000_s(\d{1,9})/g)].map(([, number]) => Number(number))
  let number = numbers.reduce((most, one) => Math.max(most, one), firstShapeId)
  const shapes = added.map((note) => {
    number += 1
    return commentShapeXml({ ...note, text: ownCommentText(note) }, number)
  })
  return start + kept + (kept.includes('id="_x0000_t202"') ? '' : commentShapeType) + shapes.join('') + end
}

export function hasShapes(drawing: string): boolean {
  return /<v:(?:shape|rect|oval|line|polyline|roundrect|group|image|arc|curve)[\s/>]/.test(drawing)
}

export function commentShapeCells(drawing: string): string[] {
  return [...shapesIn(drawing)].flatMap(({ cell }) => cell ?? [])
}

/** Everything else drawn in the part: shapes of other comments, buttons, lists. */
export function otherShapes(drawing: string, cells: ReadonlySet<string>): string[] {
  return [...shapesIn(drawing)].flatMap(({ xml, cell }) => (cell !== undefined && cells.has(cell) ? [] : xml))
}

interface Drawing {
  start: string
  inner: string
  end: string
}

function openDrawing(text: string): Drawing {
  const tag = /<xml(?=[\s/>])(?:[^>"']|"[^"]*"|'[^']*')*>/.exec(text)
  const close = text.lastIndexOf('</xml>')
  if (tag === null)
    throw new UnsupportedWorkbookError('its comments are drawn in a way that no spreadsheet program uses')
  const isEmpty = tag[0].endsWith('/>')
  let open = isEmpty ? tag[0].slice(0, -2).trimEnd() : tag[0].slice(0, -1)
  for (const [prefix, uri] of Object.entries(vmlNamespaces)) {
    const declared = new RegExp(`\\sxmlns:${prefix}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(open)
    if (declared === null) open += ` xmlns:${prefix}="${uri}"`
    else if ((declared[1] ?? declared[2]) !== uri)
      throw new UnsupportedWorkbookError('its comments are drawn with names that no spreadsheet program uses')
  }
  const start = text.slice(0, tag.index) + open
  const from = tag.index + tag[0].length
  if (isEmpty) return { start: `${start}>`, inner: '', end: `</xml>${text.slice(from)}` }
  if (close < from) throw new UnsupportedWorkbookError('the drawing of its comments does not end')
  return { start: `${start}>`, inner: text.slice(from, close), end: text.slice(close) }
}

function withoutShapes(inner: string, gone: ReadonlySet<string>): string {
  let kept = ''
  let at = 0
  for (const { cell, from, to } of shapesIn(inner)) {
    if (cell === undefined || !gone.has(cell)) continue
    kept += inner.slice(at, from)
    at = to
  }
  return kept + inner.slice(at)
}

interface Shape {
  from: number
  to: number
  xml: string
  cell: string | undefined
}

const shapeTag = /<v:shape\s(?:[^>"']|"[^"]*"|'[^']*')*>/g
const shapeEnd = '</v:shape>'

function* shapesIn(drawing: string): Generator<Shape> {
  for (const { 0: tag, index: from } of drawing.matchAll(shapeTag)) {
    const end = tag.endsWith('/>') ? from + tag.length : drawing.indexOf(shapeEnd, from) + shapeEnd.length
    if (end < from) return
    const xml = drawing.slice(from, end)
    const row = /<x:Row>\s*(\d+)\s*<\/x:Row>/.exec(xml)?.[1]
    const column = /<x:Column>\s*(\d+)\s*<\/x:Column>/.exec(xml)?.[1]
    const isNote = /\sObjectType\s*=\s*["']Note["']/.test(xml) && row !== undefined && column !== undefined
    yield { from, to: end, xml, cell: isNote ? cellAddress(Number(row) + 1, Number(column)) : undefined }
  }
}
