-- Exactly the erasure of a forgotten submission, its lines of the log, its earlier versions and its rows is allowed: as an
-- exception in the conditions of the triggers that keep history. The trigger `forgotten_submissions_are_empty` proves that such
-- a change leaves no content. A sender has no right to any of it: forgetting is for the owner of the ledger.

ALTER TABLE submissions ADD COLUMN forgotten_at bigint;
CREATE INDEX submissions_forgotten ON submissions (id) WHERE forgotten_at IS NOT NULL;
ALTER TABLE attempts ADD COLUMN salt bytea DEFAULT uuid_send(gen_random_uuid()), ADD COLUMN erased_digest text;

CREATE FUNCTION pg_temp.exempt_forgetting(name text, exception text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE definition text; BEGIN
  SELECT pg_get_triggerdef(oid) INTO STRICT definition FROM pg_trigger
   WHERE tgname = name AND tgrelid = 'submissions'::regclass;
  EXECUTE format('DROP TRIGGER %I ON submissions', name);
  EXECUTE regexp_replace(definition, ' WHEN \((.*)\) EXECUTE ', ' WHEN (NOT (' || exception || ') AND (\1)) EXECUTE ');
END $$;
SELECT pg_temp.exempt_forgetting('submissions_keep_their_identity', 'OLD.forgotten_at IS NULL AND NEW.forgotten_at IS NOT NULL');
SELECT pg_temp.exempt_forgetting('requests_are_kept', 'OLD.forgotten_at IS NULL AND NEW.forgotten_at IS NOT NULL');
SELECT pg_temp.exempt_forgetting('report_addresses_are_kept', 'OLD.forgotten_at IS NULL AND NEW.forgotten_at IS NOT NULL');
SELECT pg_temp.exempt_forgetting('results_come_when_done', 'OLD.forgotten_at IS NULL AND NEW.forgotten_at IS NOT NULL');
SELECT pg_temp.exempt_forgetting('earlier_versions_are_written', 'OLD.forgotten_at IS NULL AND NEW.forgotten_at IS NOT NULL');
SELECT pg_temp.exempt_forgetting('raw_answers_are_kept', 'NEW.raw_answer IS NULL
    AND (OLD.forgotten_at IS NULL AND NEW.forgotten_at IS NOT NULL OR has_table_privilege(''attempts''::regclass, ''DELETE''))');
DROP FUNCTION pg_temp.exempt_forgetting(text, text);

CREATE TRIGGER forgotten_submissions_are_empty BEFORE UPDATE OF forgotten_at ON submissions FOR EACH ROW
WHEN (OLD.forgotten_at IS NULL AND NEW.forgotten_at IS NOT NULL AND NOT (NEW.request = '{"forgotten":true}'
  AND NEW.state IN ('ready', 'done', 'rejected', 'failed')
  AND NEW.subject IS NULL AND NEW.trait_a IS NULL AND NEW.trait_b IS NULL AND NEW.result IS NULL AND NEW.report_url IS NULL
    AND NEW.problem IS NULL AND NEW.problem_field IS NULL AND NEW.raw_answer IS NULL
  AND (OLD.ordinal, OLD.generation) = (NEW.ordinal, NEW.generation)))
EXECUTE FUNCTION refuse('a forgotten submission has no content');
CREATE TRIGGER forgotten_submissions_stay_so BEFORE UPDATE ON submissions FOR EACH ROW
WHEN (OLD.forgotten_at IS NOT NULL AND (OLD.request, OLD.request_hash, OLD.subject, OLD.trait_a, OLD.trait_b, OLD.state,
  OLD.identifier, OLD.report_url, OLD.result, OLD.problem, OLD.problem_field, OLD.raw_answer, OLD.forgotten_at)
  IS DISTINCT FROM (NEW.request, NEW.request_hash, NEW.subject, NEW.trait_a, NEW.trait_b, NEW.state, NEW.identifier,
  NEW.report_url, NEW.result, NEW.problem, NEW.problem_field, NEW.raw_answer, NEW.forgotten_at))
EXECUTE FUNCTION refuse('a forgotten submission makes no move and gets no content');

CREATE FUNCTION refuse_unless_forgotten() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
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
WHEN ((OLD.id, OLD.submission_id, OLD.run_id, OLD.operation, OLD.sent_at, OLD.answered_at, OLD.http_status, OLD.outcome,
  OLD.login, OLD.written_at) IS DISTINCT FROM (NEW.id, NEW.submission_id, NEW.run_id, NEW.operation, NEW.sent_at, NEW.answered_at,
  NEW.http_status, NEW.outcome, NEW.login, NEW.written_at) OR OLD.erased_digest IS NOT NULL OR NEW.erased_digest IS NULL
  OR NEW.detail <> '' OR NEW.salt IS NOT NULL)
EXECUTE FUNCTION refuse('the attempt log is append-only');
CREATE TRIGGER attempts_are_kept_until_forgotten BEFORE UPDATE ON attempts FOR EACH ROW
EXECUTE FUNCTION refuse_unless_forgotten('the attempt log is append-only');

DROP TRIGGER earlier_versions_are_kept ON earlier_versions;

CREATE TRIGGER earlier_versions_are_only_erased BEFORE UPDATE ON earlier_versions FOR EACH ROW
WHEN ((OLD.submission_id, OLD.last_attempt, OLD.login, OLD.replaced_at)
  IS DISTINCT FROM (NEW.submission_id, NEW.last_attempt, NEW.login, NEW.replaced_at)
  OR NEW.request <> '{"forgotten":true}' OR NEW.result IS NOT NULL)
EXECUTE FUNCTION refuse('an earlier version is never changed');
CREATE TRIGGER earlier_versions_are_kept BEFORE UPDATE ON earlier_versions FOR EACH ROW
EXECUTE FUNCTION refuse_unless_forgotten('an earlier version is never changed');

DROP TRIGGER rows_keep_their_cells ON rows;
CREATE TRIGGER rows_keep_their_cells
BEFORE UPDATE OF run_id, seq, sheet, row_number, is_hidden, cells, warnings, order_key, request_hash, ordinal, was_named ON rows
FOR EACH ROW WHEN (
  (OLD.run_id, OLD.seq, OLD.sheet, OLD.row_number, OLD.is_hidden, OLD.ordinal, OLD.was_named)
    IS DISTINCT FROM (NEW.run_id, NEW.seq, NEW.sheet, NEW.row_number, NEW.is_hidden, NEW.ordinal, NEW.was_named)
  OR (OLD.cells, OLD.warnings, OLD.order_key, OLD.request_hash)
    IS DISTINCT FROM (NEW.cells, NEW.warnings, NEW.order_key, NEW.request_hash)
     AND NOT (NEW.cells = '[]' AND NEW.warnings IS NULL AND NEW.order_key IS NULL AND NEW.request_hash IS NULL))
EXECUTE FUNCTION refuse('the cells of a row are never changed');
