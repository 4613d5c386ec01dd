import { formatRange } from '../../package/cell-range.ts'
import { resultColumnsName } from '../../package/sheet-names.ts'
import type { WorkbookEdits } from '../../package/workbook-edits.ts'
import type { SheetEnrichment } from '../enrichment-plan.ts'

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
