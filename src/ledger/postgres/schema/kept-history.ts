import { absentStates, createdStates, forgettableStates, inDoubtStates } from '../../../contract/states.ts'
import { forgottenRequest } from '../../forgetting/forgotten-trip.ts'
import { listOf } from '../../state-sql.ts'
import { areNull, contentColumns, isEmptied, lineColumns } from '../../store/tables.ts'

export const differs = (...columns: readonly string[]): string => {
  const of = (line: string): string => columns.map((column) => `${line}.${column}`).join(', ')
  return `(${of('OLD')}) IS DISTINCT FROM (${of('NEW')})`
}

const isMoved = 'OLD.state <> NEW.state'
const isClaimed = `NEW.tries = OLD.tries + 1 AND ${isMoved} AND NEW.state = 'sending'`
const isRetired = `OLD.address LIKE 'sandbox:%' AND OLD.data_id IS NOT NULL AND OLD.retired_at IS NULL
  AND NEW.retired_at IS NOT NULL AND starts_with(NEW.address, OLD.address || ' (deleted, noticed ')`

const before = (table: string, name: string, columns: string): string =>
  `CREATE TRIGGER ${name} BEFORE UPDATE OF ${columns.replaceAll(' ', ', ')} ON ${table} FOR EACH ROW`
const keep = (table: string, name: string, columns: string): string =>
  `${before(table, name, columns)} WHEN (${differs(...columns.split(' '))})`
const refuse = (reason: string): string => `EXECUTE FUNCTION refuse('${reason}');`

const neverDeleted = ['targets', 'runs', 'holders', 'inputs', 'run_sheets', 'earlier_versions']

/**
 * For a trigger's function that reads tables: it names them with their schema. A sender may have a temporary table of
 * the same name, or another search path.
 */
export const pinned = 'LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp'

/** `unless`: a condition for a row of `runs`, as `run`, whose rows may go. */
export const refuseNeededRows = (unless: string): string =>
  `refuse_needed_rows() RETURNS trigger ${pinned} AS $$ DECLARE needed bigint; BEGIN
    EXECUTE format('SELECT run.id FROM (SELECT DISTINCT run_id FROM gone) AS deleted JOIN %1$I.runs AS run ON run.id = run_id
      WHERE run.loaded_at IS NOT NULL ${unless}AND NOT EXISTS (
        SELECT FROM %1$I.runs AS later WHERE later.id > run.id AND NOT EXISTS (
          SELECT FROM %1$I.run_sheets AS sheet WHERE sheet.run_id = run.id AND sheet.input_id IS NOT NULL AND NOT EXISTS (
            SELECT FROM %1$I.run_sheets AS same WHERE same.run_id = later.id AND same.input_id = sheet.input_id)))
      LIMIT 1', TG_TABLE_SCHEMA) INTO needed;
    IF needed IS NOT NULL THEN RAISE EXCEPTION 'the rows of the latest run of an input are never deleted'; END IF;
    RETURN NULL;
  END $$;`

/**
 * A migration: SQL cannot rewrite the requests sent, their senders, machines and times. The server sets the login and
 * the time of a line of the log; senders have no right to. Values that a program may replace (a refused request,
 * refreshed scores) stay in `earlier_versions`, which only its trigger writes.
 */
