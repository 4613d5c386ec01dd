import type { Entry } from 'yauzl'
import { MemoryPackage, type PackageSource, partText } from './part-tree.ts'
import {
  type InnerRelationship,
  type Relationship,
  readRelationships,
  relationshipsPart,
  relationshipsXml,
  relationshipXml,
  targetOf,
} from './relationships.ts'
import { findOwnSheets, hiddenSheetName } from './sheet-names.ts'
import { plainStyles, StyleSheet } from './style-sheet.ts'
import { WorkbookEdits } from './workbook-edits.ts'
import { readWorkbook, type Workbook } from './workbook-part.ts'
import { editRelationships, rootOf, XmlEdits } from './xml-edits.ts'
import { escapeXml } from './xml-entities.ts'
import { attributeOf } from './xml-tree.ts'
import { partKey, ZipArchive } from './zip-archive.ts'
import { ZipWriter } from './zip-writer.ts'

type Content = Iterable<Buffer> | AsyncIterable<Buffer>

const spreadsheetTypes = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const relationshipsType = 'application/vnd.openxmlformats-package.relationships+xml'

/** Relationship types whose targets are removed together with a replaced result sheet. */
const ownedParts =
  /^(?:comments|threadedComment|vmlDrawing|drawing|chart|chartStyle|chartColorStyle|printerSettings|table)$/

/**
 * A workbook that is written from another one, which may be an empty one in memory: unchanged parts keep their packed
 * bytes, changed and new ones are streamed, and the lists of sheets, names, types and styles grow.
 */
export class WorkbookOut {
  readonly styles: StyleSheet
  readonly edits: WorkbookEdits
  /** Title → name of each result sheet. */
  readonly ownSheets = new Map<string, string>()
  readonly workbook: Workbook
  readonly removed = new Set<string>()
  readonly #source: PackageSource
  readonly #earlierSheets: ReadonlyMap<string, string>
  readonly #zip: ZipWriter | undefined
  /** Changed and added parts. Key: the name in lower case; insertion order is the order in the archive. */
  readonly #contents = new Map<string, { name: string; read: () => Content }>()
  /** Parts whose content is known only when all others are written; undefined for no change. */
  readonly #late = new Map<string, () => Content | undefined>()
  /** Parts that were written right away. */
  readonly #written = new Set<string>()
  readonly #types = new Map<string, string>()

  private constructor(
    source: PackageSource,
    workbook: Workbook,
    { zip, text, styles, links }: { zip: ZipWriter | undefined; text: string; styles: string; links: Relationship[] },
  ) {
    this.#source = source
    this.workbook = workbook
    this.#earlierSheets = findOwnSheets(text)
    this.#zip = zip
    this.styles = new StyleSheet(styles)
    this.edits = new WorkbookEdits(text, { sheets: workbook.sheets, links })
  }

  /** Writes to exactly this new file; without one, only its lists can be made. */
  static async create(file: string | undefined, source: ZipArchive | MemoryPackage): Promise<WorkbookOut> {
    const zip = file === undefined ? undefined : await ZipWriter.create(file)
    try {
      const workbook = await readWorkbook(source)
      const text = await partText(source, workbook.part)
      const styles = source.has(workbook.stylesPart) ? await partText(source, workbook.stylesPart) : plainStyles
      const links = await readRelationships(source, workbook.part)
      const out = new WorkbookOut(source, workbook, { zip, text, styles, links })
      if (source instanceof MemoryPackage) for (const [name, content] of source.texts) out.put(name, content)
      return out
    } catch (error) {
      await zip?.abort()
      throw error
    }
  }

  /** Pass `type`, the content type, when the part may be new. */
  put(part: string, content: string | (() => Content), type?: string): void {
    const key = partKey(part)
    const name = this.#contents.get(key)?.name ?? part
    this.#contents.set(key, { name, read: typeof content === 'string' ? () => [Buffer.from(content)] : content })
    this.#note(part, type)
  }

  putLate(part: string, content: () => Content | undefined): void {
    this.#late.set(partKey(part), content)
  }

  /** Writes a part right away, in the place of one of this name. `type`: its content type. */
  async stream(part: string, content: Content, type?: string): Promise<void> {
    this.#written.add(partKey(part))
    this.#note(part, type)
    await this.#zip?.add(part, content, this.#entryOf(part))
  }

