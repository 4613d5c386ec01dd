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

/** Four eyes was the rule of a target at a time. */
export const wasFourEyes = (target: string, at: string): string =>
  `EXISTS (SELECT 1 FROM targets AS ruled WHERE ruled.id = ${target} AND ruled.second_pair_at <= ${at})`

/** For a row of `runs`: a rule of its target wants two people for its operation. */
export const needsTwo = (run: string): string =>
  `EXISTS (SELECT 1 FROM targets WHERE targets.id = ${run}.target_id AND targets.second_pair_at IS NOT NULL
            AND ${run}.operation = 'decide')`
