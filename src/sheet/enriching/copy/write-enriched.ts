import { ChangedParts } from '../../package/changed-parts.ts'
import { findWorkbookPart } from '../../package/content-types.ts'
import { PackageParts } from '../../package/package-parts.ts'
import { hiddenSheetName } from '../../package/sheet-names.ts'
import { emptyStyles, StyleSheet } from '../../package/style-sheet.ts'
import { readWorkbook, type Workbook } from '../../package/workbook-part.ts'
import { entryName, partKey, ZipArchive } from '../../package/zip-archive.ts'
import { ZipWriter } from '../../package/zip-writer.ts'
import type { EnrichmentPlan, PlannedPart } from '../enrichment-plan.ts'
import { findOwnSheets } from '../own-sheet-names.ts'
import { OwnWorkbook, shapesType } from './own-workbook.ts'
import type { FilledPages } from './patch-rows.ts'
import { PatchedSheet } from './patched-sheet.ts'
import { WorkbookEdits } from './workbook-edits.ts'

export interface EnrichmentContent {
  /** Rows that get cells, in ascending order. */
  rowsOf(sheet: string): FilledPages
  /**
   * A new workbook whose sheets are added; they replace those of the same name from an earlier run. `last`: names of
   * the sheets that go last, in this order.
   */
  ownWorkbook?: { file: string; last: readonly string[] }
}

export interface EnrichmentResult {
  rows: ReadonlyMap<string, number>
  /** `CellChangeDigest` by sheet. */
  changes: ReadonlyMap<string, string>
  /** Title → name of each result sheet in the copy. */
  ownSheets: ReadonlyMap<string, string>
}

const worksheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml'
const stylesType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml'

/**
 * Writes a copy with result columns and result sheets to a new file. Unchanged parts keep their compressed bytes;
 * memory does not grow with rows.
 */
export async function writeEnriched(
  plan: EnrichmentPlan,
  output: string,
  content: EnrichmentContent,
): Promise<EnrichmentResult> {
  const archive = await ZipArchive.open(plan.file)
  const own = content.ownWorkbook === undefined ? undefined : await OwnWorkbook.open(content.ownWorkbook.file)
  const zip = await ZipWriter.create(output)
  try {
    const written = await new WorkbookEnricher(plan, new PackageParts(archive), own).write(zip, content)
    await zip.finish()
    return written
  } catch (error) {
    await zip.abort()
    throw error
  } finally {
    await own?.close()
    await archive.close()
  }
}

interface AddedPart {
  id: string
  type: string
  part: string
}

class WorkbookEnricher {
  readonly #plan: EnrichmentPlan
  readonly #parts: PackageParts
  readonly #own: OwnWorkbook | undefined
  readonly #changed: ChangedParts
  readonly #names = new Map<string, string>()

  constructor(plan: EnrichmentPlan, parts: PackageParts, own: OwnWorkbook | undefined) {
    this.#plan = plan
    this.#parts = parts
    this.#own = own
    this.#changed = new ChangedParts(parts)
  }

