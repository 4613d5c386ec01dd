import { findWorkbookPart } from '../xlsx/content-types.ts'
import { readWorkbook } from '../xlsx/workbook-part.ts'
import { ZipArchive } from '../xlsx/zip-archive.ts'
import { type ChangedParts, targetOf } from './changed-parts.ts'
import { PackageParts, relationshipsPart } from './package-parts.ts'
import { XmlEdits } from './xml-edits.ts'
import { attributeOf, childOf, parseXml } from './xml-tree.ts'

/** A sheet of ours as the writer of new workbooks made it. */
export interface OwnSheet {
  name: string
  part: string
}

const transitional = {
  main: 'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
  links: 'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
}
const strict = {
  main: 'http://purl.oclc.org/ooxml/spreadsheetml/main',
  links: 'http://purl.oclc.org/ooxml/officeDocument/relationships',
}
export type Namespaces = typeof transitional

export const commentsType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.comments+xml'
export const shapesType = 'application/vnd.openxmlformats-officedocument.vmlDrawing'
const styled = /(<(?:c|row) [^<>]*?\bs=")(\d+)(?=")|(<col [^<>]*?\bstyle=")(\d+)(?=")/g

/** The names that a workbook uses for its elements: the strict form of the format has others. */
export function namespacesOf(workbookXml: string): Namespaces {
  return workbookXml.includes(strict.main) ? strict : transitional
}

/** A workbook of ours whose sheets go into another one: with their values, links, comments and lists, and other style numbers. */
export class OwnWorkbook {
  readonly sheets: readonly OwnSheet[]
  /** The text of its styles. */
  readonly styles: string
  readonly #parts: PackageParts

  private constructor(parts: PackageParts, sheets: readonly OwnSheet[], styles: string) {
    this.#parts = parts
    this.sheets = sheets
    this.styles = styles
  }

  static async open(file: string): Promise<OwnWorkbook> {
    const archive = await ZipArchive.open(file)
    const parts = new PackageParts(archive)
    const { sheets, stylesPart } = await readWorkbook(archive, await findWorkbookPart(archive))
    const own = sheets.flatMap(({ name, part }) => (part === undefined ? [] : [{ name, part }]))
    return new OwnWorkbook(parts, own, await parts.text(stylesPart))
  }

  /** Puts a sheet into the place `part` of another package; `numbers`: the number of a style here → there. */
  async takeInto(
    changed: ChangedParts,
    sheet: OwnSheet,
    target: { part: string; numbers: readonly string[]; names: Namespaces },
  ): Promise<void> {
    const { part, numbers, names } = target
    changed.put(part, () => this.#readSheet(sheet.part, numbers, names))
    const list = relationshipsPart(sheet.part)
    if (!this.#parts.has(list)) return
    const text = await this.#parts.text(list)
    const links = await this.#parts.relationships(sheet.part)
    const edits = new XmlEdits(text)
    for (const node of childOf(parseXml(text), 'Relationships')?.children ?? []) {
      const id = attributeOf(node, 'Id')
      const link = links.find((known) => known.part !== undefined && known.id === id)
      if (link?.part === undefined) continue
      const from = link.part
      const isComments = link.type === 'comments'
      const name = isComments
        ? changed.freeName('xl/comments', '.xml')
        : changed.freeName('xl/drawings/vmlDrawing', '.vml')
      changed.put(name, () => this.#parts.archive.read(from), isComments ? commentsType : undefined)
      if (!isComments) changed.addExtension('vml', shapesType)
      edits.setAttribute(node, 'Target', targetOf(part, name))
    }
    changed.put(relationshipsPart(part), edits.apply().replaceAll(`"${transitional.links}/`, `"${names.links}/`))
  }

  close(): Promise<void> {
    return this.#parts.archive.close()
  }

  /** No piece ends within a tag. */
  async *#readSheet(part: string, numbers: readonly string[], names: Namespaces): AsyncGenerator<Buffer> {
    let carried = ''
    for await (const bytes of this.#parts.archive.read(part)) {
      const text = carried + bytes.toString('latin1')
      const cut = text.lastIndexOf('<')
      carried = text.slice(cut)
      yield Buffer.from(restyle(text.slice(0, cut), numbers, names), 'latin1')
    }
    yield Buffer.from(carried, 'latin1')
  }
}

function restyle(text: string, numbers: readonly string[], names: Namespaces): string {
  const restyled = text.replace(
    styled,
    (_, cell: string | undefined, ofCell: string, column: string, ofColumn: string) =>
      cell === undefined ? column + (numbers[Number(ofColumn)] ?? '0') : cell + (numbers[Number(ofCell)] ?? '0'),
  )
  if (names === transitional || !restyled.includes('<worksheet')) return restyled
  return restyled
    .replace(`"${transitional.main}"`, `"${names.main}"`)
    .replace(`"${transitional.links}"`, `"${names.links}"`)
}
