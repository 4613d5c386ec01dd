import { expect, it } from 'vitest'
import { Tally } from '../../rooms/pipeline/engine.ts'

it('counts rows by state as they move, and tells of each move', () => {
  const told: Record<string, number>[] = []
  const moves: unknown[] = []
  const tally = new Tally((counts, to, { rowNumber }) => {
    told.push(Object.fromEntries(counts))
    moves.push([to, rowNumber])
  })
  tally.add('ready', 2)
  tally.add('invalid', 1)
  tally.move('ready', 'sending', { id: 7, rowNumber: 2 })
  tally.move('sending', 'accepted', { id: 7 })
  expect(told).toEqual([
    { ready: 1, invalid: 1, sending: 1 },
    { ready: 1, invalid: 1, sending: 0, accepted: 1 },
  ])
  expect(moves).toEqual([
    ['sending', 2],
    ['accepted', undefined],
  ])
})
