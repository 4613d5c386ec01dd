import { expect, it } from 'vitest'
import { MergeCover } from '../../../src/sheet/xlsx/merged-ranges.ts'

it('leaves a range its top-left cell only', () => {
  const cover = new MergeCover([
    { top: 5, left: 0, bottom: 5, right: 1 },
    { top: 2, left: 1, bottom: 4, right: 2 },
  ])
  const shown = [1, 2, 3, 4, 5, 6].map((row) => {
    const cells = [1, 2, 3, 4].map((v) => ({ t: 'n' as const, v }))
    const isCovered = cover.apply(row, cells)
    return `${isCovered ? '*' : ' '}${cells.map((cell) => (cell.t === 'n' ? cell.v : '.')).join('')}`
  })
  expect(shown).toEqual([' 1234', '*12.4', '*1..4', '*1..4', '*1.34', ' 1234'])
})
