import { runChangesIndexes, sqliteColumns } from '../../store/tables.ts'
import { isRelease, maySend, waitsFor } from '../../waiting-sql.ts'

/** As it was then. */
const needsTwo = `EXISTS (SELECT 1 FROM targets WHERE targets.id = NEW.target_id AND targets.second_pair_at IS NOT NULL
            AND NEW.operation = 'decide')`
const list = waitsFor.map((what) => `'${what}'`).join(', ')

export const plannedColumns = ['planned TEXT', 'planned_request TEXT', 'planned_identifier TEXT', 'sealed_line TEXT']

/**
 * A migration: a run waits until it is released, from its beginning on; runs of before were released. `how`: facts with
 * which it is carried out without its sheet. `run_changes`: what its load decided about submissions, in the order of
 * `step` and `n`; the release does it. Until then a row shows `planned`, the later state of its submission,
 * `planned_request` and `planned_identifier`. `sealed_line`: the line of the plan that was sealed, as JSON. `sent_in`: the run under whose release a submission was claimed last.
 */
export const waiting = `
  ALTER TABLE runs ADD COLUMN waits_for TEXT DEFAULT 'confirmation' CHECK (waits_for IN (${list}));
  UPDATE runs SET waits_for = NULL;
  ALTER TABLE runs ADD COLUMN waits_until INTEGER;
  ALTER TABLE runs ADD COLUMN sealed_by TEXT;
  ALTER TABLE runs ADD COLUMN released_by TEXT;
  ALTER TABLE runs ADD COLUMN released_at INTEGER;
  ALTER TABLE runs ADD COLUMN how TEXT;
  ${plannedColumns.map((column) => `ALTER TABLE rows ADD COLUMN ${column};`).join('\n  ')}
  ALTER TABLE submissions ADD COLUMN sent_in INTEGER;
  CREATE TABLE run_changes (${sqliteColumns.run_changes}) STRICT;
  ${runChangesIndexes}

  CREATE TRIGGER nothing_is_sent_before_its_release BEFORE UPDATE OF state ON submissions
  WHEN NEW.state = 'sending' AND NEW.holder IS NOT NULL
   AND NOT EXISTS (SELECT 1 FROM runs WHERE runs.id = NEW.sent_in AND ${maySend('runs')})
  BEGIN SELECT RAISE(ABORT, 'a run sends nothing before it is released'); END;
  CREATE TRIGGER runs_are_released_as_their_rules_say BEFORE UPDATE OF waits_for ON runs
  WHEN NEW.waits_for IS NOT OLD.waits_for AND NOT (${isRelease(needsTwo)})
  BEGIN SELECT RAISE(ABORT, 'a run is released once, and a sealed one by another person'); END;
  CREATE TRIGGER seals_are_kept BEFORE UPDATE OF sealed_by, how, waits_until ON runs
  WHEN OLD.sealed_by IS NOT NULL
   AND (NEW.sealed_by IS NOT OLD.sealed_by OR NEW.how IS NOT OLD.how OR NEW.waits_until IS NOT OLD.waits_until)
  BEGIN SELECT RAISE(ABORT, 'who sealed a run, what it sends, and until when it counts, is never changed'); END;
`
