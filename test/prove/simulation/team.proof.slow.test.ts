import { it } from 'vitest'
import { prove } from '../../support/proof.ts'
import { scale } from '../../support/scale.ts'
import { listUnreached } from './invariants.ts'
import { simulateTeam, type TeamCount, type TeamGuard, teamCounts } from './team/simulate-team.ts'

const seeds = scale({ full: 10_000, short: 80 })
const words: Readonly<Record<TeamCount, string>> = {
  starts: 'starts',
  deaths: 'deaths',
  freezes: 'freezes',
  partitions: 'partitions',
  unheard: 'groups committed and nobody told',
  creations: 'created',
  late: 'answers too late to count',
  unreleased: 'starts of runs that were not released',
  absences: 'absences of the database',
  interrupts: 'told to stop',
  replayed: 'outcomes taken in by a later start',
}
const timeout = 3 * 3_600_000

it('no seed breaks a rule: a team over one database', { timeout }, async () => {
  const broken: string[] = []
  const sums = new Map<TeamCount, number>()
  for (let seed = 1; seed <= seeds; seed += 1) {
    const end = await simulateTeam(seed)
    for (const [rule, detail] of end.broken) broken.push(`RWA_SEED=${seed}: ${rule}: ${detail}`)
    for (const name of teamCounts) sums.set(name, (sums.get(name) ?? 0) + end.counts[name])
  }
  for (const line of broken.slice(0, 20)) console.error(line)
  prove({
    area: 'Simulation: a team over one database',
    claim: `${seeds} seeds, 0 violations, its guard (I7) reached`,
    measured: `${broken.length} violations; ${[...sums].map(([name, count]) => `${count.toLocaleString('en')} ${words[name]}`).join(', ')}`,
    isKept: broken.length === 0 && listUnreached('team', { I7: sums.get('late') ?? 0 }).length === 0,
  })
})

const guards: readonly TeamGuard[] = [
  'only what is ready is given',
  'an end belongs to its claim',
  'a group counts once',
  'only a released run is given claims',
  'the lease is looked at where a request starts',
  'an outcome is on disk while the database is away',
]

it.each(guards)('without one guard a seed finds it: %s', { timeout }, async (guard) => {
  let seed = 0
  let found: string | undefined
  while (found === undefined && seed < 1_000) {
    seed += 1
    found = [...(await simulateTeam(seed, guard)).broken].map((breach) => breach.join(': '))[0]
  }
  prove({
    area: `Simulation: a team, without “${guard}”`,
    claim: 'found within 1,000 seeds',
    measured: found === undefined ? 'not found' : `by seed ${seed}: ${found}`,
    isKept: found !== undefined,
  })
})
