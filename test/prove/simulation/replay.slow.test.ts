import { describe, expect, it } from 'vitest'
import { simulate } from './simulate.ts'

/** More seeds than simulation.test.ts replays. */
describe('simulated runs', () => {
  it.each([42, 134, 315])('play the same twice: seed %i', async (seed) => {
    const [first, second] = [await simulate(seed), await simulate(seed)]
    expect(second.trace).toEqual(first.trace)
    expect(second.hash).toBe(first.hash)
  })
})
