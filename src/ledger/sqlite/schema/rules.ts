import { sqliteColumns } from '../../store/tables.ts'
import { emptiesOldHolds, endsFourEyes, fillRules, isRelease, needsTwo } from '../../waiting-sql.ts'

/**
 * A migration: the rules of companies, append-only. The latest of a name counts; one with a run only once a second
 * person has released that run. Of an earlier list of people on hold the number may stay in the place of the IDs.
 */
export const rules = `
  CREATE TABLE rules (${sqliteColumns.rules}) STRICT;
  ${fillRules}
  DROP TRIGGER second_pairs_are_kept;
  DROP TRIGGER runs_are_released_as_their_rules_say;
  ALTER TABLE targets DROP COLUMN second_pair_at;

  CREATE TRIGGER runs_are_released_as_their_rules_say BEFORE UPDATE OF waits_for ON runs
  WHEN NEW.waits_for IS NOT OLD.waits_for AND NOT (${isRelease(needsTwo('NEW'))})
  BEGIN SELECT RAISE(ABORT, 'a run is released once, and a sealed one by another person'); END;
  CREATE TRIGGER four_eyes_end_by_two_people AFTER INSERT ON rules
  WHEN ${endsFourEyes}
  BEGIN SELECT RAISE(ABORT, 'four eyes end only with a run that a second person releases'); END;
  CREATE TRIGGER rules_are_never_changed BEFORE UPDATE ON rules
  WHEN NOT ${emptiesOldHolds}
  BEGIN SELECT RAISE(ABORT, 'rules are append-only'); END;
  CREATE TRIGGER rules_are_never_deleted BEFORE DELETE ON rules
  BEGIN SELECT RAISE(ABORT, 'rules are append-only'); END;
`
