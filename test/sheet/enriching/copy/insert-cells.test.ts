import { expect, it } from 'vitest'
import { type CellInsertion, insertCells } from '../../../rooms/sheet/enriching.ts'

const ours = (column: number): CellInsertion => ({ column, xml: (neighbour) => `<c n="${neighbour}"/>` })

it.each([
  ['behind the last cell', '<c r="A1" s="3"/><c r="B1" s="4"/>', 4, '<c r="A1" s="3"/><c r="B1" s="4"/><c n="4"/>'],
  ['before what ends a row', '<c r="A1"/><extLst><ext/></extLst>', 4, '<c r="A1"/><c n="0"/><extLst><ext/></extLst>'],
  ['in an empty row', '', 4, '<c n="0"/>'],
  ['in a row without cells', '<extLst/>', 4, '<c n="0"/><extLst/>'],
  ['between two cells', '<c r="A1" s="3"/><c r="F1"/>', 4, '<c r="A1" s="3"/><c n="3"/><c r="F1"/>'],
  // Cells without a place follow one another: none of ours may come between them.
  ['behind what no program writes', '<c/><odd><v>1</v></odd><c/><c/>', 4, '<c/><odd><v>1</v></odd><c/><c/><c n="0"/>'],
])('a cell of ours goes %s', (_, text, column, expected) => {
  const { body, changes } = insertCells(text, [ours(column)])
  expect(body.toString()).toBe(expected)
  expect(expected).toContain(changes.toString())
})
