import { describe, expect, it } from 'vitest'
import { judgeThrottling, noThrottling, type Throttling } from '../../rooms/pipeline/engine.ts'
import type { Pace } from '../../rooms/pipeline/model.ts'

class ThrottlingMonitor {
  #state: Throttling = noThrottling

  onRefusal(now: number, status: number, pace: Pace, heldMs: number) {
    return this.#keep(judgeThrottling(this.#state, now, { isRefused: true, status, pace, heldMs }))
  }

  onAnswer(now: number, pace: Pace) {
    return this.#keep(judgeThrottling(this.#state, now, { isRefused: false, status: undefined, pace, heldMs: 0 }))
  }

  #keep({ throttling, report }: ReturnType<typeof judgeThrottling>) {
    this.#state = throttling
    return report
  }
}

const pace = (perSecond: number | undefined, inFlight = 4) => ({ perSecond, inFlight })
const second = 1_000

/** So many refusals, one a second. */
function refuse(strain: ThrottlingMonitor, times: number, perSecond: number | undefined, from = 0) {
  return Array.from({ length: times }, (_, index) =>
    strain.onRefusal(from + index * second, 429, pace(perSecond), 100),
  ).filter((news) => news !== undefined)
}

describe('of refusals', () => {
  it('a stray one is not told, the third is, and then no more of the same', () => {
    const strain = new ThrottlingMonitor()
    expect(refuse(strain, 2, 5)).toEqual([])
    expect(refuse(strain, 20, 5, 2_000)).toEqual([
      { phase: 'began', refusals: 3, status: 429, pace: pace(5), heldMs: 100 },
    ])
  })

  it('a first one is told at once when the service asks for a long wait', () => {
    expect(new ThrottlingMonitor().onRefusal(0, 503, pace(undefined), 30_000)).toMatchObject({
      phase: 'began',
      refusals: 1,
    })
  })

  it.each<[string, number, number | undefined, number, string | undefined]>([
    ['twice as slow', 12, 2.5, 100, 'changed'],
    ['a little slower', 12, 4, 100, undefined],
    ['twice as slow, but only just told', 5, 2.5, 100, undefined],
    ['as fast, but held for long', 12, 5, 30_000, 'changed'],
  ])('%s: told or not', (_, at, perSecond, heldMs, phase) => {
    const strain = new ThrottlingMonitor()
    refuse(strain, 3, 5)
    expect(strain.onRefusal((2 + at) * second, 429, pace(perSecond), heldMs)?.phase).toBe(phase)
  })

  it('ten times as many are told again', () => {
    const strain = new ThrottlingMonitor()
    expect(refuse(strain, 40, 5).map(({ phase, refusals }) => [phase, refusals])).toEqual([
      ['began', 3],
      ['changed', 30],
    ])
  })
})

describe('of answers', () => {
  it('nothing is told where nothing was refused', () => {
    expect(new ThrottlingMonitor().onAnswer(0, pace(undefined))).toBeUndefined()
  })

  it('a pace that has doubled is told, and a minute without a refusal ends it; the next one begins anew', () => {
    const strain = new ThrottlingMonitor()
    refuse(strain, 3, 2)
    expect(strain.onAnswer(20 * second, pace(3))).toBeUndefined()
    expect(strain.onAnswer(30 * second, pace(4))).toMatchObject({ phase: 'changed', refusals: 3 })
    expect(strain.onAnswer(62 * second, pace(6))).toMatchObject({ phase: 'ended', pace: pace(6) })
    expect(strain.onAnswer(63 * second, pace(60))).toBeUndefined()
    expect(refuse(strain, 3, 5, 100 * second)).toMatchObject([{ phase: 'began', refusals: 3 }])
  })

  it('what was never told does not end', () => {
    const strain = new ThrottlingMonitor()
    refuse(strain, 1, 2)
    expect(strain.onAnswer(100 * second, pace(2))).toBeUndefined()
  })
})
