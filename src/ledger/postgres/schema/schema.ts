import { firstHeldStates, heldStates, secondHeldStates } from '../../../contract/states.ts'
import {
  emptiesOldHolds,
  endsFourEyes,
  fillRules,
  isIllegalTransition,
  isOneOf,
  isRelease,
  listOf,
  maySend,
  needsTwo,
  waitsFor,
} from '../../state-sql.ts'
import {
  postgresColumns as columns,
  commonIndexes,
  postgresRows,
  rowIndexes,
  runChangesIndexes,
} from '../../store/tables.ts'
import { earlierVersions, forgetting, keepHistory, pinned, refuseNeededRows } from './kept-history.ts'

/**
 * A migration; sqlite/schema/schema.ts explains it. Senders have no right to begin a run that is released, and only
 * the group statement asks before the trigger does: an exception would fail other claims.
 */
export const waiting = `
  ALTER TABLE runs ADD COLUMN waits_for text CHECK (waits_for IN ${listOf(waitsFor)}), ADD COLUMN waits_until bigint,
    ADD COLUMN sealed_by text, ADD COLUMN released_by text, ADD COLUMN released_at bigint, ADD COLUMN how text;
  ALTER TABLE runs ALTER COLUMN waits_for SET DEFAULT 'confirmation';
  UPDATE runs SET how = detached, waits_for = 'workers' WHERE detached IS NOT NULL;
  ALTER TABLE runs DROP COLUMN detached;
  ALTER TABLE rows ADD COLUMN planned text, ADD COLUMN planned_request text, ADD COLUMN planned_identifier text,
    ADD COLUMN sealed_line text;
  ALTER TABLE submissions ADD COLUMN sent_in bigint;
  CREATE TABLE run_changes (${columns.run_changes});
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
const checkHeld = (states: readonly string[]): string => `ALTER TABLE rows DROP CONSTRAINT rows_held_check;
  ALTER TABLE rows ADD CONSTRAINT rows_held_check CHECK ${isOneOf('held', states)};`

/** A migration; sqlite/schema/schema.ts explains it. */
const rules = `
  CREATE TABLE rules (${columns.rules});
  ${fillRules}
  DROP TRIGGER second_pairs_are_kept ON targets;
  ALTER TABLE targets DROP COLUMN second_pair_at;

  SELECT set_config('search_path', format('%I, pg_temp', current_schema()), TRUE);
  CREATE OR REPLACE FUNCTION refuse_release() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$ BEGIN
    IF NOT COALESCE(${isRelease(needsTwo('NEW'))}, FALSE) THEN
      RAISE EXCEPTION 'a run is released once, and a sealed one by another person'; END IF;
    RETURN NEW;
  END $$;
  CREATE FUNCTION refuse_rule() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$ BEGIN
    IF ${endsFourEyes} THEN
      RAISE EXCEPTION 'four eyes end only with a run that a second person releases'; END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER four_eyes_end_by_two_people AFTER INSERT ON rules FOR EACH ROW EXECUTE FUNCTION refuse_rule();
  CREATE FUNCTION refuse_rule_change() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$ BEGIN
    IF ${emptiesOldHolds} IS NOT TRUE THEN
      RAISE EXCEPTION 'rules are append-only'; END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER rules_are_never_changed BEFORE UPDATE ON rules FOR EACH ROW EXECUTE FUNCTION refuse_rule_change();
  CREATE TRIGGER rules_are_never_deleted BEFORE DELETE ON rules FOR EACH ROW EXECUTE FUNCTION refuse('rules are append-only');
  CREATE TRIGGER rules_are_never_emptied BEFORE TRUNCATE ON rules EXECUTE FUNCTION refuse('rules are append-only');