export const keepHistory = `
  ALTER TABLE runs ADD COLUMN login text;
  ALTER TABLE runs ALTER COLUMN login SET DEFAULT session_user;
  ALTER TABLE attempts ADD COLUMN login text, ADD COLUMN written_at timestamptz;
  ALTER TABLE attempts ALTER COLUMN login SET DEFAULT session_user, ALTER COLUMN written_at SET DEFAULT clock_timestamp();

  CREATE TABLE earlier_versions (
    submission_id bigint NOT NULL,
    last_attempt  bigint,
    request       text NOT NULL,
    result        text,
    login         text NOT NULL DEFAULT session_user,
    replaced_at   timestamptz NOT NULL DEFAULT clock_timestamp()
  );
  CREATE FUNCTION keep_earlier_version() RETURNS trigger ${pinned} SECURITY DEFINER AS $$ BEGIN
    EXECUTE format('INSERT INTO %1$I.earlier_versions (submission_id, last_attempt, request, result)
      VALUES ($1, (SELECT MAX(id) FROM %1$I.attempts WHERE submission_id = $1), $2, $3)', TG_TABLE_SCHEMA)
      USING OLD.id, OLD.request, OLD.result;
    RETURN NULL;
  END $$;
  CREATE TRIGGER earlier_versions_are_written AFTER UPDATE OF request, result ON submissions FOR EACH ROW
  WHEN (OLD.request <> '{}' AND OLD.tries > 0 AND ${differs('request')} OR OLD.result IS NOT NULL AND ${differs('result')})
  EXECUTE FUNCTION keep_earlier_version();
  CREATE TRIGGER earlier_versions_are_kept BEFORE UPDATE ON earlier_versions FOR EACH ROW
  ${refuse('an earlier version is never changed')}

  -- Only the statements of this folder may change history.
  ${keep('runs', 'runs_keep_their_author', 'operation done_word target_id file account machine started_at login')}
  ${refuse('author, machine, file and target of a run are never changed')}
  ${keep('holders', 'holders_keep_their_author', 'account machine process since')}
  ${refuse('account, machine and process of a holder are never changed')}
  ${before('run_sheets', 'run_sheets_keep_their_input', 'run_id position name input_id own_input_id')}
  WHEN (${differs('run_id', 'position', 'name', 'own_input_id')}
    OR OLD.input_id IS NOT NULL AND ${differs('input_id')}) ${refuse('name and input of a sheet are never changed')}
  ${keep('rows', 'rows_keep_their_cells', 'run_id seq sheet row_number is_hidden cells warnings order_key request_hash ordinal was_named')}
  ${refuse('the cells of a row are never changed')}
  ${before('targets', 'targets_keep_their_address', 'address company data_id retired_at')}
  WHEN (${differs('company')} OR OLD.data_id IS NOT NULL AND ${differs('data_id')}
    OR ${differs('address', 'retired_at')} AND NOT (${isRetired}))
  ${refuse('address and company of a target are never changed')}
  ${before('targets', 'fingerprints_are_kept', 'token_hash')}
  WHEN (OLD.token_hash IS NOT NULL AND NEW.token_hash IS NULL)
  ${refuse('the fingerprint of a token is replaced, never removed')}
  ${keep('submissions', 'submissions_keep_their_place', 'id operation target_id order_key')}
  ${refuse('operation, target and order of a submission are never changed')}
  -- A submission known by its identifier alone ({}) gets its content once.
  ${before('submissions', 'submissions_keep_their_identity', 'request_hash ordinal generation subject trait_a trait_b')}
  WHEN (OLD.request <> '{}' AND ${differs('request_hash', 'ordinal', 'generation', 'subject', 'trait_a', 'trait_b')})
  ${refuse('content and subject of a submission are never changed')}
  ${before('submissions', 'requests_are_kept', 'request')}
  WHEN (OLD.request <> '{}' AND ${differs('request')}
    AND (NEW.request = '{}' OR OLD.state NOT IN ${listOf(absentStates)}))
  ${refuse('a request that was sent is never changed')}
  ${before('submissions', 'identifiers_come_with_a_move', 'identifier')}
  WHEN (${differs('identifier')} AND NOT (${isMoved} AND NEW.state IN ${listOf(createdStates)}))
  ${refuse('an identifier is noted only when a submission becomes accepted or done')}
  ${before('submissions', 'report_addresses_are_kept', 'report_url')}
  WHEN (${differs('report_url')} AND NOT (OLD.state IN ${listOf(inDoubtStates)} AND NEW.state = 'accepted'))
  ${refuse('the address of a report is never changed')}
  ${before('submissions', 'results_come_when_done', 'result')}
  WHEN (${differs('result')} AND (NEW.state <> 'done' OR NEW.result IS NULL))
  ${refuse('a result is noted only for a submission that is done, and never removed')}
  ${before('submissions', 'sendings_are_kept', 'sent_at sent_by claim tries')}
  WHEN (${differs('sent_at', 'sent_by', 'claim', 'tries')} AND NOT (${isClaimed}))
  ${refuse('time, sender and count of a sending are noted only with a claim')}
  -- After a clock was set back, a time of acceptance lies in the future; then it is set to now.
  ${before('submissions', 'times_are_kept', 'accepted_at done_at')}
  WHEN (${differs('done_at')} AND NEW.state <> 'done'
    OR ${differs('accepted_at')} AND NOT (NEW.state = 'accepted' AND (${isMoved} OR NEW.accepted_at <= OLD.accepted_at)))
  ${refuse('the times of a submission are noted only with its moves')}
  ${before('submissions', 'raw_answers_are_kept', 'raw_answer')}
  WHEN (${differs('raw_answer')} AND NEW.state <> 'sending' AND OLD.state NOT IN ${listOf(inDoubtStates)})
  ${refuse('the answer of a submission that is settled is never changed')}
  ${neverDeleted
    .map(
      (table) =>
        `CREATE TRIGGER ${table}_are_never_deleted BEFORE DELETE ON ${table} FOR EACH ROW ${refuse(`what ${table} say is never deleted`)}`,
    )
    .join('\n  ')}
  CREATE TRIGGER attempts_are_never_emptied BEFORE TRUNCATE ON attempts EXECUTE FUNCTION refuse('the attempt log is append-only');
  CREATE TRIGGER submissions_are_never_emptied BEFORE TRUNCATE ON submissions
  EXECUTE FUNCTION refuse('a submission that was sent is never deleted');

  -- A later run has read the same inputs; one that was never loaded, or had no input, is needed by none.
  CREATE FUNCTION ${refuseNeededRows('')}
  CREATE TRIGGER rows_of_latest_runs_are_kept AFTER DELETE ON rows REFERENCING OLD TABLE AS gone FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_needed_rows();

  -- Who sealed or released a plan. A run that began before this version has no login; what is moved here has none either.
  CREATE FUNCTION refuse_foreign_statement() RETURNS trigger ${pinned} AS $$ DECLARE is_own boolean; BEGIN
    EXECUTE format('SELECT login = session_user OR login IS NULL AND ended_at IS NULL FROM %I.runs WHERE id = $1', TG_TABLE_SCHEMA)
      INTO is_own USING NEW.run_id;
    IF is_own IS NOT TRUE THEN RAISE EXCEPTION 'a statement about a run is made by the login that began the run'; END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER statements_are_of_their_run BEFORE INSERT ON attempts FOR EACH ROW
  WHEN (NEW.submission_id IS NULL AND NEW.run_id IS NOT NULL AND NEW.login IS NOT NULL)
  EXECUTE FUNCTION refuse_foreign_statement();`

