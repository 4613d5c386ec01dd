import { afterAll, beforeAll, it } from 'vitest'
import { prove } from '../../support/proof.ts'
import { seededRandom } from '../../support/seeded-random.mjs'
import { TestSandbox } from '../../support/test-sandbox.ts'
import { createAssessWorld } from './assess-world.ts'
import { dieOnce, type Enumeration } from './enumerate.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await TestSandbox.spawn()
})
afterAll(() => sandbox.close())

/** At how many deaths, when the service has certainly processed a request, the tests of the crash points find a fault. */
async function countFound(
  { mode, twin }: Pick<Enumeration, 'mode' | 'twin'>,
  atLabel: string,
): Promise<{ deaths: number; found: number }> {
  const random = seededRandom(3)
  const died = await Promise.all(
    // The third one is refused: nothing comes of it.
    [1, 2].map((nth) => {
      const createWorld = (name: string) => createAssessWorld(sandbox, `${twin ?? 'guarded'}-${mode}-${name}`)
      return dieOnce({ createWorld, mode, twin, random }, String(nth), { atLabel, nth }, 'dropped')
    }),
  )
  const isFound = (violations: readonly string[]): boolean => violations.some((what) => what.includes('created twice'))
  return {
    deaths: died.filter(({ label }) => label !== undefined).length,
    found: died.filter(({ violations }) => isFound(violations)).length,
  }
}

const twins = [
  {
    guard: 'the intent is written with the outcome',
    mode: 'kill',
    twin: 'late-intent',
    atLabel: 'half an answer rwa_create',
  },
  { guard: 'synchronous is NORMAL', mode: 'power', twin: 'normal', atLabel: 'an answer rwa_create' },
] as const

it.each(twins)('where $guard, trips are created twice', async ({ guard, mode, twin, atLabel }) => {
  const bare = await countFound({ mode, twin }, atLabel)
  const guarded = await countFound({ mode, twin: undefined }, atLabel)
  prove({
    area: `Crash points: twin, ${guard}`,
    claim: 'created twice at each death; with the guard at none',
    measured: `at ${bare.found} of ${bare.deaths} deaths; with the guard at ${guarded.found} of ${guarded.deaths}`,
    isKept: bare.deaths === 2 && bare.found === 2 && guarded.found === 0,
  })
})
