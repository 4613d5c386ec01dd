import { expect, it } from 'vitest'
import { createReconnectWait } from '../../../../src/ledger/postgres/connection/reconnect-wait.ts'
import type { Clock } from '../../../../src/support/clock.ts'

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

async function countTries(tryMs: number, isOver = (): boolean => false): Promise<{ tries: number; waited: number[] }> {
  const { clock, waited, passTry } = createClock(tryMs)
  const wait = createReconnectWait(clock, isOver)
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
