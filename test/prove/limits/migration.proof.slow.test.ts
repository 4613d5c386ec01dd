import { describe, it } from 'vitest'
import { type HiddenLimit, limitInFlight, limitRate } from '../../pipeline/engine/simulate-service.ts'
import { distributions, drawReadyTimes } from '../../pipeline/poll/distributions.ts'
import { prove } from '../../support/proof.ts'
import { scale } from '../../support/scale.ts'
import type { seededRandom } from '../../support/seeded-random.mjs'
import { type Migrated, simulateMigration } from './simulate-migration.ts'

const rows = scale({ full: 100_000, short: 10_000 })
const mostCalls = scale({ full: 2.1, short: 2.2 })
/** What a run learns of its first rows differs from one to the next: of one alone, it may have been luck. */
const seeds = scale({ full: [17, 18, 20], short: [17] })
const [latencyMs, maxInFlight] = [100, 8]
const evenly = { name: '0.5 to 3 s', draw: (random: ReturnType<typeof seededRandom>) => 500 + 2_500 * random() }

function show({ calls, scored, endMs, medianLagMs }: Migrated): string {
  return `${(calls / scored).toFixed(2)} calls a scored row, ${(endMs / 60_000).toFixed(0)} min, lag ${(medianLagMs / 1_000).toFixed(1)} s`
}

describe(`a migration of ${rows} trips, in virtual time`, () => {
  it.each([...distributions, evenly])('scores ready after $name', async ({ name, draw }) => {
    const drawn = seeds.map((seed) => drawReadyTimes(draw, rows, seed))
    const run = (readyMs: readonly number[], limit: HiddenLimit, isPatient: boolean): Promise<Migrated> =>
      simulateMigration({ readyMs, limit, latencyMs, maxInFlight, isPatient })
    const pairs: { patient: Migrated; eager: Migrated }[] = []
    for (const readyMs of drawn) {
      const patient = await run(readyMs, limitRate(50, 10), true)
      pairs.push({ patient, eager: await run(readyMs, limitRate(50, 10), false) })
    }
    prove({
      area: `Migration, ${name}`,
      claim: `${rows} trips against a hidden 50 a second: at most ${mostCalls} calls a scored row, and no later than without patience`,
      measured: pairs.map(({ patient, eager }) => `${show(patient)}; without patience ${show(eager)}`).join('; and '),
      isKept: pairs.every(
        ({ patient, eager }) =>
          patient.scored === rows && patient.calls <= mostCalls * rows && patient.endMs <= eager.endMs,
      ),
    })
    const [readyMs = []] = drawn
    const free = (isPatient: boolean): Promise<Migrated> =>
      run(readyMs, limitInFlight(maxInFlight, latencyMs), isPatient)
    const [unlimited, eagerUnlimited] = [await free(true), await free(false)]
    prove({
      area: `Migration, ${name}`,
      claim: 'without a limit patience changes nothing',
      measured: show(unlimited),
      isKept: unlimited.calls === eagerUnlimited.calls && unlimited.medianLagMs === eagerUnlimited.medianLagMs,
    })
  })
})
