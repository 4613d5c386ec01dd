import { parseKept } from '../../ledger/kept-json.ts'
import type { Cell } from '../../sheet/cell.ts'
import { displayCell } from '../../sheet/values/display.ts'
import type { SheetColumns } from './loaded-input.ts'

/** Headings by which a sheet says whom a row is about, folded; the first that has something counts. */
const telling: readonly (readonly string[])[] = [
  ['employeename', 'name'],
  ['employeeid', 'staffid', 'employee'],
  ['destination', 'hostcountry', 'country'],
]

/** Employee and destination of a row, from whatever columns the sheet carries; empty when it has none. */
export function tellWhom(cellsJson: string | undefined, columnsJson: string | undefined): string {
  if (cellsJson === undefined || columnsJson === undefined || columnsJson === '') return ''
  const cells = parseKept<readonly Cell[]>(cellsJson, 'row')
  const { headings } = parseKept<SheetColumns>(columnsJson, 'list of columns')
  const folded = headings.map((heading) => heading.toLowerCase().replace(/[^a-z]/g, ''))
  return telling
    .map((names) => {
      const texts = names.map((name) => cells[folded.indexOf(name)]).map((cell) => (cell ? displayCell(cell) : ''))
      return texts.find((text) => text !== '') ?? ''
    })
    .filter((text) => text !== '')
    .join(', ')
}