  async write(zip: ZipWriter, content: EnrichmentContent): Promise<EnrichmentResult> {
    const { archive } = this.#parts
    const workbookPart = await findWorkbookPart(archive)
    const workbook = await readWorkbook(archive, workbookPart)
    const hasStyles = this.#parts.has(workbook.stylesPart)
    const styles = new StyleSheet(hasStyles ? await this.#parts.text(workbook.stylesPart) : emptyStyles)
    for (const { comments } of this.#plan.sheets) {
      for (const part of comments === undefined ? [] : [comments.comments, comments.shapes])
        await this.#changeNotes(part)
    }
    await this.#changeWorkbook(workbookPart, workbook, { styles, hasStyles, last: content.ownWorkbook?.last ?? [] })
    const sheets = await Promise.all(
      this.#plan.sheets.map((plan) =>
        PatchedSheet.open(this.#parts, plan, { rows: content.rowsOf(plan.sheet), styles }),
      ),
    )
    for (const sheet of sheets) this.#changed.put(sheet.part, () => sheet.read())
    for (const { table } of this.#plan.sheets) if (table !== undefined) this.#changed.put(table.part, table.text)
    // `writeTypes` needs a new styles part before it is known whether styles are added.
    if (!hasStyles) this.#changed.put(workbook.stylesPart, '', stylesType)
    for (const { linksPart } of sheets) this.#changed.put(linksPart, '')
    await this.#changed.writeTypes()
    // These parts are known only after the rows, so they come last.
    const late = new Set([workbook.stylesPart, ...sheets.map(({ linksPart }) => linksPart)])
    await this.#writeParts(zip, late)
    const stylesText = styles.write()
    for (const sheet of sheets) this.#changed.contents.delete(sheet.linksPart)
    this.#changed.contents.delete(workbook.stylesPart)
    if (stylesText !== undefined) this.#changed.put(workbook.stylesPart, stylesText)
    else if (!hasStyles) this.#changed.put(workbook.stylesPart, emptyStyles)
    for (const sheet of sheets) if (sheet.changesLinks) this.#changed.put(sheet.linksPart, () => sheet.readLinks())
    for (const part of late) await this.#writePart(zip, part)
    return {
      rows: new Map(sheets.map(({ sheet, filled }) => [sheet, filled])),
      changes: new Map(sheets.map((sheet) => [sheet.sheet, sheet.digestChanges()])),
      ownSheets: this.#names,
    }
  }

  async #changeNotes({ part, text, type }: PlannedPart): Promise<void> {
    if (text === undefined) return this.#changed.remove(part)
    if (this.#parts.has(part) && (await this.#parts.text(part)) === text) return
    if (type === shapesType && !this.#parts.has(part)) this.#changed.addExtension('vml', shapesType)
    this.#changed.put(part, text, type === shapesType ? undefined : type)
  }

  async #changeWorkbook(
    workbookPart: string,
    workbook: Workbook,
    { styles, hasStyles, last }: { styles: StyleSheet; hasStyles: boolean; last: readonly string[] },
  ): Promise<void> {
    const text = await this.#parts.text(workbookPart)
    const links = await this.#parts.relationships(workbookPart)
    const edits = new WorkbookEdits(text, { sheets: workbook.sheets, links })
    edits.nameResultColumns(this.#plan.sheets)
    const added: AddedPart[] = []
    const earlier = findOwnSheets(text)
    const numbers = this.#own === undefined ? [] : styles.importStyles(this.#own.styles)
    const read = new Set(this.#plan.sheets.map(({ sheet }) => sheet))
    const ordered = (this.#own?.sheets ?? []).toSorted(
      (one, other) => last.indexOf(one.name) - last.indexOf(other.name),
    )
    const own = ordered.map((sheet) => {
      const name = earlier.get(hiddenSheetName(sheet.name)) ?? ''
      const position = workbook.sheets.findIndex((known) => known.name === name && !read.has(name))
      const part = workbook.sheets[position]?.part
      return { sheet, known: part === undefined ? undefined : { name, position, part } }
    })
    // Remove all earlier sheets first: their part names become free, and no new sheet takes one too early.
    for (const { known } of own) {
      if (known === undefined) continue
      await this.#changed.remove(known.part)
      this.#changed.put(known.part, '')
    }
    for (const { sheet, known } of own) {
      const there = known ?? this.#addSheet(sheet.name, edits, added)
      this.#names.set(sheet.name, there.name)
      const printed = await this.#own?.copySheet(this.#changed, sheet, { ...there, numbers })
      edits.namePrintRanges(there.position, printed ?? [])
    }
    if (this.#plan.dropsCalcChain) {
      for (const { type, part } of links)
        if (type === 'calcChain' && part !== undefined) await this.#changed.remove(part)
    }
    if (!hasStyles) added.push({ id: edits.freeId(), type: 'styles', part: workbook.stylesPart })
    await this.#changed.updateRelationships(workbookPart, added)
    const result = edits.apply()
    if (result !== text) this.#changed.put(workbookPart, result)
  }

  #addSheet(title: string, edits: WorkbookEdits, added: AddedPart[]): { name: string; position: number; part: string } {
    const { id, ...place } = edits.addSheet(title, hiddenSheetName(title))
    const part = this.#changed.freeName('xl/worksheets/sheet', '.xml')
    added.push({ id, type: 'worksheet', part })
    this.#changed.put(part, '', worksheetType)
    return { ...place, part }
  }

  /** In the order of the original archive, then new parts; other parts are copied unchanged. */
  async #writeParts(zip: ZipWriter, late: ReadonlySet<string>): Promise<void> {
    const { archive } = this.#parts
    const known = new Set<string>()
    for (const entry of archive.entries) {
      const part = partKey(entryName(entry))
      known.add(part)
      const content = this.#changed.contents.get(part)
      if (late.has(part) || (content === undefined && this.#changed.removed.has(part))) continue
      if (content === undefined) await zip.copy(entry, archive.readPacked(entry))
      else await zip.add(part, content(), entry)
    }
    for (const [part, content] of this.#changed.contents) {
      if (!known.has(part) && !late.has(part)) await zip.add(this.#changed.nameOf(part), content())
    }
  }

  async #writePart(zip: ZipWriter, part: string): Promise<void> {
    const { archive } = this.#parts
    const entry = archive.entries.find((known) => partKey(entryName(known)) === part)
    const content = this.#changed.contents.get(part)
    if (content !== undefined) await zip.add(part, content(), entry)
    else if (entry !== undefined && !this.#changed.removed.has(part)) await zip.copy(entry, archive.readPacked(entry))
  }
}
