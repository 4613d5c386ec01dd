import { expect, it } from 'vitest'
import type { Message } from '../../rooms/messages.ts'
import { NonDataRows, noteRow, totalsRow } from '../../rooms/pipeline/load.ts'

it('names rows that are passed over as totals and notes once, and no others', () => {
  const strays = new NonDataRows()
  const skipped = (reason: Message | string) =>
    ({ kind: 'held', state: 'skipped', detail: JSON.stringify({ reason }) }) as const
  strays.observe(4, skipped('an empty decision'))
  strays.observe(14, skipped(totalsRow))
  for (let row = 20; row < 32; row += 1) strays.observe(row, skipped(noteRow))
  expect(strays.sentences()).toEqual([
    'row 14 is passed over: a row of totals',
    '12 rows: 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, … are passed over: a note or a title, no trip',
  ])
})
