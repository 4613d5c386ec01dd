import type { Entry } from 'yauzl'
import { ChangedParts } from './changed-parts.ts'
import { PackageParts } from './package-parts.ts'
import { MemoryPackage, type PackageSource } from './package-source.ts'
import { findOwnSheets, hiddenSheetName } from './sheet-names.ts'
import { emptyStyles, StyleSheet } from './style-sheet.ts'
import { WorkbookEdits } from './workbook-edits.ts'
import { findWorkbookPart, readWorkbook, type Workbook } from './workbook-part.ts'
import { entryName, partKey, ZipArchive } from './zip-archive.ts'
import { ZipWriter } from './zip-writer.ts'

type Content = Iterable<Buffer> | AsyncIterable<Buffer>

const spreadsheetTypes = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

interface Base {
  source: PackageSource
  workbookPart: string
  workbook: Workbook
  workbookXml: string
  hasStyles: boolean
}

/**
 * A workbook that is written from another one, which may be an empty one in memory: unchanged parts keep their packed
 * bytes, changed and new ones are streamed, and the lists of sheets, names, types and styles grow.
 */
export class WorkbookOut {
  readonly changed: ChangedParts
  readonly styles: StyleSheet
  readonly edits: WorkbookEdits
  /** Title → name of each result sheet. */
  readonly ownSheets = new Map<string, string>()
  readonly #zip: ZipWriter
  readonly #base: Base
  /** Parts whose content is known only when all others are written; undefined for no change. Key: as in `changed`. */
  readonly #late = new Map<string, () => Content | undefined>()

  private constructor(
    zip: ZipWriter,
    base: Base,
    parts: { changed: ChangedParts; styles: string; edits: WorkbookEdits },
  ) {
    this.#zip = zip
    this.#base = base
    this.changed = parts.changed
    this.styles = new StyleSheet(parts.styles)
    this.edits = parts.edits
  }

  /** Writes to exactly this new file. */
  static async create(file: string, source: ZipArchive | MemoryPackage): Promise<WorkbookOut> {
    const zip = await ZipWriter.create(file)
    try {
      const parts = new PackageParts<PackageSource>(source)
      const workbookPart = await findWorkbookPart(source)
      const workbook = await readWorkbook(source, workbookPart)
      const workbookXml = await parts.text(workbookPart)
      const hasStyles = source.has(workbook.stylesPart)
      const styles = hasStyles ? await parts.text(workbook.stylesPart) : emptyStyles
      const changed = new ChangedParts(parts)
      const edits = new WorkbookEdits(workbookXml, {
        sheets: workbook.sheets,
        links: await parts.relationships(workbookPart),
      })
      if (source instanceof MemoryPackage) for (const [name, text] of source.texts) changed.put(name, text)
      return new WorkbookOut(
        zip,
        { source, workbookPart, workbook, workbookXml, hasStyles },
        { changed, styles, edits },
      )
    } catch (error) {
      await zip.abort()
      throw error
    }
  }

  /**
   * The name and part for a result sheet: those of the sheet of this title from an earlier run, which is removed, unless
   * it is `kept`; else new ones.
   */
  async placeSheet(title: string, kept: ReadonlySet<string>): Promise<{ name: string; part: string }> {
    const { workbook, workbookXml } = this.#base
    const earlier = findOwnSheets(workbookXml).get(hiddenSheetName(title))
    const part = workbook.sheets.find(({ name }) => name === earlier && !kept.has(name))?.part
    if (part !== undefined && earlier !== undefined) {
      await this.changed.remove(part)
      this.ownSheets.set(title, earlier)
      return { name: earlier, part }
    }
    const added = this.changed.freeName('xl/worksheets/sheet', '.xml')
    const name = this.edits.addSheet(title, added)
    this.ownSheets.set(title, name)
    return { name, part: added }
  }

  /** Writes a part right away, in the place of one of this name. `type`: its content type. */
  stream(part: string, content: Content, type?: string): Promise<void> {
    this.changed.noteWritten(part, type)
    return this.#zip.add(part, content, this.#entryOf(part))
  }

  putLate(part: string, content: () => Content | undefined): void {
    this.#late.set(partKey(part), content)
  }

  /** Writes all other parts. `last`: titles of the sheets that go last, in this order. */
  async finish(last: readonly string[] = []): Promise<void> {
    const { workbookPart, workbook, workbookXml, hasStyles } = this.#base
    const { changed, styles } = this
    if (!hasStyles) {
      this.edits.addLink('styles', workbook.stylesPart)
      changed.put(workbook.stylesPart, emptyStyles, `${spreadsheetTypes}.styles+xml`)
    }
    const { text, links } = this.edits.apply(last.map((title) => this.ownSheets.get(title) ?? title))
    if (text !== workbookXml) changed.put(workbookPart, text)
    await changed.updateRelationships(workbookPart, links)
    await changed.writeTypes()
    this.putLate(workbook.stylesPart, () => {
      const xml = styles.write()
      return xml === undefined ? undefined : [Buffer.from(xml)]
    })
    for (const entry of this.#entries) {
      const part = partKey(entryName(entry))
      if (!changed.isWritten(part) && !this.#late.has(part)) await this.#write(part, changed.contents.get(part)?.())
    }
    for (const [part, content] of changed.contents) {
      if (this.#entryOf(part) === undefined && !this.#late.has(part)) await this.#write(part, content())
    }
    for (const [part, content] of this.#late) await this.#write(part, content() ?? changed.contents.get(part)?.())
    await this.#zip.finish()
  }

  /** Closes the file, which stays behind incomplete. */
  abort(): Promise<void> {
    return this.#zip.abort()
  }

  /** Without content, the part is copied as it is packed. */
  async #write(part: string, content: Content | undefined): Promise<void> {
    const { source } = this.#base
    const entry = this.#entryOf(part)
    if (content !== undefined) await this.#zip.add(this.changed.nameOf(part), content, entry)
    else if (entry !== undefined && source instanceof ZipArchive && !this.changed.removed.has(part))
      await this.#zip.copy(entry, source.readPacked(entry))
  }

  get #entries(): readonly Entry[] {
    const { source } = this.#base
    return source instanceof ZipArchive ? source.entries : []
  }

  #entryOf(part: string): Entry | undefined {
    return this.#entries.find((entry) => partKey(entryName(entry)) === partKey(part))
  }
}
