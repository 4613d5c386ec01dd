import { expect, it } from 'vitest'
import { MergeBlanker } from '../../rooms/sheet/reading.ts'

it('leaves a range its top-left cell only', () => {
  const cover = new MergeBlanker([
    { top: 5, left: 0, bottom: 5, right: 1 },
    { top: 2, left: 1, bottom: 4, right: 2 },
  ])
  const shown = [1, 2, 3, 4, 5, 6].map((row) => {
    const cells = [1, 2, 3, 4].map((v) => ({ t: 'n' as const, v }))
    const covered = cover.apply(row, cells)?.map(({ from, to, range }) => ` ${from}-${to} ${range}`) ?? []
    return `${cells.map((cell) => (cell.t === 'n' ? cell.v : '.')).join('')}${covered.join('')}`
  })
  expect(shown).toEqual(['1234', '12.4 2-2 B2:C4', '1..4 1-2 B2:C4', '1..4 1-2 B2:C4', '1.34 1-1 A5:B5', '1234'])
})

it('names no cells where the merged range shows nothing', () => {
  const cover = new MergeBlanker([{ top: 1, left: 0, bottom: 3, right: 0 }])
  expect(cover.apply(1, [{ t: 's', v: ' ' }])).toEqual([])
  expect(cover.apply(2, [{ t: 's', v: 'old' }])).toEqual([])
  expect(cover.apply(4, [{ t: 's', v: 'x' }])).toBeUndefined()
})
