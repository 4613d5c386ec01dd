import { beyondPlanStates, blockingHeldStates, unansweredStates } from '../contract/states.ts'

export function listOf(values: Iterable<string>): string {
  return `(${[...values].map((value) => `'${value}'`).join(', ')})`
}

/** The row presence of a submission over all rows: the first of listed, kept, held, gone. */
export const rowPresenceOf = (submission: string): string =>
  `CASE (SELECT MIN(CASE WHEN held IS NULL THEN 0 WHEN held = 'kept' THEN 1 ELSE 2 END) FROM rows WHERE submission_id = ${submission})
     WHEN 0 THEN 'listed' WHEN 1 THEN 'kept' WHEN 2 THEN 'held' ELSE 'gone' END`

/**
 * The state of a row's submission once its run is released; afterwards `planned` is empty. A submission that went on
 * meanwhile shows its own state.
 */
const stateOf = (
  row: string,
): string => `CASE WHEN ${row}.planned IS NULL OR submissions.state IN ${listOf(beyondPlanStates)}
    OR ${row}.planned = 'ready' AND submissions.state = 'pending' OR ${row}.planned = 'unknown' AND submissions.state <> 'ready'
  THEN submissions.state ELSE ${row}.planned END`
export const stateOfRow = stateOf('rows')
const stateOfEarlier = stateOf('earlier')
export const requestOfRow = 'COALESCE(rows.planned_request, submissions.request)'

/** Sent in this run, or held back in it behind an earlier row. */
const stateInOrder = `(earlier.held IS NULL OR earlier.held = 'skipped') AND ${stateOfEarlier}`

/** For an earlier row of the same order, with its submission: later rows must wait for it. */
export const isBlocker = `(earlier.held IN ${listOf(blockingHeldStates)} OR (${stateInOrder} <> 'done'))`

/** The same, when this run alone cannot get it done. */
export const isBlocked = `(earlier.held IN ${listOf(blockingHeldStates)}
    OR (${stateInOrder} <> 'done' AND ${stateOfEarlier} NOT IN ${listOf(unansweredStates)}))`

/** A row that is held back counts by the state of its submission. */
export const blockerState = `CASE WHEN earlier.held = 'skipped' THEN ${stateOfEarlier} ELSE COALESCE(earlier.held, ${stateOfEarlier}) END`

/** For a row `held` with its submission `own`: it was held back behind another row, and may be released. */
export const isReleased = (hasStuckBefore: string): string =>
  `held.held = 'skipped' AND (own.state <> 'ready' OR NOT EXISTS (${hasStuckBefore}))`

/** True when a second person released the submission's last run. */
export const wasReleased = (id: string): string =>
  `EXISTS (SELECT 1 FROM attempts AS said WHERE said.submission_id IS NULL AND said.operation = 'release'
            AND said.run_id = (SELECT sent.run_id FROM attempts AS sent
                                WHERE sent.submission_id = ${id} AND sent.run_id IS NOT NULL ORDER BY sent.id DESC LIMIT 1))`

/** For a row of `runs`: it may send, by itself or by workers. */
export const maySend = (run: string): string => `(${run}.waits_for IS NULL OR ${run}.waits_for = 'workers')`

/** For a row of `runs`: nobody has released or dropped it. */
export const awaitsRelease = (run: string): string =>
  `(${run}.ended_at IS NULL AND ${run}.waits_for IN ('confirmation', 'second person'))`

/** Operation of a run without rows, which loosens a rule. */
export const ruleOperation = 'rule'

/** Rules that are recorded or were released, which only a move of `waits_for` proves; each counts from `since` on. */
export const countingRules = `(
  SELECT rules.id, rules.target_id, rules.name, rules.value, COALESCE(loosening.released_at, rules.since) AS since
    FROM rules LEFT JOIN runs AS loosening ON loosening.id = rules.run_id
   WHERE rules.run_id IS NULL OR loosening.id IS NOT NULL AND loosening.waits_for IS NULL) AS counting`

/** The latest rule of each target and name. */
export const latestRules = `(
  SELECT * FROM ${countingRules} WHERE NOT EXISTS (
    SELECT 1 FROM ${countingRules.replace('AS counting', 'AS later')}
     WHERE later.target_id = counting.target_id AND later.name = counting.name AND later.id > counting.id)) AS latest`

/** Four eyes is the rule of a target; `when`: a further condition for rows of `counting`. The triggers ask the same. */
const isFourEyes = (target: string, when = 'TRUE'): string =>
  `COALESCE((SELECT counting.value FROM ${countingRules} WHERE counting.target_id = ${target} AND counting.name = 'fourEyes' AND ${when}
     ORDER BY counting.id DESC LIMIT 1), 'false') = 'true'`

/** It was the rule at a time. */
export const wasFourEyes = (target: string, at: string): string => isFourEyes(target, `counting.since <= ${at}`)

/** For a row of `runs`: the rule of its target wants two people for its operation. */
export const needsTwo = (run: string): string =>
  `(${run}.operation IN ('decide', '${ruleOperation}') AND ${isFourEyes(`${run}.target_id`)})`
