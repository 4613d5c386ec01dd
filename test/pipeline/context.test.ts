import { describe, expect, it } from 'vitest'
import { Bell, describeAttempt } from '../../src/pipeline/context.ts'

describe('the bell', () => {
  it('wakes who listens', () => {
    const bell = new Bell()
    const signal = bell.listen()
    expect(signal.aborted).toBe(false)
    bell.ring()
    expect(signal.aborted).toBe(true)
  })

  it('is not lost when it rings while nobody listens', () => {
    const bell = new Bell()
    bell.ring()
    expect(bell.listen().aborted).toBe(true)
  })

  it('is not lost either when it rings after a call that it had woken at once', () => {
    const bell = new Bell()
    bell.ring()
    bell.listen()
    bell.ring()
    expect(bell.listen().aborted).toBe(true)
  })

  it('wakes once for a ring, or for several in a row', () => {
    const bell = new Bell()
    bell.listen()
    bell.ring()
    expect(bell.listen().aborted).toBe(false)
    bell.ring()
    bell.ring()
    expect([bell.listen().aborted, bell.listen().aborted]).toEqual([true, false])
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
