import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readyAtMs } from '../rooms/sandbox.ts'

describe('readyAtMs', () => {
  it('lies in the range after creation and is fixed by the identifier', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(), fc.nat(60_000), fc.nat(60_000), (id, createdAtMs, min, extra) => {
        const delayMs = readyAtMs(id, createdAtMs, { min, max: min + extra }) - createdAtMs
        return delayMs >= min && delayMs <= min + extra && readyAtMs(id, 0, { min, max: min + extra }) === delayMs
      }),
    )
  })

  it('spreads similar identifiers over the whole range', () => {
    const tenths = new Set<number>()
    for (let n = 0; n < 200; n++)
      tenths.add(Math.floor(readyAtMs(`1719830400123x${n}`, 0, { min: 0, max: 1000 }) / 100))
    expect([...tenths].filter((tenth) => tenth < 10)).toHaveLength(10)
  })
})
