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
