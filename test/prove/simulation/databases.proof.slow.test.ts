import { describe, it } from 'vitest'
import { hasPostgres, usePostgres } from '../../support/postgres.ts'
import { prove } from '../../support/proof.ts'
import { scale } from '../../support/scale.ts'
import { type DatabaseGuard, simulateDatabases } from './simulate-databases.ts'

const seeds = scale({ full: 1_000, short: 5 })
const timeout = 3 * 3_600_000
const guards: readonly DatabaseGuard[] = ['the register is asked', 'the digests of earlier lines are compared']

describe.skipIf(!hasPostgres)('a database put back from dumps', () => {
  const server = usePostgres()

  it('no seed breaks a rule', { timeout }, async () => {
    const broken: string[] = []
    const sums = { starts: 0, restores: 0, refusals: 0, creations: 0 }
    for (let seed = 1; seed <= seeds; seed += 1) {
      const end = await simulateDatabases(seed, server.address())
      for (const [rule, detail] of end.broken) broken.push(`RWA_SEED=${seed}: ${rule}: ${detail}`)
      for (const name of ['starts', 'restores', 'refusals', 'creations'] as const) sums[name] += end.counts[name]
    }
    for (const line of broken.slice(0, 20)) console.error(line)
    const { starts, restores, refusals, creations } = sums
    prove({
      area: 'Simulation: a database put back from dumps',
      claim: `${seeds} seeds, 0 violations`,
      measured: `${broken.length} violations; ${starts} starts, ${restores} dumps put back, ${refusals} starts refused, ${creations} created`,
      isKept: broken.length === 0,
    })
  })

  it.each(guards)('without one guard a seed finds it: %s', { timeout }, async (guard) => {
    let seed = 0
    let found: string | undefined
    while (found === undefined && seed < 60) {
      seed += 1
      found = (await simulateDatabases(seed, server.address(), guard)).broken.get('created twice')
    }
    prove({
      area: `Simulation: a database put back, without “${guard}”`,
      claim: 'a trip created twice is found within 60 seeds',
      measured: found === undefined ? 'not found' : `by seed ${seed}: ${found}`,
      isKept: found !== undefined,
    })
  })
})
