import type { PackageParts } from '../../package/package-parts.ts'
import type { SheetEnrichmentRequest } from '../enrichment-plan.ts'
import type { SheetPlanContext, SheetPlanResult } from './plan-sheet-columns.ts'
import { scanWorksheet } from './scan-worksheet.ts'

const noRows = { headingRow: 0, lastRow: 0, lastColumn: -1, refilled: new Set<number>() }

/** No cell value changes. @throws UnsupportedWorkbookError when the sheet must not be changed. */
export async function planSheetHighlights(
  parts: PackageParts,
  { sheet, headingRow, lastRow, marks = [] }: SheetEnrichmentRequest,
  { part, position }: SheetPlanContext,
): Promise<SheetPlanResult> {
  const { head, tail } = await scanWorksheet(parts, part, { ...noRows, sheet })
  return {
    sheet: {
      ...{ sheet, position, part, headingRow, lastRow, columns: [], highlights: marks, head, tail },
      ...{ isTypedOver: false, headingStyle: '0' },
      ...{ stamp: undefined, filter: undefined, table: undefined, printArea: undefined },
    },
    remarks: [],
    replacesFormula: false,
  }
}
