import { cellAddress } from '../cell.ts'
import { limits } from '../limits.ts'
import { mainNamespace, xmlHead } from '../package/namespaces.ts'
import { TextBuffer } from '../package/text-buffer.ts'
import { escapeXml } from '../package/xml-entities.ts'
import { toCommentText } from './safe-text.ts'

/** Minimum characters per line in a comment's box. */
const commentLineChars = 36
const usualColumnWidth = 9
/** Excel numbers the shapes of a sheet in blocks of this size. */
const blockLength = 1024
/** One less than the number of the first box. */
const firstShapeId = blockLength
const commentShapeType =
  '<v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe"><v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>'
const vmlNamespaces = {
  v: 'urn:schemas-microsoft-com:vml',
  o: 'urn:schemas-microsoft-com:office:office',
  x: 'urn:schemas-microsoft-com:office:excel',
}

/** Comments of a sheet, buffered until its rows are written. Each is a text in one part and a box in another. */
export class SheetComments {
  readonly #texts = new TextBuffer()
  readonly #boxes = new TextBuffer()
  readonly #widths: readonly number[]
  #count = 0

  /** `widths`: of the columns, in characters. */
  constructor(widths: readonly number[]) {
    this.#widths = widths
  }

  get isEmpty(): boolean {
    return this.#count === 0
  }

  /** `row` is 1-based, `column` 0-based. */
  add(row: number, column: number, text: string): void {
    const note = { row, column, text: toCommentText(text) }
    this.#texts.add(commentXml(note))
    this.#count += 1
    this.#boxes.add(commentShapeXml(note, firstShapeId + this.#count, this.#widths))
  }

  *streamComments(): Generator<Buffer> {
    yield Buffer.from(
      `${xmlHead}<comments xmlns="${mainNamespace}"><authors><author>rwa-batch</author></authors><commentList>`,
    )
    yield* this.#texts.drain()
    yield Buffer.from('</commentList></comments>')
  }

  *streamShapes(): Generator<Buffer> {
    const declared = Object.entries(vmlNamespaces)
      .map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`)
      .join(' ')
    const blocks = Array.from({ length: Math.ceil((this.#count + 1) / blockLength) }, (_, index) => index + 1)
    yield Buffer.from(
      `<xml ${declared}><o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="${blocks.join(',')}"/></o:shapelayout>${commentShapeType}`,
    )
    yield* this.#boxes.drain()
    yield Buffer.from('</xml>')
  }
}

interface CellComment {
  /** 1-based. */
  row: number
  /** 0-based. */
  column: number
  text: string
}

function commentXml({ row, column, text }: CellComment): string {
  const content = `<r><t xml:space="preserve">${escapeXml(text)}</t></r>`
  return `<comment ref="${cellAddress(row, column)}" authorId="0"><text>${content}</text></comment>`
}

/** Hidden until the user points at the cell; wide enough for a line, and as high as the text. */
function commentShapeXml({ row, column, text }: CellComment, number: number, widths: readonly number[]): string {
  const lines = text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / commentLineChars)), 1)
  const top = Math.max(0, Math.min(row - 2, limits.rows - 1 - lines))
  const left = Math.min(column + 1, limits.columns - 1 - commentLineChars / usualColumnWidth)
  const anchor = `${left}, 6, ${top}, 0, ${endColumn(left, widths)}, 0, ${top + lines}, 0`
  return `<v:shape id="_x0000_s${number}" type="#_x0000_t202" style="position:absolute;visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto"><v:fill color2="#ffffe1"/><v:shadow color="black" obscured="t"/><v:path o:connecttype="none"/><v:textbox style="mso-direction-alt:auto"><div style="text-align:left"/></v:textbox><x:ClientData ObjectType="Note"><x:Anchor>${anchor}</x:Anchor><x:AutoFill>False</x:AutoFill><x:Row>${row - 1}</x:Row><x:Column>${column}</x:Column></x:ClientData></v:shape>`
}

/** The column at which the box is wide enough for a line. */
function endColumn(from: number, widths: readonly number[]): number {
  let column = from
  for (let width = 0; width < commentLineChars; column += 1) width += widths[column] ?? usualColumnWidth
  return Math.min(column, limits.columns - 1)
}
