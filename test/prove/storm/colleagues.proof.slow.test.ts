import { describe, expect, it } from 'vitest'
import { hasOwnPostgres, useOwnPostgres } from '../../support/postgres.ts'
import { prove } from '../../support/proof.ts'
import { scale } from '../../support/scale.ts'
import { concurrency } from './colleagues/colleague.ts'
import type { MishapKind, Mishaps } from './colleagues/mishaps.ts'
import { type Round, type RoundPlan, runRound, wireFaults } from './colleagues/round.ts'

const timeout = 3_600_000
const sizes = [2, 3, 5]
const isInFull = scale({ full: true, short: false })

/** Two, three and five of them in turn; in every third round nobody answers what is unknown. */
const storms: readonly RoundPlan[] = scale({
  full: Array.from({ length: 12 }, (_, index) => ({
    seed: 100 + index,
    colleagues: sizes[index % 3] ?? 3,
    trips: 200,
    mishaps: { kill: 4, freeze: 2, 'freeze with a claim': 2, partition: 2, restart: 1 },
    hasPerson: index % 4 !== 3,
  })),
  short: [
    {
      seed: 100,
      colleagues: 3,
      trips: 60,
      mishaps: { kill: 2, freeze: 1, 'freeze with a claim': 1, partition: 1, restart: 1 },
      hasPerson: true,
    },
  ],
})

/** The program as it is, with its lease of 20 s. */
const inRealTime: readonly RoundPlan[] = [2, 3].map((colleagues) => ({
  seed: 200 + colleagues,
  colleagues,
  trips: 300,
  mishaps: { kill: 2, freeze: 1, 'freeze with a claim': 1, partition: 1 },
  isInRealTime: true,
}))

/** Several decisions on each assessment, one after another; by runs of their own, and left to workers. */
const decisions: readonly RoundPlan[] = [false, true].flatMap((isLeft) =>
  [300, 301].map((seed) => ({
    seed,
    colleagues: 3,
    trips: 60,
    about: 'decisions',
    isLeft,
    mishaps: { kill: 4, freeze: 1, 'freeze with a claim': 1, partition: 1, restart: 1 },
  })),
)

/** Everything anew with each start, and invitations, which the service takes once. */
const others: readonly RoundPlan[] = (['trips anew', 'invitations'] as const).flatMap((about) =>
  scale({ full: [400, 401, 402], short: [400] }).map((seed) => ({
    seed,
    colleagues: scale({ full: 3, short: 2 }),
    trips: scale({ full: 100, short: 30 }),
    about,
    mishaps: scale<Mishaps>({
      full: { kill: 4, freeze: 1, 'freeze with a claim': 1, partition: 1, restart: 1 },
      short: { kill: 2, partition: 1 },
    }),
  })),
)

describe.skipIf(!hasOwnPostgres)('colleagues with overlapping sheets over one memory', () => {
  const server = useOwnPostgres()

  async function runAll(plans: readonly RoundPlan[]): Promise<void> {
    const rounds: Round[] = []
    for (const plan of plans) {
      const round = await runRound(server, { ...plan, faults: wireFaults })
      expect(isPlayed(plan, round)).toBe(true)
      rounds.push(round)
    }
    const list = (of: (round: Round) => readonly string[]): string[] => rounds.flatMap(of)
    const sum = (of: (round: Round) => number): number => rounds.reduce((total, round) => total + of(round), 0)
    const times = (kind: MishapKind): number => sum(({ played }) => played.get(kind) ?? 0)
    const mishaps = sum(({ played }) => [...played.values()].reduce((total, some) => total + some, 0))
    const abandoned = sum(({ unknown }) => unknown.abandoned)
    expect({
      twice: list(({ twice }) => twice),
      lost: list(({ lost }) => lost),
      faults: list(({ faults }) => faults),
      deadlocks: sum(({ deadlocks }) => deadlocks),
    }).toEqual({ twice: [], lost: [], faults: [], deadlocks: 0 })
    prove({
      area: `One memory for a team: ${describeRounds(plans)}`,
      claim: '0 twice, 0 lost, unknown at most what was in flight; every output complete, every round ends by itself',
      measured: [
        `${rounds.length} rounds of ${plans.map(({ colleagues }) => colleagues).join(', ')} processes`,
        `${sum(({ created }) => created).toLocaleString('en')} ${plans[0]?.about ?? 'trips'}, ${sum(({ runs }) => runs)} runs`,
        `${times('kill')} kills, ${times('freeze')} + ${times('freeze with a claim')} freezes beyond the lease`,
        `${times('partition')} partitions, ${times('restart')} immediate restarts: 0 twice, 0 lost, 0 deadlocks`,
        `unknown ${abandoned} by mishaps, ${sum(({ unknown }) => unknown.answered)} left open by the service`,
        `${sum(({ lapsed }) => lapsed)} requests not begun under a lapsed claim, ${sum(({ late }) => late)} answers too late to count`,
      ].join('; '),
      isKept: mishaps > 0 && abandoned <= concurrency * 5 * mishaps,
    })
  }

  it(
    'create every trip once and lose none, whatever happens to them, to their network and to the database',
    {
      timeout,
    },
    () => runAll(storms),
  )

  it.runIf(isInFull)('record every decision once and in its order, also where workers do it', { timeout }, () =>
    runAll(decisions),
  )

  it.each(others)('$about, seed $seed: each once for each time that it is wanted', { timeout }, (plan) =>
    runAll([plan]),
  )

  it.runIf(isInFull)('likewise with the lease that the program has', { timeout }, () => runAll(inRealTime))
})

/** Where everything is wanted anew, more is there than the sheets have. */
function isPlayed({ about, colleagues, trips }: RoundPlan, { created }: Round): boolean {
  return about !== 'trips anew' || created > (colleagues * trips) / 2
}

function describeRounds([plan]: readonly RoundPlan[]): string {
  if (plan?.about === 'trips anew' || plan?.about === 'invitations') return plan.about
  if (plan?.about === 'decisions') return 'decisions that follow each other, by runs and by workers'
  return plan?.isInRealTime === true ? 'leases of 20 s' : 'short leases'
}
