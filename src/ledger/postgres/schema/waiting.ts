import { isOneOf } from '../../state-sql.ts'
import { postgresColumns, runChangesIndexes } from '../../store/tables.ts'
import { isRelease, maySend, waitsFor } from '../../waiting-sql.ts'
import { pinned, refuseNeededRows } from './kept-history.ts'

const list = waitsFor.map((what) => `'${what}'`).join(', ')

/**
 * A migration; sqlite/schema/waiting.ts explains it. Senders have no right to begin a run that is released, and only
 * the group statement asks before the trigger does: an exception would fail other claims.
 */
export const waiting = `
  ALTER TABLE runs ADD COLUMN waits_for text CHECK (waits_for IN (${list})), ADD COLUMN waits_until bigint,
    ADD COLUMN sealed_by text, ADD COLUMN released_by text, ADD COLUMN released_at bigint, ADD COLUMN how text;
  ALTER TABLE runs ALTER COLUMN waits_for SET DEFAULT 'confirmation';
  UPDATE runs SET how = detached, waits_for = 'workers' WHERE detached IS NOT NULL;
  ALTER TABLE runs DROP COLUMN detached;
  ALTER TABLE rows ADD COLUMN planned text, ADD COLUMN planned_request text, ADD COLUMN planned_identifier text,
    ADD COLUMN sealed_line text;
  ALTER TABLE submissions ADD COLUMN sent_in bigint;
  CREATE TABLE run_changes (${postgresColumns.run_changes});
  ${runChangesIndexes}

  -- Asked for each claim: with a path of its own its plan is kept; to plan it again takes 55 µs.
  SELECT set_config('search_path', format('%I, pg_temp', current_schema()), TRUE);
  CREATE FUNCTION refuse_unreleased() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$ BEGIN
    IF NOT EXISTS (SELECT FROM runs WHERE runs.id = NEW.sent_in AND ${maySend('runs')}) THEN
      RAISE EXCEPTION 'a run sends nothing before it is released'; END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER nothing_is_sent_before_its_release BEFORE UPDATE OF state ON submissions FOR EACH ROW
  WHEN (NEW.state = 'sending' AND OLD.state <> NEW.state AND NEW.holder IS NOT NULL) EXECUTE FUNCTION refuse_unreleased();
  CREATE FUNCTION refuse_release() RETURNS trigger ${pinned} AS $$ DECLARE needs_two boolean; BEGIN
    EXECUTE format('SELECT second_pair_at IS NOT NULL FROM %I.targets WHERE id = $1', TG_TABLE_SCHEMA) INTO needs_two USING NEW.target_id;
    IF NOT COALESCE(${isRelease(`needs_two AND NEW.operation = 'decide'`)}, FALSE) THEN
      RAISE EXCEPTION 'a run is released once, and a sealed one by another person'; END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER runs_are_released_as_their_rules_say BEFORE UPDATE OF waits_for ON runs FOR EACH ROW
  WHEN (NEW.waits_for IS DISTINCT FROM OLD.waits_for) EXECUTE FUNCTION refuse_release();
  CREATE TRIGGER seals_are_kept BEFORE UPDATE OF sealed_by, how, waits_until ON runs FOR EACH ROW
  WHEN (OLD.sealed_by IS NOT NULL AND (NEW.sealed_by IS DISTINCT FROM OLD.sealed_by OR NEW.how IS DISTINCT FROM OLD.how
    OR NEW.waits_until IS DISTINCT FROM OLD.waits_until))
  EXECUTE FUNCTION refuse('who sealed a run, what it sends, and until when it counts, is never changed');

  CREATE FUNCTION refuse_other_input() RETURNS trigger ${pinned} AS $$ DECLARE is_dropped boolean; BEGIN
    EXECUTE format('SELECT waits_for IS NOT NULL AND ended_at IS NOT NULL FROM %I.runs WHERE id = $1', TG_TABLE_SCHEMA) INTO is_dropped USING NEW.run_id;
    IF NEW.input_id IS NULL AND is_dropped THEN RETURN NEW; END IF;
    RAISE EXCEPTION 'name and input of a sheet are never changed';
  END $$;
  DROP TRIGGER run_sheets_keep_their_input ON run_sheets;
  CREATE TRIGGER run_sheets_keep_their_input BEFORE UPDATE ON run_sheets FOR EACH ROW
  WHEN (OLD.run_id <> NEW.run_id OR OLD.position <> NEW.position OR OLD.name <> NEW.name OR OLD.own_input_id IS DISTINCT FROM NEW.own_input_id
    OR OLD.input_id IS NOT NULL AND OLD.input_id IS DISTINCT FROM NEW.input_id) EXECUTE FUNCTION refuse_other_input();

  -- The rows of a run that was never released go when it is dropped.
  CREATE OR REPLACE FUNCTION ${refuseNeededRows('AND NOT (run.waits_for IS NOT NULL AND run.ended_at IS NOT NULL) ')}

  -- The release of a sealed run, and its end, are said by another login than the one that began it.
  DROP TRIGGER statements_are_of_their_run ON attempts;
  CREATE TRIGGER statements_are_of_their_run BEFORE INSERT ON attempts FOR EACH ROW
  WHEN (NEW.submission_id IS NULL AND NEW.run_id IS NOT NULL AND NEW.login IS NOT NULL AND NEW.operation NOT IN ('release', 'drop'))
  EXECUTE FUNCTION refuse_foreign_statement();
`

/** For rows that may have further states. */
export const checkHeld = (states: readonly string[]): string => `ALTER TABLE rows DROP CONSTRAINT rows_held_check;
  ALTER TABLE rows ADD CONSTRAINT rows_held_check CHECK ${isOneOf('held', states)};`
