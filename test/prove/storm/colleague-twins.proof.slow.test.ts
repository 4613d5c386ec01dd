import { describe, it } from 'vitest'
import type { Alteration } from '../../support/altered.ts'
import { hasOwnPostgres, type OwnPostgresServer, useOwnPostgres } from '../../support/postgres.ts'
import { prove } from '../../support/proof.ts'
import { scale } from '../../support/scale.ts'
import { type RoundPlan, runRound } from './colleagues/round.ts'

interface Twin {
  name: string
  guardless: readonly Alteration[]
  plan: Omit<RoundPlan, 'seed' | 'twin'>
  /** Whether it is found by locks that waited for each other; else by trips created twice, or lost. */
  isAboutLocks?: boolean
  /** On a server that writes its log when it has to. */
  isLazy?: boolean
}

const together = { colleagues: 2, trips: 40, latencyMs: 40 }
const frozen = { colleagues: 2, trips: 60, mishaps: { 'freeze with a claim': 3 } }

/** Two groups meet more often when each of their changes takes a while. */
const slowly: Alteration = {
  from: 'WHERE submissions.id = wanted.id AND EXISTS (SELECT FROM turn)',
  to: 'WHERE submissions.id = wanted.id AND pg_sleep(0.005) IS NOT NULL AND EXISTS (SELECT FROM turn)',
}

/** The same program with one guard taken away. */
const twins: readonly Twin[] = [
  {
    name: 'no fence: a claim is given though somebody has one',
    guardless: [{ from: `asked.id AND state = 'ready' AND`, to: `asked.id AND state IN ('ready', 'sending') AND` }],
    plan: together,
  },
  {
    name: 'the lease is not looked at where a request starts',
    guardless: [{ from: 'return this.#clock.now() - this.#renewedAt < trustedMs', to: 'return true' }],
    plan: frozen,
  },
  {
    name: 'a late answer counts for a later sending',
    guardless: [{ from: 'submissions.holder = wanted.holder AND submissions.claim = wanted.claim', to: 'TRUE' }],
    // The later one is on its way for long enough to be met.
    plan: { ...frozen, latencyMs: 2_000 },
  },
  {
    name: 'changes are not sorted',
    guardless: [
      {
        from: 'const sorted = changes.toSorted((one, other) => one.id - other.id)',
        to: 'const sorted = changes.toSorted(() => Math.random() - 0.5)',
      },
      slowly,
    ],
    plan: { colleagues: 2, trips: 60, latencyMs: 40 },
    isAboutLocks: true,
  },
  {
    name: 'synchronous_commit is off',
    guardless: [
      { from: '"jit=off"', to: '"jit=off", "synchronous_commit=off"' },
      { from: `current_setting('synchronous_commit') AS`, to: `'on' AS` },
      // It would be refused as one that lost what it had confirmed.
      { from: '? findLoss(before, now) : void 0', to: '? void 0 : void 0' },
    ],
    // What a person says would be committed with all that came before.
    plan: { colleagues: 2, trips: 60, mishaps: { restart: 3 }, hasPerson: false },
    isLazy: true,
  },
]

const mostRounds = 5
/** What is found by chance says nothing in a short form; the simulation has twins that every run finds. */
const isTried = scale({ full: hasOwnPostgres, short: false })

describe.skipIf(!isTried)('colleagues over one memory find what a guard is for', () => {
  const usual = useOwnPostgres()
  const lazy = useOwnPostgres(['wal_writer_delay=10s', 'wal_writer_flush_after=1GB'])

  /** In how many rounds it was found, and what. */
  async function look(server: OwnPostgresServer, { plan, guardless: twin, isAboutLocks = false }: Twin) {
    for (let seed = 1; seed <= mostRounds; seed += 1) {
      const { twice, lost, deadlocks } = await runRound(server, { ...plan, seed, twin })
      const found = isAboutLocks ? deadlocks : twice.length + lost.length
      if (found > 0)
        return { rounds: seed, words: `${twice.length} twice, ${lost.length} lost, ${deadlocks} deadlocks` }
    }
    return { rounds: mostRounds, words: undefined }
  }

  it.each(twins)('$name', { timeout: 1_800_000 }, async (twin) => {
    const { rounds, words } = await look(twin.isLazy ? lazy : usual, twin)
    prove({
      area: `One memory for a team: twin, ${twin.name}`,
      claim: `found within ${mostRounds} rounds`,
      measured: `${words ?? 'nothing'}, in round ${rounds}`,
      isKept: words !== undefined,
    })
  })
})
