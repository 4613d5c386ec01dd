import { inDoubtStates } from '../../../contract/states.ts'
import type { Erasure, SettledChoice } from '../../port/forgetting.ts'
import { listOf } from '../../state-sql.ts'
import { findPeople } from '../person/find-people.ts'
import type { Reader } from '../store.ts'
import { settledAt } from './select-trips.ts'

/**
 * Of old trips; without an erasure it only counts them. No checksum has the raw answer in it; what a run has planned may
 * repeat it, until it is released.
 */
export async function forgetAnswers(
  statements: Reader,
  { settledBefore, targetId, except }: SettledChoice,
  erasure: Erasure | undefined,
): Promise<number> {
  const { dialect } = statements
  const kept = except && (await findPeople(statements, except.people, except.readCells))
  const isOld = `raw_answer IS NOT NULL AND state NOT IN ${listOf(inDoubtStates)} AND ${settledAt('submissions')} < $1
    AND (CAST($3 AS bigint) IS NULL OR target_id = $3) AND NOT (id ${dialect.anyOf('$2')})
    AND NOT EXISTS (SELECT 1 FROM run_changes WHERE run_changes.submission_id = submissions.id)`
  const text =
    erasure === undefined
      ? `SELECT id FROM submissions WHERE ${isOld}`
      : `UPDATE submissions SET raw_answer = NULL WHERE ${isOld} RETURNING id`
  const keptIds = kept === undefined ? [] : [...kept.submissions.keys(), ...kept.named]
  return (await statements.query(text, [settledBefore, keptIds, targetId ?? null])).length
}
