import { expect, it } from 'vitest'
import type { TargetPace } from '../../rooms/ledger/port.ts'

/** One pace, as several processes have it, and a way to let time pass. */
export interface PaceScene {
  join(): Promise<TargetPace>
  pass(ms: number): Promise<void>
  /** Resolves when what was told has been heard. */
  heard(): Promise<void>
}

const nothingNew = { started: 0, growth: 1, cuts: 0, initial: undefined }

/** What the one pace of a target promises, whoever keeps it. */
export function promisesOfPace(createScene: () => Promise<PaceScene>): void {
  async function twoAtPace(perSecond = 10) {
    const scene = await createScene()
    const [ann, bob] = [await scene.join(), await scene.join()]
    await ann.reserve({ ...nothingNew, wanted: 1, initial: perSecond })
    await scene.pass(1_000)
    return { ...scene, ann, bob }
  }

  it('while no limit is known everybody may start at once, and what started is counted', async () => {
    const { join } = await createScene()
    const [ann, bob] = [await join(), await join()]
    await ann.reserve({ ...nothingNew, wanted: 3, started: 7 })
    const reserved = await bob.reserve({ ...nothingNew, wanted: 5, started: 4 })
    expect(reserved).toMatchObject({ perSecond: undefined, granted: 5, waitMs: 0, heldMs: 0, started: 11, cuts: 0 })
  })

  it('start times are given out once, one after another, whoever asks', async () => {
    const { ann, bob, pass } = await twoAtPace(0.1)
    await pass(10_000)
    expect(await ann.reserve({ ...nothingNew, wanted: 5 })).toMatchObject({ granted: 5, waitMs: 0, perSecond: 0.1 })
    const { granted, waitMs } = await bob.reserve({ ...nothingNew, wanted: 2 })
    expect([granted, Math.round(waitMs / 10_000)]).toEqual([2, 5])
  })

  it('idle time is not made up for', async () => {
    const { ann, bob, pass } = await twoAtPace(0.1)
    await pass(50_000)
    await ann.reserve({ ...nothingNew, wanted: 1 })
    expect((await bob.reserve({ ...nothingNew, wanted: 1 })).waitMs).toBeGreaterThan(5_000)
  })

  it('the pace to begin with counts when nobody has sent for a minute', async () => {
    const { ann, bob, pass } = await twoAtPace(10)
    expect(await bob.reserve({ ...nothingNew, wanted: 1, initial: 90 })).toMatchObject({ perSecond: 10 })
    await pass(61_000)
    expect(await ann.reserve({ ...nothingNew, wanted: 1, initial: 20 })).toMatchObject({ perSecond: 20, ceiling: 20 })
  })

  it('grows by what is answered, unless it was cut since', async () => {
    const { ann, bob } = await twoAtPace(10)
    expect((await ann.reserve({ ...nothingNew, wanted: 0, growth: 1.5 })).perSecond).toBeCloseTo(15)
    expect((await bob.reserve({ ...nothingNew, wanted: 0, growth: 1.5, cuts: 7 })).perSecond).toBeCloseTo(15)
  })

  const refusal = { started: -1, ageMs: 20, cuts: 0, heldMs: 30_000, cut: { perSecond: 4, ceiling: 5 } }

  it('a refusal cuts once for all, and holds all', async () => {
    const { ann, bob } = await twoAtPace(10)
    expect(await ann.refuse(refusal)).toMatchObject({ perSecond: 4, ceiling: 5, cuts: 1 })
    // Its request was on its way already.
    const other = await bob.refuse({ ...refusal, heldMs: undefined, cut: { perSecond: 2, ceiling: 3 } })
    expect(other).toMatchObject({ perSecond: 4, cuts: 1 })
    const reserved = await bob.reserve({ ...nothingNew, wanted: 3 })
    expect(reserved).toMatchObject({ granted: 0, isProbe: false })
    expect(Math.round(reserved.heldMs / 10_000)).toBe(3)
  })

  it('a request that started after the last cut cuts again, once that cut is known', async () => {
    const { ann, bob, pass } = await twoAtPace(10)
    await ann.refuse(refusal)
    await pass(2_000)
    const again = { ...refusal, cut: { perSecond: 3, ceiling: 3.5 } }
    expect(await bob.refuse(again)).toMatchObject({ cuts: 1 })
    expect(await bob.refuse({ ...again, cuts: 1 })).toMatchObject({ perSecond: 3, cuts: 2 })
  })

  it('after a hold one probe goes for all, and the others follow when it has come back', async () => {
    const { ann, bob, pass } = await twoAtPace(10)
    await ann.refuse(refusal)
    await pass(31_000)
    expect(await bob.reserve({ ...nothingNew, wanted: 3 })).toMatchObject({ granted: 1, isProbe: true, heldMs: 0 })
    const waiting = await ann.reserve({ ...nothingNew, wanted: 3 })
    expect([waiting.granted, waiting.probingMs > 0]).toEqual([0, true])
    await bob.endProbe({ started: 1 })
    expect(await ann.reserve({ ...nothingNew, wanted: 3 })).toMatchObject({ granted: 3, isProbe: false, probingMs: 0 })
  })

  it('a probe that is refused is followed by a hold and another one', async () => {
    const { ann, bob, pass } = await twoAtPace(10)
    await ann.refuse(refusal)
    await pass(31_000)
    await bob.reserve({ ...nothingNew, wanted: 1 })
    await bob.refuse({ ...refusal, cut: undefined })
    // Late, and about an earlier one.
    await ann.endProbe({ started: 0 })
    expect(await ann.reserve({ ...nothingNew, wanted: 1 })).toMatchObject({ granted: 0 })
    await pass(31_000)
    expect(await ann.reserve({ ...nothingNew, wanted: 1 })).toMatchObject({ granted: 1, isProbe: true })
  })

  it('a probe whose process has died is sent by another one', async () => {
    const { ann, bob, pass } = await twoAtPace(10)
    await ann.refuse(refusal)
    await pass(31_000)
    await ann.reserve({ ...nothingNew, wanted: 1 })
    await pass(5_100)
    expect(await bob.reserve({ ...nothingNew, wanted: 1 })).toMatchObject({ granted: 1, isProbe: true })
  })

  it('the others hear of a refusal, and of a probe that has come back', async () => {
    const { ann, bob, pass, heard } = await twoAtPace(10)
    const [byAnn, byBob]: [string[], string[]] = [[], []]
    ann.listen(() => void byAnn.push('heard'))
    const stop = bob.listen(() => void byBob.push('heard'))
    await heard()
    await ann.refuse(refusal)
    await heard()
    expect(byBob).toHaveLength(1)
    await pass(31_000)
    await bob.reserve({ ...nothingNew, wanted: 1 })
    await bob.endProbe({ started: 1 })
    await heard()
    expect([byAnn, byBob]).toEqual([['heard'], ['heard']])
    stop()
    await ann.refuse(refusal)
    await heard()
    expect(byBob).toHaveLength(1)
  })
}
