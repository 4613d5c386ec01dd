import { inDoubtStates } from '../../../contract/states.ts'
import type { Forgetting, SettledChoice } from '../../port/forgetting.ts'
import { listOf } from '../../state-sql.ts'
import { appendNotes } from '../attempts.ts'
import { findPeople } from '../person/find-people.ts'
import type { Queryable } from '../queryable.ts'
import type { Store } from '../store.ts'
import { settledAt } from './select-trips.ts'

/** No checksum has the raw answer in it; what a run has planned may repeat it, until it is released. `markUnscrubbed`: what was erased may still be on the disk. */
export function createAnswerErasing(
  store: Store,
  markUnscrubbed: (statements: Queryable) => Promise<unknown>,
): Pick<Forgetting, 'countAnswers' | 'eraseAnswers'> {
  const isOld = `raw_answer IS NOT NULL AND state NOT IN ${listOf(inDoubtStates)} AND ${settledAt('submissions')} < $1
    AND (CAST($3 AS bigint) IS NULL OR target_id = $3) AND NOT (id ${store.dialect.anyOf('$2')})
    AND NOT EXISTS (SELECT 1 FROM run_changes WHERE run_changes.submission_id = submissions.id)`

  async function valuesOf(
    { settledBefore, targetId, except }: SettledChoice,
    statements: Queryable,
  ): Promise<unknown[]> {
    const kept = except && (await findPeople(store, statements, except.people, except.readCells))
    return [settledBefore, kept === undefined ? [] : [...kept.submissions.keys(), ...kept.named], targetId ?? null]
  }

  return {
    async countAnswers(choice) {
      const text = `SELECT COUNT(*) AS count FROM submissions WHERE ${isOld}`
      const [found] = await store.query<{ count: number }>(text, await valuesOf(choice, store))
      return found?.count ?? 0
    },
    eraseAnswers: (choice, { reason, by, now }) =>
      store.transaction(async (statements) => {
        const erased = await statements.query(
          `UPDATE submissions SET raw_answer = NULL WHERE ${isOld} RETURNING id`,
          await valuesOf(choice, statements),
        )
        if (erased.length === 0) return 0
        await markUnscrubbed(statements)
        const detail = `${erased.length} raw answers were emptied by ${by}${reason === '' ? '' : `: ${reason}`}`
        await appendNotes(store, statements, [{ operation: 'forget', at: now, outcome: 'forgotten', detail }])
        return erased.length
      }),
  }
}
