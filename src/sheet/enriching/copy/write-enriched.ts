import { formatRange } from '../../package/cell-range.ts'
import { partText } from '../../package/part-tree.ts'
import {
  declaresLinks,
  LinkCollector,
  readRelationships,
  relationshipsPart,
  relationshipsXml,
} from '../../package/relationships.ts'
import { resultColumnsName } from '../../package/sheet-names.ts'
import type { WorkbookEdits } from '../../package/workbook-edits.ts'
import { WorkbookOut } from '../../package/workbook-out.ts'
import { editRelationships } from '../../package/xml-edits.ts'
import { childOf, parseXml } from '../../package/xml-tree.ts'
import { withArchive, type ZipArchive } from '../../package/zip-archive.ts'
import { XlsxWorkbook } from '../../writing/workbook.ts'
import type { SheetCollection } from '../../writing/workbook-writer.ts'
import type { EnrichmentPlan, SheetEnrichment } from '../enrichment-plan.ts'
import { SheetSplitter } from '../sheet-splitter.ts'
import { type FilledPages, RowPatcher } from './patch-rows.ts'
import { patchTail, surveyLinks } from './patch-tail.ts'
import type { CopyContext } from './result-cells.ts'

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
  /** Digest of the changed cells by sheet. */
  changes: ReadonlyMap<string, string>
  /** Title → name of each result sheet in the copy. */
  ownSheets: ReadonlyMap<string, string>
}

/** To a new file. Unchanged parts keep their compressed bytes; memory does not grow with rows. */
export async function writeEnriched(
  plan: EnrichmentPlan,
  output: string,
  content: EnrichmentContent,
): Promise<EnrichmentResult> {
  return await withArchive(plan.file, async (archive) => {
    const out = await WorkbookOut.create(output, archive)
    const { stamp, lastSheets: last = [] } = content
    const kept = new Set(plan.sheets.map(({ sheet }) => sheet))
    const workbook = new XlsxWorkbook(Promise.resolve(out), { stamp, isMarked: true, kept, last })
    try {
      await content.writeOwnSheets?.(workbook)
      const sheets = await changeSheets(out, plan, archive, content.rowsOf)
      await workbook.finish()
      return {
        rows: new Map(sheets.map(({ context, patcher }) => [context.plan.sheet, patcher.filled])),
        changes: new Map(sheets.map(({ context, patcher }) => [context.plan.sheet, patcher.changes.digest('hex')])),
        ownSheets: out.ownSheets,
      }
    } catch (error) {
      await workbook.abort()
      throw error
    }
  })
}

interface PatchedSheet {
  context: CopyContext
  patcher: RowPatcher
  /** The list of the sheet's relationships; known once the rows have passed. */
  relationships(): string
}

/** The sheets stream their rows when the workbook is finished. */
export async function changeSheets(
  out: WorkbookOut,
  { sheets, dropsCalcChain }: Pick<EnrichmentPlan, 'sheets' | 'dropsCalcChain'>,
  archive: ZipArchive,
  rowsOf: EnrichmentContent['rowsOf'],
): Promise<readonly PatchedSheet[]> {
  const all: PatchedSheet[] = []
  for (const plan of sheets) {
    const { staying, staleIds } = surveyLinks(plan)
    const known = (await readRelationships(archive, plan.part)).map(({ id }) => id)
    const taken = new Set(known.filter((id) => !staleIds.has(id)))
    const links = new LinkCollector(taken, staying, declaresLinks(childOf(parseXml(plan.head), 'worksheet')))
    const context = { plan, styles: out.styles, links }
    const patcher = new RowPatcher(context, rowsOf(plan.sheet))
    const list = relationshipsPart(plan.part)
    const listed = archive.has(list) ? await partText(archive, list) : relationshipsXml()
    const relationships = (): string => editRelationships(listed, staleIds, links.relationships())
    out.put(plan.part, () => copySheet(archive, context, patcher))
    if (plan.table !== undefined) out.put(plan.table.part, plan.table.text)
    out.putLate(list, () => (staleIds.size + links.count > 0 ? [Buffer.from(relationships())] : undefined))
    all.push({ context, patcher, relationships })
  }
  nameResultColumns(out.edits, sheets)
  if (dropsCalcChain) await out.removeCalcChain()
  return all
}

/** Streams one worksheet into the copy. Everything outside the result columns passes byte for byte. */
async function* copySheet(archive: ZipArchive, context: CopyContext, patcher: RowPatcher): AsyncGenerator<Buffer> {
  const { plan, links } = context
  const splitter = new SheetSplitter()
  yield Buffer.from(plan.head)
  await patcher.advance()
  for await (const pieces of splitter.read(archive, plan.part)) {
    for (const piece of pieces) {
      if (Buffer.isBuffer(piece)) patcher.passThrough(piece)
      else if (patcher.patchRow(piece)) await patcher.advance()
    }
    yield patcher.drain()
  }
  patcher.end()
  yield Buffer.from(patchTail(context, links.elements()))
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