/** The trigger `forgotten_submissions_are_empty` proves that such a change leaves no content. */
const isForgotten = 'OLD.forgotten_at IS NULL AND NEW.forgotten_at IS NOT NULL'

/** Adds an exception for a change that forgets to a trigger of `kept-history.ts`: its condition stays as it was. */
const exempt = (trigger: string): string => `SELECT pg_temp.exempt_forgetting('${trigger}', '${isForgotten}');`

export const earlierVersionsAreOnlyErased = `
  CREATE TRIGGER earlier_versions_are_only_erased BEFORE UPDATE ON earlier_versions FOR EACH ROW
  WHEN (${differs('submission_id', 'last_attempt', 'login', 'replaced_at')}
    OR NEW.request <> '${forgottenRequest}' OR NEW.result IS NOT NULL)
  EXECUTE FUNCTION refuse('an earlier version is never changed');`

/**
 * A migration: exactly the erasure of a forgotten submission, its lines of the log, its earlier versions and its rows is
 * allowed. A sender has no right to any of it: forgetting is for the owner of the ledger.
 */
export const forgetting = `
  ALTER TABLE submissions ADD COLUMN forgotten_at bigint;
  CREATE INDEX submissions_forgotten ON submissions (id) WHERE forgotten_at IS NOT NULL;
  ALTER TABLE attempts ADD COLUMN salt bytea DEFAULT uuid_send(gen_random_uuid()), ADD COLUMN erased_digest text;

  CREATE FUNCTION pg_temp.exempt_forgetting(name text, exception text) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE definition text; BEGIN
    SELECT pg_get_triggerdef(oid) INTO STRICT definition FROM pg_trigger
     WHERE tgname = name AND tgrelid = 'submissions'::regclass;
    EXECUTE format('DROP TRIGGER %I ON submissions', name);
    EXECUTE regexp_replace(definition, ' WHEN \\((.*)\\) EXECUTE ', ' WHEN (NOT (' || exception || ') AND (\\1)) EXECUTE ');
  END $$;
  ${['submissions_keep_their_identity', 'requests_are_kept', 'report_addresses_are_kept', 'results_come_when_done', 'earlier_versions_are_written'].map(exempt).join('\n  ')}
  SELECT pg_temp.exempt_forgetting('raw_answers_are_kept', 'NEW.raw_answer IS NULL
    AND (${isForgotten} OR has_table_privilege(''attempts''::regclass, ''DELETE''))');
  DROP FUNCTION pg_temp.exempt_forgetting(text, text);

  CREATE TRIGGER forgotten_submissions_are_empty BEFORE UPDATE OF forgotten_at ON submissions FOR EACH ROW
  WHEN (${isForgotten} AND NOT (NEW.request = '${forgottenRequest}' AND NEW.state IN ${listOf(forgettableStates)}
    AND ${isEmptied}
    AND (OLD.ordinal, OLD.generation) = (NEW.ordinal, NEW.generation)))
  EXECUTE FUNCTION refuse('a forgotten submission has no content');
  CREATE TRIGGER forgotten_submissions_stay_so BEFORE UPDATE ON submissions FOR EACH ROW
  WHEN (OLD.forgotten_at IS NOT NULL AND ${differs(...contentColumns)})
  EXECUTE FUNCTION refuse('a forgotten submission makes no move and gets no content');

  CREATE FUNCTION refuse_unless_forgotten() RETURNS trigger ${pinned} AS $$
  DECLARE is_forgotten boolean; BEGIN
    EXECUTE format('SELECT forgotten_at IS NOT NULL FROM %I.submissions WHERE id = $1', TG_TABLE_SCHEMA)
      INTO is_forgotten USING OLD.submission_id;
    IF is_forgotten IS NOT TRUE THEN RAISE EXCEPTION '%', TG_ARGV[0]; END IF;
    RETURN NEW;
  END $$;
  DROP TRIGGER attempts_are_append_only ON attempts;
  CREATE TRIGGER attempts_are_append_only BEFORE DELETE ON attempts FOR EACH ROW
  EXECUTE FUNCTION refuse('the attempt log is append-only');
  CREATE TRIGGER attempts_are_only_erased BEFORE UPDATE ON attempts FOR EACH ROW
  WHEN (${differs(...lineColumns, 'login', 'written_at')} OR OLD.erased_digest IS NOT NULL OR NEW.erased_digest IS NULL OR NEW.detail <> '' OR NEW.salt IS NOT NULL)
  EXECUTE FUNCTION refuse('the attempt log is append-only');
  CREATE TRIGGER attempts_are_kept_until_forgotten BEFORE UPDATE ON attempts FOR EACH ROW
  EXECUTE FUNCTION refuse_unless_forgotten('the attempt log is append-only');

  DROP TRIGGER earlier_versions_are_kept ON earlier_versions;
  ${earlierVersionsAreOnlyErased}
  CREATE TRIGGER earlier_versions_are_kept BEFORE UPDATE ON earlier_versions FOR EACH ROW
  EXECUTE FUNCTION refuse_unless_forgotten('an earlier version is never changed');

  DROP TRIGGER rows_keep_their_cells ON rows;
  CREATE TRIGGER rows_keep_their_cells
  BEFORE UPDATE OF run_id, seq, sheet, row_number, is_hidden, cells, warnings, order_key, request_hash, ordinal, was_named ON rows
  FOR EACH ROW WHEN (
    ${differs('run_id', 'seq', 'sheet', 'row_number', 'is_hidden', 'ordinal', 'was_named')}
    OR ${differs('cells', 'warnings', 'order_key', 'request_hash')}
       AND NOT (NEW.cells = '[]' AND ${areNull('warnings', 'order_key', 'request_hash')}))
  EXECUTE FUNCTION refuse('the cells of a row are never changed');
`

/** A migration: earlier versions of a file have no login, and their times are as all others, to be moved there and back. */
export const earlierVersions = `
  DROP TRIGGER earlier_versions_are_only_erased ON earlier_versions;
  ALTER TABLE earlier_versions ALTER COLUMN login DROP NOT NULL, ALTER COLUMN replaced_at DROP DEFAULT;
  ALTER TABLE earlier_versions
    ALTER COLUMN replaced_at TYPE bigint USING CAST(EXTRACT(EPOCH FROM replaced_at) * 1000 AS bigint),
    ALTER COLUMN replaced_at SET DEFAULT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS bigint);
  ${earlierVersionsAreOnlyErased}
`
