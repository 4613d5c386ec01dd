import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FaultShare, faultKinds, operationNames, parseFaultPlan } from '../../rooms/sandbox/faults.ts'

function share(kind: string, percent: number, ms = 0): FaultShare {
  return { kind, share: percent / 100, ms } as FaultShare
}

describe('a plan of faults', () => {
  it('is a share of the requests for every kind, of every operation unless one is named', () => {
    const plan = parseFaultPlan('reset-after=1%, hang=0.5%,create.503=2%,seed=7')
    expect(plan.seed).toBe(7)
    expect(plan.shares.create).toEqual([share('reset-after', 1), share('hang', 0.5), share('503', 2, 1000)])
    expect(plan.shares.retrieve).toEqual([share('reset-after', 1), share('hang', 0.5)])
    expect(plan.limits).toEqual({ rate: undefined, inFlight: undefined })
  })

  it.each([
    ['slow=5%', [share('slow', 5, 2000)]],
    ['slow=5%:2s', [share('slow', 5, 2000)]],
    ['slow=5%:250ms', [share('slow', 5, 250)]],
    ['slow=5%:1.5s', [share('slow', 5, 1500)]],
    ['429=2%', [share('429', 2, 1000)]],
    ['429=2%:0s', [share('429', 2, 0)]],
    ['503=2%:1m', [share('503', 2, 60_000)]],
    ['refuse=1%', [share('refuse', 1, 300)]],
    ['cut=100%', [share('cut', 100)]],
    ['cut=0%', [share('cut', 0)]],
    ['no-id=1%,cut=2%', [share('cut', 2), share('no-id', 1)]],
    ['invite.cut=3%,cut=1%', [share('cut', 1)]],
    ['cut=1%,create.cut=3%', [share('cut', 3)]],
    ['seed=9', []],
  ])('%s', (text, shares) => {
    expect(parseFaultPlan(text).shares.create).toEqual(shares)
  })

  it.each([
    ['rate=20', { rate: { perSecond: 20, burst: 20 }, inFlight: undefined }],
    ['rate=0.5', { rate: { perSecond: 0.5, burst: 1 }, inFlight: undefined }],
    ['rate=20:5,in-flight=8', { rate: { perSecond: 20, burst: 5 }, inFlight: 8 }],
  ])('%s limits the whole service', (text, limits) => {
    expect(parseFaultPlan(text).limits).toEqual(limits)
  })

  it('has the seed 1 when it names none', () => {
    expect(parseFaultPlan('cut=1%').seed).toBe(1)
  })

  it.each([
    ['', 'expected name=value with commas between, such as reset-after=1%, not “”'],
    ['cut=1%,', 'expected name=value with commas between, such as reset-after=1%, not “”'],
    ['cut', 'expected name=value with commas between, such as reset-after=1%, not “cut”'],
    ['cut=1', 'expected a share such as cut=1%, not “cut=1”'],
    ['cut=-1%', 'expected a share such as cut=1%, not “cut=-1%”'],
    ['cut=101%', 'expected a share of at most 100%, not “cut=101%”'],
    ['cut=1%:2s', 'cut takes no time: expected cut=1%, not “cut=1%:2s”'],
    ['slow=5%:2', 'expected a time such as 500ms or 2s after the share, not “slow=5%:2”'],
    ['slow=2s', 'expected a share such as slow=1% or slow=1%:2000ms, not “slow=2s”'],
    ['list.cut=1%', 'there is no operation “list”; expected create, retrieve, update, invite, or no prefix for all'],
    ['create.rate=5', 'rate is for the whole service: expected rate=…, not “create.rate=5”'],
    ['seed=x', 'expected a whole number of up to 15 digits for the seed, not “seed=x”'],
    ['rate=0', 'such as rate=20 or rate=20:5, not “rate=0”'],
    ['rate=20:0', 'such as rate=20 or rate=20:5, not “rate=20:0”'],
    ['in-flight=0', 'expected a whole number of requests, such as in-flight=8, not “in-flight=0”'],
    ['cut=1%,cut=2%', 'cut is given twice'],
    ['create.cut=1%,create.cut=2%', 'create.cut is given twice'],
    ['cut=60%,create.hang=41%', 'the faults of create add up to 101%; expected at most 100%'],
  ])('%s is refused: %s', (text, message) => {
    expect(() => parseFaultPlan(text)).toThrow(message)
    expect(() => parseFaultPlan(text)).toThrow(expect.objectContaining({ code: 'usage' }))
  })

  it('names all kinds when one is not known', () => {
    expect(() => parseFaultPlan('resetafter=1%')).toThrow(
      'there is no fault “resetafter”; there are refuse, reset-before',
    )
  })

  it('is the same however its parts are sorted', () => {
    const parts = faultKinds.map(({ kind }, index) => `${operationNames[index % 4]}.${kind}=${index}%`)
    const whole = parseFaultPlan(parts.join(','))
    fc.assert(
      fc.property(fc.shuffledSubarray(parts, { minLength: parts.length }), (shuffled) => {
        expect(parseFaultPlan(shuffled.join(','))).toEqual(whole)
      }),
      { numRuns: 50, seed: 1 },
    )
  })
})
