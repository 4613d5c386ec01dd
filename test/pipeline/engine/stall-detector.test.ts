import { expect, it, onTestFinished } from 'vitest'
import type { Wait } from '../../rooms/messages.ts'
import { StallDetector } from '../../rooms/pipeline/engine.ts'
import { ManualClock } from '../../support/manual-clock.ts'

const waits: Wait[] = [{ kind: 'requests', count: 2 }]

function create(listWaits: (clock: ManualClock) => Promise<readonly Wait[]> = async () => waits) {
  const clock = new ManualClock()
  const told: [number, readonly Wait[]][] = []
  const answers: string[] = []
  const vigil = new StallDetector({
    clock,
    countAnswers: () => answers.length,
    listWaits: () => listWaits(clock),
    onStalled: (forMs, what) => void told.push([forMs, what]),
  })
  const ended = vigil.watch()
  onTestFinished(async () => {
    vigil.stop()
    await ended
  })
  return { clock, told, vigil, ended, answers }
}

it('says nothing while something moves, however slowly', async () => {
  const { clock, told, vigil } = create()
  for (let minute = 0; minute < 5; minute += 1) {
    await clock.advance(59_000)
    vigil.touch()
  }
  expect(told).toEqual([])
})

it('says nothing while requests are answered, whatever comes of it', async () => {
  const { clock, told, answers } = create()
  for (let minute = 0; minute < 5; minute += 1) {
    answers.push('pending')
    await clock.advance(60_000)
  }
  expect(told).toEqual([])
})

it('says what is waited for once nothing has moved for a minute, and again each minute', async () => {
  const { clock, told, vigil } = create()
  await clock.advance(30_000)
  vigil.touch()
  await clock.advance(59_000)
  expect(told).toEqual([])
  await clock.advance(1_000)
  expect(told).toEqual([[60_000, waits]])
  await clock.advance(120_000)
  expect(told.map(([forMs]) => forMs)).toEqual([60_000, 120_000, 180_000])
})

it('is silent about what has moved while it was looked for', async () => {
  const { clock, told, vigil } = create(async (clock) => {
    await clock.sleep(5_000)
    return waits
  })
  await clock.advance(61_000)
  vigil.touch()
  await clock.advance(10_000)
  expect(told).toEqual([])
})

it('ends with the run', async () => {
  const { clock, told, vigil, ended } = create()
  vigil.stop()
  await ended
  await clock.advance(120_000)
  expect(told).toEqual([])
})
