import type { Cell } from '../../sheet/cell.ts'
import { foldText } from '../../sheet/fold.ts'

/** Stands in an example row of a template, in the column that names whom or what a row is about. */
export const exampleMark = 'EXAMPLE – delete this row'

export const exampleReason = 'an example row of the template: never sent'

const foldedMark = foldText(exampleMark)

export function isExampleMark(cell: Cell | undefined): boolean {
  return cell?.t === 's' && foldText(cell.v) === foldedMark
}
