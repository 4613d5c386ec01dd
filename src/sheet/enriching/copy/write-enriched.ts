import { findWorkbookPart } from '../../package/content-types.ts'
import { PackageParts } from '../../package/package-parts.ts'
import { WorkbookOut } from '../../package/workbook-out.ts'
import { ZipArchive } from '../../package/zip-archive.ts'
import { XlsxWorkbook } from '../../writing/workbook.ts'
import type { SheetCollection } from '../../writing/workbook-writer.ts'
import type { EnrichmentPlan } from '../enrichment-plan.ts'
import { nameResultColumns } from './name-result-columns.ts'
import type { FilledPages } from './patch-rows.ts'
import { PatchedSheet } from './patched-sheet.ts'

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
