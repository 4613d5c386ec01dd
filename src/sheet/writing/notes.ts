import { cellAddress } from '../cell.ts'
import { KeptText } from './kept-text.ts'
import { escapeXml, toNoteText } from './safe-text.ts'
import { mainNamespace, xmlHead } from './workbook-parts.ts'

/** Characters that the box of a comment holds in a line, at least. */
const noteLine = 36
const usualColumnWidth = 9
/** Excel numbers the shapes of a sheet in blocks. */
const blockLength = 1024
const boxType =
  '<v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe"><v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>'
const vmlNamespaces =
  'xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"'

/** The comments of a sheet, kept until its rows have passed; each is a text in one part and a box in another. */
export class Notes {
  readonly #texts = new KeptText()
  readonly #boxes = new KeptText()
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
    const content = escapeXml(toNoteText(text))
    const address = cellAddress(row, column)
    this.#texts.add(
      `<comment ref="${address}" authorId="0"><text><r><t xml:space="preserve">${content}</t></r></text></comment>`,
    )
    this.#boxes.add(this.#boxXml(row, column, text))
    this.#count += 1
  }

  /** The part with the texts. */
  *takeComments(): Generator<Buffer> {
    yield Buffer.from(
      `${xmlHead}<comments xmlns="${mainNamespace}"><authors><author>rwa-batch</author></authors><commentList>`,
    )
    yield* this.#texts.take()
    yield Buffer.from('</commentList></comments>')
  }

  /** The part with the boxes. */
  *takeShapes(): Generator<Buffer> {
    const blocks = Array.from({ length: Math.ceil((this.#count + 1) / blockLength) }, (_, index) => index + 1)
    yield Buffer.from(
      `<xml ${vmlNamespaces}><o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="${blocks.join(',')}"/></o:shapelayout>${boxType}`,
    )
    yield* this.#boxes.take()
    yield Buffer.from('</xml>')
  }

  /** Wide enough for a line, and as high as its text. */
  #boxXml(row: number, column: number, text: string): string {
    const lines = text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / noteLine)), 1)
    const top = Math.max(0, row - 2)
    const left = column + 1
    const anchor = `${left}, 6, ${top}, 0, ${this.#reach(left)}, 0, ${top + lines}, 0`
    return `<v:shape id="_x0000_s${blockLength + 1 + this.#count}" type="#_x0000_t202" style="position:absolute;visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto"><v:fill color2="#ffffe1"/><v:shadow color="black" obscured="t"/><v:path o:connecttype="none"/><v:textbox style="mso-direction-alt:auto"><div style="text-align:left"/></v:textbox><x:ClientData ObjectType="Note"><x:Anchor>${anchor}</x:Anchor><x:AutoFill>False</x:AutoFill><x:Row>${row - 1}</x:Row><x:Column>${column}</x:Column></x:ClientData></v:shape>`
  }

  /** The column at which enough columns for a line have been passed. */
  #reach(from: number): number {
    let column = from
    for (let width = 0; width < noteLine; column += 1) width += this.#widths[column] ?? usualColumnWidth
    return column
  }
}
