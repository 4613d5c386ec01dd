import { describe, expect, it } from 'vitest'
import { RequestLimiter } from '../../rooms/sandbox/faults.ts'

describe('a hidden limit', () => {
  it('of requests a second lets a burst in, then as many as the rate', () => {
    const keeper = new RequestLimiter({ rate: { perSecond: 10, burst: 3 }, inFlight: undefined })
    const letIn = (from: number, toMs: number): number => {
      let count = 0
      for (let now = from; now < toMs; now += 10) if (keeper.enter(now) === undefined) count += 1
      return count
    }
    expect(letIn(0, 30)).toBe(3)
    expect(keeper.enter(30)).toEqual({ kind: 'rate', retryAfterMs: 1000 })
    expect(letIn(30, 10_030)).toBe(100)
  })

  it('of requests in flight counts those that have not left', () => {
    const keeper = new RequestLimiter({ rate: undefined, inFlight: 2 })
    expect([keeper.enter(0), keeper.enter(0), keeper.enter(0)]).toEqual([undefined, undefined, { kind: 'in-flight' }])
    keeper.leave()
    expect([keeper.enter(0), keeper.enter(0)]).toEqual([undefined, { kind: 'in-flight' }])
  })

  it('takes nothing from the bucket of who is over the other limit, and gains nothing from a clock set back', () => {
    const keeper = new RequestLimiter({ rate: { perSecond: 1, burst: 2 }, inFlight: 1 })
    keeper.enter(10_000)
    expect(keeper.enter(10_000)).toEqual({ kind: 'in-flight' })
    keeper.leave()
    expect(keeper.enter(5_000)).toBeUndefined()
    keeper.leave()
    expect(keeper.enter(5_100)).toEqual({ kind: 'rate', retryAfterMs: 1000 })
  })
})
