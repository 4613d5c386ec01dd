import { describe, expect, it } from 'vitest'
import { ConnectionBreaker, RejectionStreak, Streak } from '../../rooms/pipeline/engine.ts'

function fail(breaker: ConnectionBreaker, times: number, now = 0): void {
  for (let count = 0; count < times; count += 1) breaker.onFailure(now)
}

describe('the connection breaker', () => {
  const patienceMs = 120_000

  it('opens at the tenth failure in a row', () => {
    const breaker = new ConnectionBreaker(patienceMs)
    fail(breaker, 8)
    expect([breaker.onFailure(0).kind, breaker.isOpen]).toEqual(['none', false])
    expect([breaker.onFailure(0), breaker.isOpen]).toEqual([{ kind: 'hold', ms: 500 }, true])
  })

  it('counts anew after any contact, and closes', () => {
    const breaker = new ConnectionBreaker(patienceMs)
    fail(breaker, 9)
    breaker.onContact()
    fail(breaker, 9)
    expect(breaker.isOpen).toBe(false)
    fail(breaker, 1)
    breaker.onContact()
    expect([breaker.isOpen, breaker.onFailure(1).kind]).toEqual([false, 'none'])
  })

  it.each([
    [0, { kind: 'hold', ms: 500 }],
    [2_000, { kind: 'hold', ms: 1_000 }],
    [20_000, { kind: 'hold', ms: 10_000 }],
    [60_000, { kind: 'hold', ms: 15_000 }],
    [110_000, { kind: 'hold', ms: 10_000 }],
    [119_999, { kind: 'hold', ms: 1 }],
    [120_000, { kind: 'give-up' }],
  ])('%i ms after the first of ten failures says %o', (lostMs, expected) => {
    const breaker = new ConnectionBreaker(patienceMs)
    fail(breaker, 10, 1_000)
    expect(breaker.onFailure(1_000 + lostMs)).toEqual(expected)
  })

  it.each([
    [0, 0, 'give-up'],
    [5_000, 4_999, 'none'],
    [5_000, 5_000, 'give-up'],
    [120_000, 120_000, 'give-up'],
    [Number.POSITIVE_INFINITY, 1e12, 'none'],
  ])('that has %d ms says after %d ms and two failures: %s', (patience, lostMs, kind) => {
    const breaker = new ConnectionBreaker(patience)
    if (lostMs > 0) breaker.onFailure(0)
    expect(breaker.onFailure(lostMs).kind).toBe(kind)
  })

  it('that waits for ever asks every fifteen seconds', () => {
    const breaker = new ConnectionBreaker(Number.POSITIVE_INFINITY)
    fail(breaker, 10)
    expect(breaker.onFailure(1e12)).toEqual({ kind: 'hold', ms: 15_000 })
  })
})

describe('a streak', () => {
  it('counts until it ends', () => {
    const streak = new Streak()
    expect([streak.extend(), streak.extend(), streak.length]).toEqual([1, 2, 2])
    streak.end()
    expect([streak.length, streak.extend()]).toEqual([0, 1])
  })
})

describe('a streak of rejections', () => {
  const reject = (streak: RejectionStreak, times: number, message = 'Incorrect Country'): boolean[] =>
    Array.from({ length: times }, () => streak.onRejection('destination', message))

  it('asks at the twentieth with one field and message', () => {
    expect(reject(new RejectionStreak(), 20).indexOf(true)).toBe(19)
  })

  it('asks once a run', () => {
    expect(reject(new RejectionStreak(), 100).filter((asks) => asks)).toHaveLength(1)
  })

  it.each([
    ['another message', (streak: RejectionStreak) => reject(streak, 1, 'another')],
    ['a success', (streak: RejectionStreak) => streak.onOther()],
  ])('counts anew after %s', (_, interrupt) => {
    const streak = new RejectionStreak()
    reject(streak, 19)
    interrupt(streak)
    expect(reject(streak, 19)).not.toContain(true)
    expect(reject(streak, 1)).toEqual([true])
  })
})
