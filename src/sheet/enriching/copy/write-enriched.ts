import { formatRange } from '../../package/cell-range.ts'
import { declaresLinks, LinkCollector } from '../../package/link-collector.ts'
import { PackageParts } from '../../package/package-parts.ts'
import { type Relationship, relationshipsPart, relationshipsXml } from '../../package/relationships.ts'
import { resultColumnsName } from '../../package/sheet-names.ts'
import type { StyleSheet } from '../../package/style-sheet.ts'
import type { WorkbookEdits } from '../../package/workbook-edits.ts'
import { WorkbookOut } from '../../package/workbook-out.ts'
import { findWorkbookPart } from '../../package/workbook-part.ts'
import { rootOf, XmlEdits } from '../../package/xml-edits.ts'
import { toUtf8 } from '../../package/xml-text.ts'
import { attributeOf, childOf, parseXml } from '../../package/xml-tree.ts'
import { ZipArchive } from '../../package/zip-archive.ts'
import { XlsxWorkbook } from '../../writing/workbook.ts'
import type { SheetCollection } from '../../writing/workbook-writer.ts'
import type { EnrichmentPlan, SheetEnrichment } from '../enrichment-plan.ts'
import { type RawRow, SheetSplitter } from '../sheet-splitter.ts'
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
    const { stamp, lastSheets = [] } = content
    const kept = new Set(plan.sheets.map(({ sheet }) => sheet))
    const workbook = new XlsxWorkbook(Promise.resolve(out), { stamp, isMarked: true, kept, last: lastSheets })
    try {
      await content.writeOwnSheets?.(workbook)
      const sheets = await changeSheets(out, plan, new PackageParts(archive), content)
      await workbook.finish()
      return {
        rows: new Map(sheets.map(({ sheet, filled }) => [sheet, filled])),
        changes: new Map(sheets.map((sheet) => [sheet.sheet, sheet.digestChanges()])),
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
async function changeSheets(
  out: WorkbookOut,
  plan: EnrichmentPlan,
  parts: PackageParts,
  { rowsOf }: EnrichmentContent,
): Promise<readonly PatchedSheet[]> {
  const sheets: PatchedSheet[] = []
  for (const sheet of plan.sheets) {
    const patched = await PatchedSheet.open(parts, sheet, { rows: rowsOf(sheet.sheet), styles: out.styles })
    out.changed.put(sheet.part, () => patched.read())
    if (sheet.table !== undefined) out.changed.put(sheet.table.part, sheet.table.text)
    out.putLate(patched.linksPart, () => (patched.changesLinks ? patched.readLinks() : undefined))
    sheets.push(patched)
  }
  nameResultColumns(out.edits, plan.sheets)
  if (plan.dropsCalcChain) await removeCalcChain(out, parts)
  return sheets
}

/** Removes the stored order of calculation, which still names a replaced formula. */
async function removeCalcChain(out: WorkbookOut, parts: PackageParts): Promise<void> {
  for (const { type, part } of await parts.relationships(await findWorkbookPart(parts.archive)))
    if (type === 'calcChain' && part !== undefined) await out.changed.remove(part)
}

/** Marks where new links go in the list of relationships. */
const cut = '\u0000'
interface OpenedSheet {
  rows: FilledPages
  styles: StyleSheet
  links: LinkCollector
  stale: ReadonlySet<string>
}

/** Streams one worksheet into the copy. Everything outside the result columns passes byte for byte. */
export class PatchedSheet {
  readonly part: string
  readonly sheet: string
  readonly linksPart: string
  readonly #parts: PackageParts
  readonly #plan: SheetEnrichment
  readonly #patcher: RowPatcher
  readonly #links: LinkCollector
  readonly #stale: ReadonlySet<string>
  readonly #styles: StyleSheet

  private constructor(parts: PackageParts, plan: SheetEnrichment, { links, stale, rows, styles }: OpenedSheet) {
    this.#parts = parts
    this.#plan = plan
    this.part = plan.part
    this.sheet = plan.sheet
    this.linksPart = relationshipsPart(plan.part)
    this.#links = links
    this.#stale = stale
    this.#patcher = new RowPatcher(plan, rows, { styles, links })
    this.#styles = styles
  }

  static async open(
    parts: PackageParts,
    plan: SheetEnrichment,
    given: Pick<OpenedSheet, 'rows' | 'styles'>,
  ): Promise<PatchedSheet> {
    const stale = staleRelationshipIds(plan)
    const known: Relationship[] = await parts.relationships(plan.part)
    const staying = new Set(known.map(({ id }) => id).filter((id) => !stale.has(id)))
    const links = new LinkCollector(staying, countLinks(plan), declaresLinks(childOf(parseXml(plan.head), 'worksheet')))
    return new PatchedSheet(parts, plan, { ...given, links, stale })
  }

  get filled(): number {
    return this.#patcher.filled
  }

  /** Call it once, after the rows. */
  digestChanges(): string {
    return this.#patcher.changes.digest()
  }

  /** Known once the rows have passed. */
  get changesLinks(): boolean {
    return this.#stale.size + this.#links.count > 0
  }

  async *read(): AsyncGenerator<Buffer> {
    const patcher = this.#patcher
    let pieces: (RawRow | Buffer)[] = []
    const cutter = new SheetSplitter({
      head: () => pieces.push(Buffer.from(this.#plan.head)),
      row: (row) => pieces.push(row),
      whitespace: (bytes) => pieces.push(bytes),
    })
    for await (const bytes of toUtf8(this.#parts.archive.read(this.part))) {
      cutter.push(bytes)
      for (const piece of pieces) {
        if (patcher.needsPage) await patcher.fetchPage()
        if (Buffer.isBuffer(piece)) patcher.passThrough(piece)
        else patcher.patchRow(piece)
      }
      pieces = []
      yield patcher.drain()
    }
    cutter.end()
    await patcher.end()
    const { before, after } = patchTail(this.#plan, {
      hasLinks: this.#links.count > 0,
      differentialId: (dxf) => this.#styles.differentialId(dxf),
    })
    yield Buffer.from(before)
    yield* this.#links.elements.drain()
    yield Buffer.from(after)
  }

  async *readLinks(): AsyncGenerator<Buffer> {
    const text = this.#parts.has(this.linksPart) ? await this.#parts.text(this.linksPart) : relationshipsXml()
    const edits = new XmlEdits(text)
    const root = rootOf(text, 'Relationships')
    for (const node of root.children) if (this.#stale.has(attributeOf(node, 'Id') ?? '')) edits.remove(node)
    edits.append(root, cut)
    const [before = '', after = ''] = edits.apply().split(cut)
    yield Buffer.from(before)
    yield* this.#links.relationships.drain()
    yield Buffer.from(after)
  }
}

/**
 * Names the headings of the result columns, and the ranges that grew with them. Names of sheets that this run does not
 * read are removed: their result columns count as ordinary ones.
 */
export function nameResultColumns(edits: WorkbookEdits, sheets: readonly SheetEnrichment[]): void {
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
