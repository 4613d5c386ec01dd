import { formatRange } from '../../package/cell-range.ts'
import { declaresLinks, LinkCollector } from '../../package/link-collector.ts'
import { partText } from '../../package/part-tree.ts'
import {
  type Relationship,
  readRelationships,
  relationshipsPart,
  relationshipsXml,
} from '../../package/relationships.ts'
import { resultColumnsName } from '../../package/sheet-names.ts'
import type { StyleSheet } from '../../package/style-sheet.ts'
import type { WorkbookEdits } from '../../package/workbook-edits.ts'
import { WorkbookOut } from '../../package/workbook-out.ts'
import { editRelationships, streamEdits, streamMark, type XmlEdits } from '../../package/xml-edits.ts'
import { toUtf8 } from '../../package/xml-text.ts'
import { childOf, parseXml } from '../../package/xml-tree.ts'
import { ZipArchive } from '../../package/zip-archive.ts'
import { XlsxWorkbook } from '../../writing/workbook.ts'
import type { SheetCollection } from '../../writing/workbook-writer.ts'
import type { EnrichmentPlan, SheetEnrichment } from '../enrichment-plan.ts'
import { SheetSplitter } from '../sheet-splitter.ts'
import { type FilledPages, RowPatcher } from './patch-rows.ts'
import { countLinks, patchTail, staleRelationshipIds } from './patch-tail.ts'

export interface EnrichmentContent {
  /** Rows that get cells, in ascending order. */
  rowsOf(sheet: string): FilledPages
  /** Adds sheets of ours; they replace those of the same title from an earlier run. */
  writeOwnSheets?(workbook: SheetCollection): Promise<void>
  stamp?: string | undefined
  /** Titles of our sheets that go last, in this order. @default in the order of writing */
  lastSheets?: readonly string[]
}

export interface EnrichmentResult {
  rows: ReadonlyMap<string, number>
  /** `CellChangeDigest` by sheet. */
  changes: ReadonlyMap<string, string>
  /** Title → name of each result sheet in the copy. */
  ownSheets: ReadonlyMap<string, string>
}

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
  try {
    const out = await WorkbookOut.create(output, archive)
    const { stamp, lastSheets: last = [] } = content
    const kept = new Set(plan.sheets.map(({ sheet }) => sheet))
    const workbook = new XlsxWorkbook(Promise.resolve(out), { stamp, isMarked: true, kept, last })
    try {
      await content.writeOwnSheets?.(workbook)
      const sheets = await changeSheets(out, plan, archive, content.rowsOf)
      await workbook.finish()
      return {
        rows: new Map(sheets.map(({ plan: { sheet }, patcher }) => [sheet, patcher.filled])),
        changes: new Map(sheets.map(({ plan: { sheet }, patcher }) => [sheet, patcher.changes.digest()])),
        ownSheets: out.ownSheets,
      }
    } catch (error) {
      await workbook.abort()
      throw error
    }
  } finally {
    await archive.close()
  }
}

/** The sheets stream their rows when the workbook is finished. */
export async function changeSheets(
  out: WorkbookOut,
  { sheets, dropsCalcChain }: Pick<EnrichmentPlan, 'sheets' | 'dropsCalcChain'>,
  archive: ZipArchive,
  rowsOf: EnrichmentContent['rowsOf'],
): Promise<readonly PatchedSheet[]> {
  const all: PatchedSheet[] = []
  for (const sheet of sheets) {
    const links = await readRelationships(archive, sheet.part)
    const patched = new PatchedSheet(archive, sheet, { links, rows: rowsOf(sheet.sheet), styles: out.styles })
    out.changed.put(sheet.part, () => patched.read())
    if (sheet.table !== undefined) out.changed.put(sheet.table.part, sheet.table.text)
    out.putLate(relationshipsPart(sheet.part), () => (patched.changesLinks ? patched.readLinks() : undefined))
    all.push(patched)
  }
  nameResultColumns(out.edits, sheets)
  // The stored order of calculation still names a replaced formula.
  for (const { type, part } of dropsCalcChain ? await readRelationships(archive, out.workbook.part) : [])
    if (type === 'calcChain' && part !== undefined) await out.changed.remove(part)
  return all
}

