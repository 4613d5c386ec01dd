import { firstHeldStates, heldStates, secondHeldStates } from '../../../contract/states.ts'
import { isIllegalTransition } from '../../state-sql.ts'
import { postgresColumns as columns, commonIndexes, postgresRows, rowIndexes } from '../../store/tables.ts'
import { earlierVersions, forgetting } from './forgetting.ts'
import { keepHistory } from './kept-history.ts'
import { rules } from './rules.ts'
import { checkHeld, waiting } from './waiting.ts'

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
