import type { Problem } from '../../contract/outcome.ts'
import { cellAddress, isBlank, isUncomputed, type SheetRow } from '../../sheet/cell.ts'
import { foldHeading } from '../../sheet/fold.ts'
import type { HeadingColumn } from '../../sheet/heading-fit.ts'
import { displayCell, shorten } from '../../sheet/values/display.ts'
import { maxTextLength } from '../../sheet/values/reading.ts'

/** Rows among the data that are no data: sheets are printed, pasted together and summed up. */
export const headingsAgain = 'the headings once more'

/** What a heading is compared by, at its column. */
export type FoldedHeadings = ReadonlyMap<number, string>

export function foldHeadings(columns: readonly HeadingColumn[]): FoldedHeadings {
  return new Map(columns.map(({ index, heading }) => [index, foldHeading(heading)]))
}

/** Whether a row repeats the headings: every cell it fills stands below the same text. */
export function repeatsHeadings(row: SheetRow, headings: FoldedHeadings): boolean {
  let same = 0
  for (const [index, cell] of row.cells.entries()) {
    if (isBlank(cell)) continue
    if (cell.t !== 's' || cell.v.length > maxTextLength || foldHeading(cell.v) !== headings.get(index)) return false
    same += 1
  }
  return same > 1
}

const sumWords = /^(?:(?:grand|sub|over ?all) ?-?)?totals?\b|^(?:sum|count|average|mean|summe|gesamt)\b/i

/**
 * What a row is that lacks nearly all a row needs: a total or a note. One sentence serves its user better than "must not
 * be empty" a dozen times.
 */
export function describeStray(row: SheetRow, columns: readonly HeadingColumn[], missing: number): Problem | undefined {
  if (missing < 3) return undefined
  const filled = row.cells.flatMap((cell, index) => (isBlank(cell) ? [] : [{ cell, index }]))
  const [first] = filled
  if (first === undefined) return undefined
  const text = displayCell(first.cell)
  const isTotal = sumWords.test(text) || (filled.length < missing && filled.every(({ cell }) => cell.t === 'n'))
  // Nobody knows what a formula that was never calculated will show.
  if (!isTotal && (filled.length > 1 || isUncomputed(first.cell))) return undefined
  return {
    field: '',
    cell: cellAddress(row.number, first.index),
    heading: columns.find(({ index }) => index === first.index)?.heading ?? '',
    value: shorten(text),
    rule: `must be a whole row; ${missing} of the cells it needs are empty`,
    hint: isTotal
      ? 'It looks like a row of totals: delete it, or move it to another sheet.'
      : 'It looks like a note or a title: delete it, or move it to another sheet.',
  }
}
