import type { Entry } from 'yauzl'
import { ChangedParts } from './changed-parts.ts'
import { MemoryPackage, type PackageSource, partText } from './part-tree.ts'
import { type Relationship, readRelationships } from './relationships.ts'
import { findOwnSheets, hiddenSheetName } from './sheet-names.ts'
import { plainStyles, StyleSheet } from './style-sheet.ts'
import { WorkbookEdits } from './workbook-edits.ts'
import { readWorkbook, type Workbook } from './workbook-part.ts'
import { entryName, partKey, ZipArchive } from './zip-archive.ts'
import { ZipWriter } from './zip-writer.ts'

type Content = Iterable<Buffer> | AsyncIterable<Buffer>

const spreadsheetTypes = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

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
  readonly #source: PackageSource
  readonly workbook: Workbook
  readonly #earlierSheets: ReadonlyMap<string, string>
  readonly #zip: ZipWriter | undefined
  /** Parts whose content is known only when all others are written; undefined for no change. Key: as in `changed`. */
  readonly #late = new Map<string, () => Content | undefined>()

  private constructor(
    source: PackageSource,
    workbook: Workbook,
    { zip, text, styles, links }: { zip: ZipWriter | undefined; text: string; styles: string; links: Relationship[] },
  ) {
    this.#source = source
    this.workbook = workbook
    this.#earlierSheets = findOwnSheets(text)
    this.#zip = zip
    this.changed = new ChangedParts(source)
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
      if (source instanceof MemoryPackage) for (const [name, content] of source.texts) out.changed.put(name, content)
      return out
    } catch (error) {
      await zip?.abort()
      throw error
    }
  }

  /**
   * The name and part for a result sheet: those of the sheet of this title from an earlier run, which is removed, unless
   * it is `kept`; else new ones.
   */
  async placeSheet(title: string, kept: ReadonlySet<string>): Promise<{ name: string; part: string }> {
    const earlier = this.#earlierSheets.get(hiddenSheetName(title))
    if (earlier !== undefined && !kept.has(earlier)) {
      const part = await this.#removeSheet(earlier)
      if (part !== undefined) {
        this.ownSheets.set(title, earlier)
        return { name: earlier, part }
      }
    }
    const added = this.changed.freeName('xl/worksheets/sheet', '.xml')
    const name = this.edits.addSheet(title, added)
    this.ownSheets.set(title, name)
    return { name, part: added }
  }

  /** Removes all result sheets of earlier runs. */
  async removeOwnSheets(): Promise<void> {
    for (const name of this.#earlierSheets.values()) await this.#removeSheet(name)
  }

  async #removeSheet(sheet: string): Promise<string | undefined> {
    const part = this.workbook.sheets.find(({ name }) => name === sheet)?.part
    if (part !== undefined) await this.changed.remove(part)
    return part
  }

  /** Writes a part right away, in the place of one of this name. `type`: its content type. */
  async stream(part: string, content: Content, type?: string): Promise<void> {
    this.changed.noteWritten(part, type)
    await this.#zip?.add(part, content, this.#entryOf(part))
  }

  putLate(part: string, content: () => Content | undefined): void {
    this.#late.set(partKey(part), content)
  }

  /** Call it once all parts are known. `last`: titles of the sheets that go last, in this order. */
  async updateLists(last: readonly string[] = []): Promise<void> {
    const { part, stylesPart } = this.workbook
    const { changed } = this
    if (!this.#source.has(stylesPart)) {
      this.edits.addLink('styles', stylesPart)
      changed.put(stylesPart, plainStyles, `${spreadsheetTypes}.styles+xml`)
    }
    const { text, links } = this.edits.apply(last.map((title) => this.ownSheets.get(title) ?? title))
    if (text !== (await partText(this.#source, part))) changed.put(part, text)
    await changed.updateRelationships(part, links)
    await changed.writeTypes()
  }

  /** Writes all other parts. `last`: as for `updateLists`. */
  async finish(last?: readonly string[]): Promise<void> {
    await this.updateLists(last)
    const { changed, styles } = this
    this.putLate(this.workbook.stylesPart, () => {
      const xml = styles.write()
      return xml === undefined ? undefined : [Buffer.from(xml)]
    })
    for (const entry of this.#entries) {
      const part = partKey(entryName(entry))
      if (!changed.written.has(part) && !this.#late.has(part))
        await this.#write(part, changed.contents.get(part)?.read())
    }
    for (const [part, { read }] of changed.contents) {
      if (this.#entryOf(part) === undefined && !this.#late.has(part)) await this.#write(part, read())
    }
    for (const [part, read] of this.#late) await this.#write(part, read() ?? changed.contents.get(part)?.read())
    await this.#zip?.finish()
  }

  /** Closes the file, which stays behind incomplete. */
  async abort(): Promise<void> {
    await this.#zip?.abort()
  }

  /** Without content, the part is copied as it is packed. */
  async #write(part: string, content: Content | undefined): Promise<void> {
    const entry = this.#entryOf(part)
    if (content !== undefined) await this.#zip?.add(this.changed.contents.get(part)?.name ?? part, content, entry)
    else if (entry !== undefined && this.#source instanceof ZipArchive && !this.changed.removed.has(part))
      await this.#zip?.copy(entry, this.#source.readPacked(entry))
  }

  get #entries(): readonly Entry[] {
    return this.#source instanceof ZipArchive ? this.#source.entries : []
  }

  #entryOf(part: string): Entry | undefined {
    return this.#entries.find((entry) => partKey(entryName(entry)) === partKey(part))
  }
}
