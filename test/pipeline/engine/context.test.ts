import { describe, expect, it } from 'vitest'
import { Bell, describeAttempt } from '../../../src/pipeline/engine/context.ts'

describe('the bell', () => {
  it.each([
    ['no time', undefined, true],
    ['an earlier time', 99, true],
    ['the same time', 100, false],
    ['a later time', 101, false],
  ])('rung for %s wakes who sleeps until 100: %o', (_title, at, isAwake) => {
    const bell = new Bell()
    const signal = bell.listen(100)
    expect(signal.aborted).toBe(false)
    bell.ring(at)
    expect(signal.aborted).toBe(isAwake)
  })

  it('wakes once, and nobody who did not listen', () => {
    const bell = new Bell()
    bell.ring()
    const first = bell.listen(100)
    bell.ring()
    const second = bell.listen(100)
    expect([first.aborted, second.aborted]).toEqual([true, false])
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
