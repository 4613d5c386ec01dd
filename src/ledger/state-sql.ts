import { beyondPlanStates } from '../contract/states.ts'
import { plannedKinds } from './matching/submission-changes.ts'

export function listOf(values: Iterable<string>): string {
  return `(${[...values].map((value) => `'${value}'`).join(', ')})`
}

/** Another run has sent it since the row's run planned a change, without a known outcome. As `judgePlanned` has it. */
const isUnknownSince = (
  row: string,
): string => `submissions.state = 'unknown' AND ${row}.planned <> 'unknown' AND NOT EXISTS (
    SELECT 1 FROM run_changes AS seen WHERE seen.submission_id = submissions.id AND seen.run_id = ${row}.run_id AND seen.state IS NOT NULL
       AND (seen.step = ${plannedKinds.indexOf('adopt')} OR REPLACE(seen.change, '}', ',') LIKE '%"sentAt":' || submissions.sent_at || ',%'))`

/** The state of a row's submission once its run is released (`planned`), or its own when it went on meanwhile. */
const stateOf = (
  row: string,
): string => `CASE WHEN ${row}.planned IS NULL OR submissions.state IN ${listOf(beyondPlanStates)}
    OR ${row}.planned = 'ready' AND submissions.state = 'pending' OR ${row}.planned = 'unknown' AND submissions.state <> 'ready'
    OR ${isUnknownSince(row)}
  THEN submissions.state ELSE ${row}.planned END`
export const stateOfRow = stateOf('rows')
export const stateOfEarlier = stateOf('earlier')
export const requestOfRow = 'COALESCE(rows.planned_request, submissions.request)'

/** For a row of `runs`: it may send, by itself or by workers. */
export const maySend = (run: string): string => `(${run}.waits_for IS NULL OR ${run}.waits_for = 'workers')`

/** For a row of `runs`: it was neither released nor dropped. */
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