`

/**
 * Numbered from 1 and append-only, each in a transaction: never edit a released one. Tables and columns are those of
 * SQLite's schema, which explains them, so a ledger can be moved from one to the other. The differences:
 *
 * A holder's row has its lease, by the database's clock, and excludes other processes from its name. `last_group` and
 * `answer` prove which group of changes was committed last. `reaped_at` says that its open claims became `unknown`.
 * Columns that change for each request, `state` above all, are in no index: such a change costs half of one that
 * updates every index of the row. `counters` gives out ids of submissions in blocks.
 *
 * `own_input_id` is the input that a new sheet becomes. Its submissions have it from the beginning, which saves
 * writing them all again at the end of a load. Until a sheet has it, that input does not exist. A run with `detached`
 * was left to workers, with that JSON as its options: it is active until it is ended, even without a live process.
 *
 * `paces` has the shared pace of a target, apart from its row in `targets`, which every load locks. It holds the end
 * of the granted start times and of the hold, and the state of the probe after it: due or on its way.
 */
export const postgresMigrations: readonly string[] = [
  `
  CREATE TABLE meta (${columns.meta});
  CREATE TABLE counters (name text PRIMARY KEY, next_id bigint NOT NULL);
  INSERT INTO counters VALUES ('submissions', 1);
  CREATE SEQUENCE turns;
  CREATE TABLE holders (${columns.holders},
    lease_until timestamptz NOT NULL, last_group bigint NOT NULL DEFAULT 0, answer json,
    reaped_at timestamptz, ended_at bigint
  ) WITH (fillfactor = 10);
  CREATE INDEX holders_alive ON holders (id) WHERE reaped_at IS NULL AND ended_at IS NULL;
  CREATE TABLE targets (${columns.targets});
  CREATE TABLE paces (
    target_id bigint PRIMARY KEY REFERENCES targets (id), per_second double precision, ceiling double precision,
    next_start_at timestamptz, hold_until timestamptz, probe_until timestamptz, cut_at timestamptz,
    cuts integer NOT NULL DEFAULT 0, started bigint NOT NULL DEFAULT 0, used_at timestamptz
  ) WITH (fillfactor = 10);
  CREATE TABLE inputs (${columns.inputs});
  CREATE TABLE runs (${columns.runs}, detached text);
  CREATE INDEX runs_left_to_workers ON runs (target_id) WHERE detached IS NOT NULL AND ended_at IS NULL;
  CREATE TABLE workers (
    holder_id bigint NOT NULL REFERENCES holders (id), target_id bigint NOT NULL REFERENCES targets (id),
    PRIMARY KEY (holder_id, target_id)
  );
  CREATE TABLE run_sheets (${columns.run_sheets}, own_input_id bigint, PRIMARY KEY (run_id, position));
  CREATE TABLE run_claims (
    run_id bigint NOT NULL REFERENCES runs (id), claim text NOT NULL, sheet integer NOT NULL, row_number integer NOT NULL,
    PRIMARY KEY (run_id, claim)
  );
  CREATE TABLE outputs (machine text NOT NULL, ${columns.outputs}, PRIMARY KEY (machine, file, digest));
  -- Neither targets nor runs are ever deleted, and to look them up for each row takes a tenth of a load.
  CREATE TABLE submissions (${columns.submissions}) WITH (fillfactor = 70);
  CREATE TABLE rows (${postgresRows(firstHeldStates)});
  CREATE TABLE attempts (${columns.attempts});
  ${commonIndexes}
  ${rowIndexes}
  CREATE INDEX rows_by_content ON rows (request_hash, run_id, ordinal) WHERE request_hash IS NOT NULL;
  CREATE INDEX outputs_by_wish ON outputs (machine, asked);
  CREATE INDEX submissions_by_input ON submissions (input_id) WHERE input_id IS NOT NULL;
  CREATE UNIQUE INDEX identifiers_have_one_owner ON submissions (identifier, operation, target_id) WHERE accepted_at IS NOT NULL;
  CREATE INDEX submissions_to_poll ON submissions (next_poll_at) WHERE next_poll_at IS NOT NULL;

  CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION '%', TG_ARGV[0]; END $$;
  CREATE TRIGGER submissions_follow_the_diagram BEFORE UPDATE OF state ON submissions FOR EACH ROW
  WHEN (${isIllegalTransition})
  EXECUTE FUNCTION refuse('a submission made a move that the state diagram does not have');
  CREATE TRIGGER identifiers_are_never_changed BEFORE UPDATE OF identifier ON submissions FOR EACH ROW
  WHEN (OLD.identifier IS NOT NULL AND NEW.identifier IS DISTINCT FROM OLD.identifier)
  EXECUTE FUNCTION refuse('an identifier that the service returned is never changed');
  CREATE TRIGGER submissions_are_kept BEFORE DELETE ON submissions FOR EACH ROW
  WHEN (OLD.state <> 'ready' OR OLD.tries > 0 OR OLD.identifier IS NOT NULL)
  EXECUTE FUNCTION refuse('a submission that was sent is never deleted');
  CREATE TRIGGER attempts_are_append_only BEFORE UPDATE OR DELETE ON attempts FOR EACH ROW
  EXECUTE FUNCTION refuse('the attempt log is append-only');
  `,
  `
  ALTER TABLE submissions ADD COLUMN kept integer NOT NULL DEFAULT 0;
  ${checkHeld(secondHeldStates)}
  `,
  `
  ALTER TABLE targets ADD COLUMN second_pair_at bigint;
  CREATE TRIGGER second_pairs_are_kept BEFORE UPDATE OF second_pair_at ON targets FOR EACH ROW
  WHEN (OLD.second_pair_at IS NOT NULL AND NEW.second_pair_at IS DISTINCT FROM OLD.second_pair_at)
  EXECUTE FUNCTION refuse('that two people must decide is never taken back');
  `,
  `
  ${keepHistory}
  CREATE INDEX earlier_versions_by_submission ON earlier_versions (submission_id, last_attempt);
  `,
  forgetting,
  waiting,
  checkHeld(heldStates),
  earlierVersions,
  rules,
]
