import { expect, it } from 'vitest'
import { Absence, type AbsenceOptions } from '../../../rooms/ledger/postgres.ts'
import type { Clock } from '../../../rooms/support.ts'

/** A clock that `sleep` alone, or also each try, moves on. */
function createClock(tryMs: number): { clock: Clock; waited: number[]; passTry(): void } {
  let now = 0
  const waited: number[] = []
  return {
    waited,
    clock: {
      now: () => now,
      sleep(ms) {
        waited.push(ms)
        now += ms
        return Promise.resolve()
      },
    },
    passTry() {
      now += tryMs
    },
  }
}

async function countTries(
  tryMs: number,
  isCancelled = (): boolean => false,
  options: AbsenceOptions = {},
): Promise<{ tries: number; waited: number[] }> {
  const { clock, waited, passTry } = createClock(tryMs)
  const wait = new Absence(clock, options).createWait(isCancelled)
  let tries = 1
  passTry()
  while (await wait()) {
    tries += 1
    passTry()
  }
  return { tries, waited }
}

it('waits longer each time, up to two seconds', async () => {
  const { waited } = await countTries(0)
  expect(waited.slice(0, 7)).toEqual([50, 100, 200, 400, 800, 1_600, 2_000])
})

it.each([
  [0, 65],
  [10_000, 15],
  // A machine that slept for an hour still tries as often as one whose every try takes as long as a time-out.
  [3_600_000, 9],
])('gives up after two minutes, when a try takes %d ms', async (tryMs, most) => {
  const { tries, waited } = await countTries(tryMs)
  expect(tries).toBeLessThanOrEqual(most)
  const spent = waited.reduce((sum, ms) => sum + ms, 0) + tries * Math.min(tryMs, 15_000)
  expect(spent).toBeGreaterThan(100_000)
  expect(spent).toBeLessThan(140_000)
})

it('does not wait when nobody wants to know any more', async () => {
  expect(await countTries(0, () => true)).toEqual({ tries: 1, waited: [] })
})

it('is counted once for statements that wait in turn, and from the beginning once the database has answered', async () => {
  const { clock, waited } = createClock(0)
  const absence = new Absence(clock)
  const exhaust = async (): Promise<number> => {
    const wait = absence.createWait(() => false)
    const before = waited.length
    while (await wait());
    return waited.length - before
  }
  expect(await exhaust()).toBeGreaterThan(50)
  expect(await exhaust()).toBeLessThan(10)
  absence.end()
  expect(await exhaust()).toBeGreaterThan(50)
})

it('is over five seconds after it began when the process is told to stop, and at once when it has lasted longer', async () => {
  const controller = new AbortController()
  const { clock, waited } = createClock(0)
  const absence = new Absence(clock, { interrupt: controller.signal })
  const wait = absence.createWait(() => false)
  for (let tries = 0; tries < 9; tries += 1) expect(await wait()).toBe(true)
  controller.abort()
  expect(await wait()).toBe(false)
  absence.end()
  waited.length = 0
  const next = absence.createWait(() => false)
  while (await next());
  expect(waited.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(7_000)
})

it('is told at each lost connection, before it is waited for', async () => {
  let told = 0
  const onLost = (): void => {
    told += 1
  }
  const { tries } = await countTries(0, () => told === 3, { onLost })
  expect([told, tries]).toEqual([3, 3])
})