/** Streams one worksheet into the copy. Everything outside the result columns passes byte for byte. */
class PatchedSheet {
  readonly plan: SheetEnrichment
  readonly patcher: RowPatcher
  readonly #archive: ZipArchive
  readonly #links: LinkCollector
  readonly #stale: ReadonlySet<string>
  readonly #styles: StyleSheet

  constructor(
    archive: ZipArchive,
    plan: SheetEnrichment,
    { links: known, rows, styles }: { links: readonly Relationship[]; rows: FilledPages; styles: StyleSheet },
  ) {
    const stale = staleRelationshipIds(plan)
    const staying = new Set(known.map(({ id }) => id).filter((id) => !stale.has(id)))
    this.plan = plan
    this.#archive = archive
    this.#stale = stale
    this.#styles = styles
    this.#links = new LinkCollector(staying, countLinks(plan), declaresLinks(childOf(parseXml(plan.head), 'worksheet')))
    this.patcher = new RowPatcher(plan, rows, { styles, links: this.#links })
  }

  /** Known once the rows have passed. */
  get changesLinks(): boolean {
    return this.#stale.size + this.#links.count > 0
  }

  async *read(): AsyncGenerator<Buffer> {
    const { patcher } = this
    const splitter = new SheetSplitter()
    yield Buffer.from(this.plan.head)
    for await (const bytes of toUtf8(this.#archive.read(this.plan.part))) {
      for (const piece of splitter.push(bytes)) {
        if (patcher.pages.needsPage) await patcher.pages.fetchPage()
        if (Buffer.isBuffer(piece)) patcher.passThrough(piece)
        else patcher.patchRow(piece)
      }
      yield patcher.drain()
    }
    splitter.end()
    await patcher.end()
    yield* streamEdits(this.patchTail(this.#links.count > 0), this.#links.elements.drain())
  }

  patchTail(hasLinks: boolean): XmlEdits {
    return patchTail(this.plan, { hasLinks, differentialId: (dxf) => this.#styles.differentialId(dxf) })
  }

  async *readLinks(): AsyncGenerator<Buffer> {
    const part = relationshipsPart(this.plan.part)
    const text = this.#archive.has(part) ? await partText(this.#archive, part) : relationshipsXml()
    yield* streamEdits(editRelationships(text, this.#stale, streamMark), this.#links.relationships.drain())
  }
}

/**
 * Names the headings of the result columns, and the ranges that grew with them. Names of sheets that this run does not
 * read are removed: their result columns count as ordinary ones.
 */
function nameResultColumns(edits: WorkbookEdits, sheets: readonly SheetEnrichment[]): void {
  const filled = sheets.filter(({ columns, isTypedOver }) => columns.length > 0 && !isTypedOver)
  // When cells are only highlighted, the names of result columns stay true.
  if (filled.length === 0) return
  const names = new Set<string | undefined>(filled.map(({ sheet }) => sheet))
  edits.removeNames((name, sheet) => name === resultColumnsName && !names.has(sheet))
  for (const { sheet, filter, printArea, columns, headingRow: row } of filled) {
    if (filter !== undefined) edits.setName('_xlnm._FilterDatabase', sheet, sheet, formatRange(filter))
    if (printArea !== undefined) edits.setName('_xlnm.Print_Area', sheet, sheet, formatRange(printArea))
    const indexes = columns.map(({ index }) => index)
    const headings = { top: row, left: Math.min(...indexes), bottom: row, right: Math.max(...indexes) }
    edits.setName(resultColumnsName, sheet, sheet, formatRange(headings))
  }
}
