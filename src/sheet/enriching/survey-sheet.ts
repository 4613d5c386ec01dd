import { toUtf8 } from '../xlsx/xml-text.ts'
import type { PackageParts } from './package-parts.ts'
import { SheetCutter } from './sheet-cutter.ts'
import { RowSurvey, type SurveyBounds } from './survey-rows.ts'

/** One pass over a sheet: what stands before and behind its rows, and what its cells show. */
export async function surveySheet(
  parts: PackageParts,
  part: string,
  bounds: SurveyBounds,
): Promise<{ head: string; prefix: string; tail: string; rows: RowSurvey }> {
  let [head, prefix] = ['', '']
  let rows = new RowSurvey(bounds, '')
  const cutter = new SheetCutter({
    head: (text, ofSheet) => {
      head = text
      prefix = ofSheet
      rows = new RowSurvey(bounds, ofSheet)
    },
    piece: (bytes) => rows.look(bytes),
    row: (row) => rows.take(row),
    between: () => {},
  })
  for await (const bytes of toUtf8(parts.archive.read(part))) cutter.push(bytes)
  return { head, prefix, tail: cutter.end(), rows }
}
