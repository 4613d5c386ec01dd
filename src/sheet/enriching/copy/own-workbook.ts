import type { ChangedParts } from '../../package/changed-parts.ts'
import { findWorkbookPart } from '../../package/content-types.ts'
import { PackageParts } from '../../package/package-parts.ts'
import { relationshipsPart, targetOf } from '../../package/relationships.ts'
import { readWorkbook } from '../../package/workbook-part.ts'
import { escapeXml } from '../../package/xml-entities.ts'
import { attributeOf, childOf, contentOf, parseXml } from '../../package/xml-tree.ts'
import { ZipArchive } from '../../package/zip-archive.ts'
import { cellReference } from '../../writing/link.ts'
import { drawingTypes } from '../../writing/workbook-parts.ts'
import { definedNames } from '../own-sheet-names.ts'

export interface OwnSheet {
  name: string
  part: string
  printed: readonly PrintName[]
}

export interface PrintName {
  name: string
  cells: string
}

interface CopyTarget {
  part: string
  name: string
  numbers: readonly string[]
}

export const commentsType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.comments+xml'
export const shapesType = 'application/vnd.openxmlformats-officedocument.vmlDrawing'

/** Parts copied with a result sheet, by the last segment of the relationship type. */
const relatedParts = new Map([
  ['comments', { stem: 'xl/comments', extension: '.xml', type: commentsType }],
  ['vmlDrawing', { stem: 'xl/drawings/vmlDrawing', extension: '.vml', type: undefined }],
  ['drawing', { stem: 'xl/drawings/drawing', extension: '.xml', type: `${drawingTypes}.drawing+xml` }],
  ['chart', { stem: 'xl/charts/chart', extension: '.xml', type: `${drawingTypes}.drawingml.chart+xml` }],
])
const styled = /(<(?:c|row) [^<>]*?\bs=")(\d+)(?=")|(<col [^<>]*?\bstyle=")(\d+)(?=")/g

/** A new workbook of ours whose sheets are copied into the customer's, with their parts and new style numbers. */
export class OwnWorkbook {
  readonly sheets: readonly OwnSheet[]
  /** The XML of its styles part. */
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
    const workbookPart = await findWorkbookPart(archive)
    const { sheets, stylesPart } = await readWorkbook(archive, workbookPart)
    const names = readPrintNames(await parts.text(workbookPart))
    const own = sheets.flatMap(({ name, part }, place) =>
      part === undefined ? [] : [{ name, part, printed: names.get(place) ?? [] }],
    )
    return new OwnWorkbook(parts, own, await parts.text(stylesPart))
  }

  /** `numbers`: style number here → style number in the target. Returns the print names for the target. */
  async copySheet(changed: ChangedParts, sheet: OwnSheet, target: CopyTarget): Promise<PrintName[]> {
    const { part, name, numbers } = target
    changed.put(part, () => this.#rewritten(sheet.part, (xml) => restyle(xml, numbers)))
    const [here, there] = [cellReference(sheet.name, ''), cellReference(name, '')]
    const rewrite = (xml: string): string => xml.replaceAll(escapeXml(here), () => escapeXml(there))
    await this.#copyRelatedParts(changed, sheet.part, part, rewrite)
    return sheet.printed.map((printed) => ({ ...printed, cells: printed.cells.replaceAll(here, () => there) }))
  }

  async #copyRelatedParts(
    changed: ChangedParts,
    from: string,
    to: string,
    rewrite: (xml: string) => string,
  ): Promise<void> {
    const list = relationshipsPart(from)
    if (!this.#parts.has(list)) return
    const targets = new Map<string, string>()
    for (const { id, part, type } of await this.#parts.relationships(from, (type) => relatedParts.has(type))) {
      const kind = relatedParts.get(type)
      if (part === undefined || kind === undefined) continue
      const name = changed.freeName(kind.stem, kind.extension)
      changed.put(name, rewrite(await this.#parts.text(part)), kind.type)
      if (kind.extension === '.vml') changed.addExtension('vml', shapesType)
      targets.set(id, targetOf(to, name))
      await this.#copyRelatedParts(changed, part, name, rewrite)
    }
    changed.put(relationshipsPart(to), () => this.#rewritten(list, (xml) => retarget(xml, targets)))
  }

  close(): Promise<void> {
    return this.#parts.archive.close()
  }

  /**
   * For parts that grow with the rows: no piece ends within a tag. Read as Latin-1, since both pattern and replacement
   * are ASCII.
   */
  async *#rewritten(part: string, rewrite: (xml: string) => string): AsyncGenerator<Buffer> {
    let carried = ''
    for await (const bytes of this.#parts.archive.read(part)) {
      const text = carried + bytes.toString('latin1')
      const cut = text.lastIndexOf('<')
      carried = text.slice(cut)
      yield Buffer.from(rewrite(text.slice(0, cut)), 'latin1')
    }
    yield Buffer.from(rewrite(carried), 'latin1')
  }
}

/** Sets new targets by relationship identifier. Expects double quotes, as our writer makes them. */
function retarget(list: string, targets: ReadonlyMap<string, string>): string {
  return list.replace(/<Relationship\s[^>]*>/g, (tag) => {
    const target = targets.get(/\sId="([^"]*)"/.exec(tag)?.[1] ?? '')
    if (target === undefined) return tag
    return tag.replace(/(\sTarget=")[^"]*/, (_, before: string) => before + escapeXml(target))
  })
}

function restyle(text: string, numbers: readonly string[]): string {
  return text.replace(styled, (_, cell: string | undefined, ofCell: string, column: string, ofColumn: string) =>
    cell === undefined ? column + (numbers[Number(ofColumn)] ?? '0') : cell + (numbers[Number(ofCell)] ?? '0'),
  )
}

/** Key: index of the sheet. */
function readPrintNames(workbookXml: string): ReadonlyMap<number, readonly PrintName[]> {
  const nodes = definedNames(childOf(parseXml(workbookXml), 'workbook'))
  const printed = nodes.filter((node) => attributeOf(node, 'name')?.startsWith('_xlnm.Print_') === true)
  const byPlace = new Map<number, PrintName[]>()
  for (const node of printed) {
    const place = Number(attributeOf(node, 'localSheetId'))
    const name = { name: attributeOf(node, 'name') ?? '', cells: contentOf(workbookXml, node) }
    byPlace.set(place, [...(byPlace.get(place) ?? []), name])
  }
  return byPlace
}
