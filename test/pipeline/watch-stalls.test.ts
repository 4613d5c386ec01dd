import { expect, it, onTestFinished } from 'vitest'
import type { Wait } from '../rooms/messages.ts'
import { watchStalls } from '../rooms/pipeline.ts'
import { ManualClock } from '../support/manual-clock.ts'

const waits: Wait[] = [{ kind: 'requests', count: 2 }]

function create(listWaits: (clock: ManualClock) => Promise<readonly Wait[]> = async () => waits) {
  const clock = new ManualClock()
  const told: [number, readonly Wait[]][] = []
  const over = new AbortController()
  const gate = { movedAt: clock.now() }
  const ended = watchStalls({ gate, clock, over: over.signal, list: () => listWaits(clock) }, (event) => {
    if (event.kind === 'still') told.push([event.forMs, event.waits])
  })
  const touch = (): void => {
    gate.movedAt = clock.now()
  }
  onTestFinished(async () => {
    over.abort()
    await ended
  })
  return { clock, told, touch, ended, over }
}

it('says nothing while something moves, however slowly', async () => {
  const { clock, told, touch } = create()
  for (let minute = 0; minute < 5; minute += 1) {
    await clock.advance(59_000)
    touch()
  }
  expect(told).toEqual([])
})

it('says what is waited for once nothing has moved for a minute, and again each minute', async () => {
  const { clock, told, touch } = create()
  await clock.advance(30_000)
  touch()
  await clock.advance(59_000)
  expect(told).toEqual([])
  await clock.advance(1_000)
  expect(told).toEqual([[60_000, waits]])
  await clock.advance(120_000)
  expect(told.map(([forMs]) => forMs)).toEqual([60_000, 120_000, 180_000])
})

it('is silent about what has moved while it was looked for', async () => {
  const { clock, told, touch } = create(async (clock) => {
    await clock.sleep(5_000)
    return waits
  })
  await clock.advance(61_000)
  touch()
  await clock.advance(10_000)
  expect(told).toEqual([])
})

it('ends with the run', async () => {
  const { clock, told, over, ended } = create()
  over.abort()
  await ended
  await clock.advance(120_000)
  expect(told).toEqual([])
})
