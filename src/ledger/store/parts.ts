import type { Clock } from '../../support/clock.ts'
import type { ForgetKey } from '../forgetting/forget-key.ts'
import type { LoadSettings } from '../port/loaded-row.ts'
import type { LoadCompletion } from '../port/runs.ts'
import { createAnswers } from './answers.ts'
import { createAttempts } from './attempts.ts'
import { createForgetting } from './forgetting/forgetting.ts'
import { completeLoad, type LoadParts } from './loading/load-completion.ts'
import { createRowLoader } from './loading/row-loader.ts'
import { createOrderedRows } from './ordered-rows.ts'
import { createOutcomes } from './outcomes.ts'
import { createOutputs } from './outputs.ts'
import { createOverlaps } from './overlaps.ts'
import { readLedgerId } from './overview.ts'
import { createRefreshing } from './refreshing.ts'
import { createResolutions } from './resolutions.ts'
import { createRules } from './rules.ts'
import { createRuns, createWaiting } from './runs.ts'
import type { Reader, Store } from './store.ts'
import { createSubmissionReads } from './submission-reads.ts'
import { createTargets, findKnownTarget } from './targets.ts'
import { type Commits, createTransitions } from './transitions.ts'
import { createUndoReads } from './undo.ts'

export interface LedgerParts {
  id: string
  key: ForgetKey
  clock: Clock
  /** Number of this opening of the ledger. */
  holder(): number
  commits: Commits
  /** All or nothing, as `Store.transaction`; beside others in one commit, where these cost much. @default its own */
  write?: Store['transaction']
  /** The parts of a load, in a transaction. */
  partsOf(statements: Reader): LoadParts
  /** False when others hold the ledger. */
  overwriteFreeSpace(): Promise<boolean>
  /** For the end of a load: the tables have changed much, and all of their rows may be changed at once. */
  prepareForAllRows?(): Promise<void>
}

function createReads(store: Store, holder: () => number) {
  return {
    targets: createTargets(store),
    runs: createOutcomes(store),
    submissions: createSubmissionReads(store),
    order: createOrderedRows(store, (work) => store.transaction(work)),
    attempts: createAttempts(store),
    answers: createAnswers(store),
    undo: createUndoReads(store),
    rules: createRules(store, holder),
    waiting: createWaiting(store, holder),
  }
}

/** The parts of an open ledger that both kinds have in the same words. */
export function createParts(store: Store, parts: LedgerParts) {
  const { id, key, clock, holder, partsOf, prepareForAllRows, write = (work) => store.transaction(work) } = parts
  const reads = createReads(store, holder)
  return {
    ...reads,
    runs: {
      ...reads.runs,
      ...createRuns(store, holder),
      /** Binds the loaded rows to their input, and holds back changed ones. */
      async completeLoad(settings: LoadSettings, completion: LoadCompletion): Promise<void> {
        await prepareForAllRows?.()
        const isOrdered = await store.transaction((statements) =>
          completeLoad(statements, partsOf(statements), settings, completion),
        )
        if (isOrdered) await prepareForAllRows?.()
      },
    },
    submissions: { ...reads.submissions, ...createTransitions(store, parts.commits) },
    refreshing: createRefreshing(store, write),
    rowLoader: createRowLoader(store, partsOf),
    order: createOrderedRows(store, write),
    overlaps: createOverlaps(store),
    resolutions: createResolutions(store, id),
    outputs: createOutputs(store),
    forgetting: createForgetting(store, key, parts.overwriteFreeSpace, clock),
  }
}

/** The parts of a ledger that only read: runs, rows, targets and log as they are now. No lock, and no copy. */
export async function createView(store: Store, name: string) {
  const reads = createReads(store, () => Number.NaN)
  // Nothing is recorded of a target that it does not know.
  const find = async (address: string, company: string) =>
    (await findKnownTarget(store, address, company)) ?? { id: 0, address, company }
  return { ...reads, name, id: await readLedgerId(store), targets: { ...reads.targets, find } }
}

export type LedgerView = Awaited<ReturnType<typeof createView>>
