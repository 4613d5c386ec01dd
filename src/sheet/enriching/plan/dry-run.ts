import { ChangedParts } from '../../package/changed-parts.ts'
import type { PackageParts } from '../../package/package-parts.ts'
import { findOwnSheets } from '../../package/sheet-names.ts'
import { emptyStyles, StyleSheet } from '../../package/style-sheet.ts'
import { WorkbookEdits } from '../../package/workbook-edits.ts'
import { readWorkbook } from '../../package/workbook-part.ts'
import { nameResultColumns } from '../copy/name-result-columns.ts'
import { patchTail } from '../copy/patch-tail.ts'
import { PatchedSheet } from '../copy/patched-sheet.ts'
import type { SheetEnrichment } from '../enrichment-plan.ts'

/**
 * Makes every edit of existing parts once and discards the result. A part that cannot be edited must be known before
 * rows are sent, not when results are written.
 */
export async function dryRunEdits(
  parts: PackageParts,
  workbookPart: string,
  sheets: readonly SheetEnrichment[],
): Promise<void> {
  const text = await parts.text(workbookPart)
  const workbook = await readWorkbook(parts.archive, workbookPart)
  const links = await parts.relationships(workbookPart)
  const edits = new WorkbookEdits(text, { sheets: workbook.sheets, links })
  nameResultColumns(edits, sheets)
  edits.apply()
  const hasStyles = parts.has(workbook.stylesPart)
  const styles = new StyleSheet(hasStyles ? await parts.text(workbook.stylesPart) : emptyStyles)
  const changed = new ChangedParts(parts)
  for (const own of findOwnSheets(text).values()) {
    const part = workbook.sheets.find(({ name }) => name === own)?.part
    if (part !== undefined) await changed.remove(part)
  }
  await changed.updateRelationships(workbookPart, [])
  await changed.writeTypes()
  for (const plan of sheets) {
    patchTail(plan, {
      hasLinks: true,
      differentialId: (dxf) => styles.differentialId(dxf),
    })
    const sheet = await PatchedSheet.open(parts, plan, { rows: [], styles })
    for await (const _ of sheet.readLinks());
  }
}
