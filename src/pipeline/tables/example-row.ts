import type { Cell } from '../../sheet/cell.ts'
import { foldText } from '../../sheet/fold-text.ts'

/** Marks an example row of a template, in the column of the row's subject. */
export const exampleMarker = 'EXAMPLE – delete this row'

/** Longer than the mark: people leave text around it. */
const longestMark = 200
const foldedMark = foldText(exampleMarker)

export function isExampleMarker(cell: Cell | undefined): boolean {
  return cell?.t === 's' && cell.v.length <= longestMark && foldText(cell.v) === foldedMark
}
