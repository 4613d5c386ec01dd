import { forgettableStates } from '../../../contract/states.ts'
import { forgottenRequest } from '../../forgetting/forgotten-trip.ts'
import { listOf } from '../../state-sql.ts'
import { differs, pinned } from './kept-history.ts'

const areNull = (columns: readonly string[]): string => columns.map((column) => `NEW.${column} IS NULL`).join(' AND ')

/** The trigger `forgotten_submissions_are_empty` proves that such a change leaves no content. */
const isForgotten = 'OLD.forgotten_at IS NULL AND NEW.forgotten_at IS NOT NULL'

/** Adds an exception for a change that forgets to a trigger of `kept-history.ts`: its condition stays as it was. */
const exempt = (trigger: string): string => `SELECT pg_temp.exempt_forgetting('${trigger}', '${isForgotten}');`

const lineColumns = 'id submission_id run_id operation sent_at answered_at http_status outcome login written_at'.split(
  ' ',
)
const contentColumns =
  'request request_hash subject trait_a trait_b state identifier report_url result problem problem_field raw_answer forgotten_at'.split(
    ' ',
  )

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
    AND ${areNull(['subject', 'trait_a', 'trait_b', 'result', 'report_url', 'problem', 'problem_field', 'raw_answer'])}
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
  WHEN (${differs(...lineColumns)} OR OLD.erased_digest IS NOT NULL OR NEW.erased_digest IS NULL OR NEW.detail <> '' OR NEW.salt IS NOT NULL)
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
       AND NOT (NEW.cells = '[]' AND ${areNull(['warnings', 'order_key', 'request_hash'])}))
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
