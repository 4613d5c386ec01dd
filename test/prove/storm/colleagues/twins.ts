import type { Alteration } from '../../../support/altered.ts'
import type { RoundPlan } from './round.ts'

export interface Twin {
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
export const twins: readonly Twin[] = [
  {
    name: 'no fence: a claim is given though somebody has, or had, one',
    guardless: [
      { from: `asked.id AND state = 'ready' AND`, to: 'asked.id AND' },
      // Else the database refuses it, as a move that nothing makes.
      { from: `BEGIN RAISE EXCEPTION '%', TG_ARGV[0]; END`, to: 'BEGIN RETURN NEW; END' },
    ],
    plan: together,
  },
  {
    name: 'the lease is not looked at where a request starts',
    guardless: [{ from: 'return this.#clock.now() - this.#renewedAt < validMs', to: 'return true' }],
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
      { from: 'if (loss === void 0) return;', to: 'return;' },
    ],
    // What a person says would be committed with all that came before.
    plan: { colleagues: 2, trips: 60, mishaps: { restart: 3 }, hasPerson: false },
    isLazy: true,
  },
]
