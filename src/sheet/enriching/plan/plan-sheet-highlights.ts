import type { PackageParts } from '../../package/package-parts.ts'
import type { SheetEnrichmentRequest } from '../enrichment-plan.ts'
import { planComments } from './plan-comments.ts'
import type { SheetPlanContext, SheetPlanResult } from './plan-sheet-columns.ts'
import { scanWorksheet } from './scan-worksheet.ts'

const noRows = { headingRow: 0, lastRow: 0, lastColumn: -1, refilled: new Set<number>() }

const mostNamed = 10

/**
 * Highlights and comments only; no cell value changes. @throws UnsupportedWorkbookError when the sheet must not be
 * changed.
 */
export async function planSheetHighlights(
  parts: PackageParts,
  { sheet, headingRow, lastRow, marks = { areas: [], notes: [] } }: SheetEnrichmentRequest,
  context: SheetPlanContext,
): Promise<SheetPlanResult> {
  const links = await parts.relationships(context.part)
  const { head, tail } = await scanWorksheet(parts, context.part, { ...noRows, sheet })
  const comments = await planComments(parts, marks.notes, { ...context, links, tail })
  const skipped = comments?.skippedCells ?? []
  const cells = skipped.slice(0, mostNamed).join(', ') + (skipped.length > mostNamed ? ', …' : '')
  const kept = `the comments of ${cells} as they are: these cells have a border only.`
  const remarks = skipped.length === 0 ? [] : [{ one: `keeps ${kept}`, many: `keep ${kept}` }]
  const { part, position } = context
  return {
    sheet: {
      ...{
        sheet,
        position,
        part,
        headingRow,
        lastRow,
        columns: [],
        highlights: marks.areas,
        comments,
        head,
        tail,
      },
      ...{
        isTypedOver: false,
        headingStyle: '0',
        stamp: undefined,
        filter: undefined,
        table: undefined,
        printArea: undefined,
      },
    },
    remarks,
    replacesFormula: false,
  }
}
