import {
  beyondPlanStates,
  blockingHeldStates,
  submissionStates,
  transitions,
  unansweredStates,
} from '../contract/states.ts'

export function listOf(values: Iterable<string>): string {
  return `(${[...values].map((value) => `'${value}'`).join(', ')})`
}

/** Instead of `IN`: for more than two values SQLite builds a table again for every written row. */
export function isOneOf(column: string, values: readonly string[]): string {
  return values.length === 0 ? 'FALSE' : `(${values.map((value) => `${column} = '${value}'`).join(' OR ')})`
}

/** For a trigger: the state changes along no arrow of the diagram. */
export const isIllegalTransition = `OLD.state <> NEW.state AND NOT CASE OLD.state
    ${submissionStates.map((from) => `WHEN '${from}' THEN ${isOneOf('NEW.state', transitions[from])}`).join('\n    ')}
    ELSE FALSE
  END`

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

export const waitsFor = ['confirmation', 'second person', 'workers'] as const

/** For a row of `runs`: it may send, by itself or by workers. */
export const maySend = (run: string): string => `(${run}.waits_for IS NULL OR ${run}.waits_for = 'workers')`

/** For a row of `runs`: nobody has released or dropped it. */
export const awaitsRelease = (run: string): string =>
  `(${run}.ended_at IS NULL AND ${run}.waits_for IN ('confirmation', 'second person'))`

/** For a trigger on `runs`: the only moves of a run that waits. `rule`: a condition that two people must release. */
export const isRelease = (rule: string): string => `
  OLD.ended_at IS NULL AND (
    OLD.waits_for = 'confirmation' AND NEW.waits_for = 'second person' AND NEW.sealed_by IS NOT NULL AND NEW.how IS NOT NULL
    OR OLD.waits_for = 'confirmation' AND ${maySend('NEW')} AND NOT (${rule})
    OR OLD.waits_for = 'second person' AND NEW.waits_for IS NULL AND NEW.released_by IS NOT NULL
       AND NEW.released_by <> OLD.sealed_by)`

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

/** A column of the rule that counts for a target; `when`: a further condition for rows of `counting`. */
const ruleOf = (column: string, target: string, name: string, when = 'TRUE'): string =>
  `(SELECT counting.${column} FROM ${countingRules} WHERE counting.target_id = ${target} AND counting.name = '${name}' AND ${when}
     ORDER BY counting.id DESC LIMIT 1)`

/** Four eyes is the rule of a target; `when`: a further condition for rows of `counting`. */
const isFourEyes = (target: string, when?: string): string =>
  `COALESCE(${ruleOf('value', target, 'fourEyes', when)}, 'false') = 'true'`

/** It was the rule at a time. */
export const wasFourEyes = (target: string, at: string): string => isFourEyes(target, `counting.since <= ${at}`)

/** For a row of `runs`: the rule of its target wants two people for its operation. */
export const needsTwo = (run: string): string =>
  `(${run}.operation IN ('decide', '${ruleOperation}') AND ${isFourEyes(`${run}.target_id`)})`

/**
 * For a trigger after a new row of `rules`: it ends four eyes, and no second person has to release that; or its run has
 * been released before. A ledger that is moved here brings its rules before its runs.
 */
export const endsFourEyes = `(NEW.run_id IS NULL AND NEW.name = 'fourEyes' AND NEW.value <> 'true'
    AND ${isFourEyes('NEW.target_id', 'counting.id < NEW.id')}
  OR EXISTS (SELECT 1 FROM runs AS own WHERE own.id = NEW.run_id AND NOT (
    own.operation = '${ruleOperation}' AND own.target_id = NEW.target_id AND own.waits_for = 'confirmation' AND own.ended_at IS NULL)))`

/** For a trigger before a change of `rules`: of an earlier list of people on hold only their number is kept. */
export const emptiesOldHolds = `(NEW.id = OLD.id AND NEW.target_id = OLD.target_id AND NEW.name = OLD.name AND NEW.since = OLD.since
  AND COALESCE(NEW.run_id, 0) = COALESCE(OLD.run_id, 0) AND OLD.name = 'holds' AND NEW.value NOT LIKE '%"%'
  AND OLD.id < ${ruleOf('id', 'OLD.target_id', 'holds')})`

/** For a migration: what was kept of rules elsewhere. */
export const fillRules = `CREATE INDEX rules_by_name ON rules (target_id, name, id);
  INSERT INTO rules (target_id, name, value, since)
    SELECT id, 'fourEyes', 'true', second_pair_at FROM targets WHERE second_pair_at IS NOT NULL;
  INSERT INTO rules (target_id, name, value, since)
    SELECT targets.id, 'retention', meta.value, COALESCE((SELECT MAX(answered_at) FROM attempts WHERE operation = 'retention'), 0)
      FROM targets JOIN meta ON meta.key = 'retention';
  DELETE FROM meta WHERE key = 'retention';`
