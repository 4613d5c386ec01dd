import { expect, it } from 'vitest'
import { DaySwapDetector } from '../../rooms/sheet/values.ts'
import type { Cell } from '../../rooms/sheet.ts'

function find(...values: (string | Cell)[]) {
  const days = new DaySwapDetector()
  for (const [index, value] of values.entries()) {
    const cell: Cell = typeof value === 'string' ? { t: 'd', v: `${value}T00:00:00` } : value
    days.observe(cell, `B${index + 2}`)
  }
  return days.find()
}

const text = (v: string): Cell => ({ t: 's', v })

it('finds the dates that were read month first beside texts that could not be', () => {
  expect(find('2026-05-02', text('13/02/2026'), '2026-03-02', text('28.02.2026'))).toEqual({ count: 2, textCell: 'B3' })
})

it.each([
  ['a date after the 12th, which is of the right order', ['2026-05-02', '2026-05-13', text('13/02/2026')]],
  ['a text that could have been read', ['2026-05-02', '2026-03-02', text('13/02/2026'), text('05/02/2026')]],
  ['no texts', ['2026-05-02', '2026-03-02']],
  [
    'texts that no order is to be told from',
    ['2026-05-02', '2026-03-02', text('2026-02-13'), text('tbc'), text('13 Feb 2026')],
  ],
  ['a single date', ['2026-05-02', text('13/02/2026')]],
] as const)('is silent about %s', (_, values) => {
  expect(find(...values)).toBeUndefined()
})
