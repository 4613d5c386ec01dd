import { expect, it } from 'vitest'
import { formulaReferences } from '../../../rooms/sheet/enriching.ts'
import { formatRange } from '../../../rooms/sheet/package.ts'

it.each<[string, string[]]>([
  ['A1+$B$2', ['A1:A1', 'B2:B2']],
  ['SUM(d4:b2)', ['B2:D4']],
  ['SUM(C:A)', ['A1:C1048576']],
  ['SUM($3:4)', ['A3:XFD4']],
  ['"A1"&"say ""B2"""', []],
  ["Trips!A1+'Trips'!B1+Other!C1+'My Trips'!D1", ['A1:A1', 'B1:B1']],
  ['LOG10(A1)+TRIPS2026+B1x+A.B1', ['A1:A1']],
  ['Table1[days]+[1]Sheet!A1', []],
  ['[1]Trips!A1+Trips!A2', ['A2:A2']],
  ['1E5+R2D2(A1)', ['A1:A1']],
])('%s means %j', (formula, ranges) => {
  const own = [...formulaReferences(formula, 'Trips')].filter(({ isOwn }) => isOwn)
  expect(own.map(({ range }) => formatRange(range))).toEqual(ranges)
})
