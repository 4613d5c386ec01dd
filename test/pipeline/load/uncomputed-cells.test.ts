import { expect, it } from 'vitest'
import { watchUncomputed } from '../../rooms/pipeline/load.ts'
import { uncomputedCell } from '../../rooms/sheet.ts'

it('tells once how many formulas were never calculated, with the first of them', () => {
  const cells = watchUncomputed()
  expect(cells.notes()).toEqual([])
  cells.observe({ number: 4, isHidden: false, cells: [{ t: 'z' }, uncomputedCell] })
  expect(cells.notes()).toEqual([expect.stringContaining('since it was never calculated: the cell B4; open the file')])
  cells.observe({ number: 5, isHidden: false, cells: [uncomputedCell, uncomputedCell] })
  expect(cells.notes()).toEqual([
    expect.stringContaining('since it was never calculated: 3 cells (the first is B4); open'),
  ])
})
