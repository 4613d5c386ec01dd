import { expect, it } from 'vitest'
import { Tally } from '../../src/pipeline/tally.ts'

it('counts rows by state as they move, and tells of each move', () => {
  const told: Record<string, number>[] = []
  const tally = new Tally((counts) => told.push(Object.fromEntries(counts)))
  tally.add('ready', 2)
  tally.add('invalid', 1)
  tally.move('ready', 'sending')
  tally.move('sending', 'accepted')
  expect(told).toEqual([
    { ready: 1, invalid: 1, sending: 1 },
    { ready: 1, invalid: 1, sending: 0, accepted: 1 },
  ])
})
