import type { Cell } from '../../sheet/cell.ts'
import { foldText } from '../../sheet/fold-text.ts'

/** Stands in an example row of a template, in the column that names whom or what a row is about. */
export const exampleMarker = 'EXAMPLE – delete this row'

export const exampleReason = 'an example row of the template: never sent'

/** With what somebody left around it. */
const longestMark = 200
const foldedMark = foldText(exampleMarker)

export function isExampleMarker(cell: Cell | undefined): boolean {
  return cell?.t === 's' && cell.v.length <= longestMark && foldText(cell.v) === foldedMark
}
