import { describe, expect, it } from 'vitest'
import { describeAttempt, WakeableSleep } from '../../rooms/pipeline/engine.ts'

/** Says whether a sleep until 100 is over, though the clock stands still. */
async function isAwake(wait: WakeableSleep, during?: () => void): Promise<boolean> {
  let isOver = false
  const clock = {
    now: () => 0,
    sleep: (_ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve())),
  }
  void wait.until(100, clock).then(() => {
    isOver = true
  })
  during?.()
  await new Promise(setImmediate)
  return isOver
}

const times: readonly [string, number | undefined, boolean][] = [
  ['no time', undefined, true],
  ['an earlier time', 99, true],
  ['the same time', 100, false],
  ['a later time', 101, false],
]

describe('a sleep until 100', () => {
  it.each(times)('woken for %s ends: %o', async (_title, at, isOver) => {
    const wait = new WakeableSleep()
    expect(await isAwake(wait, () => wait.wake(at))).toBe(isOver)
  })

  it.each(times)(
    'woken for %s while its sleeper still looks what to wait for ends at once: %o',
    async (_, at, isOver) => {
      const wait = new WakeableSleep()
      wait.prepare()
      wait.wake(at)
      expect(await isAwake(wait)).toBe(isOver)
    },
  )

  it('is not ended by what came before the look', async () => {
    const wait = new WakeableSleep()
    wait.wake()
    wait.prepare()
    expect(await isAwake(wait)).toBe(false)
  })
})

it('an attempt is logged with the times and the status of its exchange', () => {
  const attempt = { proof: {}, sentAtMs: 1, answeredAtMs: 2, status: 429 }
  expect(describeAttempt(7, 'create', attempt, 'not-processed', 'too many')).toEqual({
    runId: 7,
    operation: 'create',
    sentAt: 1,
    answeredAt: 2,
    httpStatus: 429,
    outcome: 'not-processed',
    detail: 'too many',
  })
})