  #note(part: string, type: string | undefined): void {
    this.removed.delete(partKey(part))
    if (type !== undefined) this.#types.set(part, type)
  }

  /** Removes a part, its list of relationships, and the parts that belong to it alone. */
  async remove(part: string): Promise<void> {
    if (this.removed.has(part)) return
    this.removed.add(part)
    const list = relationshipsPart(part)
    if (!this.#source.has(list)) return
    this.removed.add(list)
    for (const link of await readRelationships(this.#source, part)) {
      if (ownedParts.test(link.type) && link.part !== undefined) await this.remove(link.part)
    }
  }

  /** The stored order of calculation still names a formula that is replaced. */
  async removeCalcChain(): Promise<void> {
    for (const { type, part } of await readRelationships(this.#source, this.workbook.part))
      if (type === 'calcChain' && part !== undefined) await this.remove(part)
  }

  freeName(stem: string, extension: string): string {
    for (let number = 1; ; number += 1) {
      const name = `${stem}${number}${extension}`
      const key = partKey(name)
      const isOfSource = this.#source.has(name) && !this.removed.has(key)
      if (!this.#contents.has(key) && !this.#written.has(key) && !isOfSource) return name
    }
  }

  /** Those of the sheet of this title from an earlier run, which is removed, unless it is `kept`; else new ones. */
  async placeSheet(title: string, kept: ReadonlySet<string>): Promise<{ name: string; part: string }> {
    const earlier = this.#earlierSheets.get(hiddenSheetName(title))
    const known = earlier === undefined || kept.has(earlier) ? undefined : await this.#removeSheet(earlier)
    const part = known ?? this.freeName('xl/worksheets/sheet', '.xml')
    const name = known === undefined || earlier === undefined ? this.edits.addSheet(title, part) : earlier
    this.ownSheets.set(title, name)
    return { name, part }
  }

  /** Removes the result sheets of earlier runs. `kept`: names of sheets that stay. */
  async removeOwnSheets(kept: ReadonlySet<string> = new Set()): Promise<void> {
    for (const name of this.#earlierSheets.values()) if (!kept.has(name)) await this.#removeSheet(name)
  }

  async #removeSheet(sheet: string): Promise<string | undefined> {
    const part = this.workbook.sheets.find(({ name }) => name === sheet)?.part
    if (part !== undefined) await this.remove(part)
    return part
  }

  /** Call it once all parts are known. `last`: titles of the sheets that go last, in this order. */
  async updateLists(last: readonly string[] = []): Promise<void> {
    const { part, stylesPart } = this.workbook
    if (!this.#source.has(stylesPart)) {
      this.edits.addLink('styles', stylesPart)
      this.put(stylesPart, plainStyles, `${spreadsheetTypes}.styles+xml`)
    }
    const { text, links } = this.edits.apply(last.map((title) => this.ownSheets.get(title) ?? title))
    if (text !== (await partText(this.#source, part))) this.put(part, text)
    await this.#updateRelationships(part, links)
    await this.#updateTypes()
  }

  async #updateRelationships(source: string, added: readonly InnerRelationship[]): Promise<void> {
    const list = relationshipsPart(source)
    const text = this.#source.has(list) ? await partText(this.#source, list) : relationshipsXml()
    const links = await readRelationships(this.#source, source)
    const stale = new Set(links.flatMap(({ id, part = '' }) => (this.removed.has(part) ? id : [])))
    const xml = added.map(({ id, type, part }) => relationshipXml({ id, type, target: targetOf(source, part) }))
    // Made also where nothing changes: a list that cannot be edited must be known early.
    const edited = editRelationships(text, stale, xml.join(''))
    if (stale.size + added.length > 0) this.put(list, edited)
  }

  async #updateTypes(): Promise<void> {
    const part = '[content_types].xml'
    const text = await partText(this.#source, part)
    const root = rootOf(text, 'Types')
    const edits = new XmlEdits(text)
    const [known, extensions] = [new Set<string>(), new Set<string>()]
    for (const node of root.children) {
      if (node.name === 'Default') extensions.add((attributeOf(node, 'Extension') ?? '').toLowerCase())
      const name = partKey(attributeOf(node, 'PartName') ?? '')
      if (node.name === 'Override' && this.removed.has(name)) edits.remove(node)
      else if (node.name === 'Override') known.add(name)
    }
    // Whether a sheet gets relationships is known only after its rows.
    const defaults = extensions.has('rels') ? '' : `<Default Extension="rels" ContentType="${relationshipsType}"/>`
    const overrides = [...this.#types].filter(([name]) => !known.has(partKey(name)))
    const xml = overrides.map(
      ([name, type]) => `<Override PartName="/${escapeXml(encodeURI(name))}" ContentType="${type}"/>`,
    )
    edits.append(root, defaults + xml.join(''))
    const result = edits.apply()
    if (result !== text) this.put(part, result)
  }

  /** Writes all other parts. `last`: as for `updateLists`. */
  async finish(last?: readonly string[]): Promise<void> {
    await this.updateLists(last)
    this.putLate(this.workbook.stylesPart, () => {
      const xml = this.styles.write()
      return xml === undefined ? undefined : [Buffer.from(xml)]
    })
    for (const part of this.#source.names) {
      if (!this.#written.has(part) && !this.#late.has(part)) await this.#write(part)
    }
    for (const part of this.#contents.keys()) {
      if (!this.#source.has(part) && !this.#late.has(part)) await this.#write(part)
    }
    for (const [part, read] of this.#late) await this.#write(part, read())
    await this.#zip?.finish()
  }

  /** Closes the file, which stays behind incomplete. */
  async abort(): Promise<void> {
    await this.#zip?.abort()
  }

  /** Without content, the part is copied as it is packed. */
  async #write(part: string, own?: Content): Promise<void> {
    const entry = this.#entryOf(part)
    const known = this.#contents.get(part)
    const content = own ?? known?.read()
    if (content !== undefined) await this.#zip?.add(known?.name ?? part, content, entry)
    else if (entry !== undefined && this.#source instanceof ZipArchive && !this.removed.has(part))
      await this.#zip?.copy(entry, this.#source.readPacked(entry))
  }

  #entryOf(part: string): Entry | undefined {
    return this.#source instanceof ZipArchive ? this.#source.entryOf(part) : undefined
  }
}
