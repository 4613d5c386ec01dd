import type { PackageParts } from './package-parts.ts'
import type { SheetRequest } from './plan.ts'
import { planNotes } from './plan-notes.ts'
import type { PlannedSheet, SheetPlace } from './plan-sheet-enriching.ts'
import { surveySheet } from './survey-sheet.ts'

/** Nothing is put into any row. */
const noRows = { headingRow: 0, lastRow: 0, lastColumn: -1, refilled: new Set<number>() }

const mostNamed = 10

/** What is to become of a worksheet in which cells are marked, and no cell becomes another. @throws NotSafe when it must not be touched. */
export async function planSheetMarking(
  parts: PackageParts,
  { sheet, headingRow, lastRow, marks = { areas: [], notes: [] } }: SheetRequest,
  place: SheetPlace,
): Promise<PlannedSheet> {
  const links = await parts.relationships(place.part)
  const { head, prefix, tail } = await surveySheet(parts, place.part, { ...noRows, sheet, styles: place.styles })
  const notes = await planNotes(parts, marks.notes, { ...place, links, tail })
  const untold = notes?.untold ?? []
  const cells = untold.slice(0, mostNamed).join(', ') + (untold.length > mostNamed ? ', …' : '')
  const remarks =
    untold.length === 0
      ? []
      : [`In the sheet "${sheet}" nothing is added to the comments of ${cells}: these cells are coloured only.`]
  const { part, position } = place
  return {
    sheet: {
      ...{ sheet, position, part, headingRow, lastRow, columns: [], marks: marks.areas, notes, prefix, head, tail },
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
