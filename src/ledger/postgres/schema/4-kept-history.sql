-- SQL cannot rewrite the requests sent, their senders, machines and times. The server sets the login and the time of a line of
-- the log; senders have no right to. Values that a program may replace (a refused request, refreshed scores) stay in
-- `earlier_versions`, which only its trigger writes. The function of a trigger that reads tables names them with their schema:
-- a sender may have a temporary table of the same name, or another search path.

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
CREATE FUNCTION keep_earlier_version() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SECURITY DEFINER
  AS $$ BEGIN
  EXECUTE format('INSERT INTO %1$I.earlier_versions (submission_id, last_attempt, request, result)
      VALUES ($1, (SELECT MAX(id) FROM %1$I.attempts WHERE submission_id = $1), $2, $3)', TG_TABLE_SCHEMA)
    USING OLD.id, OLD.request, OLD.result;
  RETURN NULL;
END $$;
CREATE TRIGGER earlier_versions_are_written AFTER UPDATE OF request, result ON submissions FOR EACH ROW
WHEN (OLD.request <> '{}' AND OLD.tries > 0 AND (OLD.request) IS DISTINCT FROM (NEW.request) OR OLD.result IS NOT NULL
  AND (OLD.result) IS DISTINCT FROM (NEW.result))
EXECUTE FUNCTION keep_earlier_version();
CREATE TRIGGER earlier_versions_are_kept BEFORE UPDATE ON earlier_versions FOR EACH ROW
EXECUTE FUNCTION refuse('an earlier version is never changed');

-- Only the statements of this folder may change history.
CREATE TRIGGER runs_keep_their_author BEFORE UPDATE OF operation, done_word, target_id, file, account, machine, started_at, login
  ON runs FOR EACH ROW WHEN ((OLD.operation, OLD.done_word, OLD.target_id, OLD.file, OLD.account, OLD.machine, OLD.started_at,
  OLD.login) IS DISTINCT FROM (NEW.operation, NEW.done_word, NEW.target_id, NEW.file, NEW.account, NEW.machine, NEW.started_at,
  NEW.login))
EXECUTE FUNCTION refuse('author, machine, file and target of a run are never changed');
CREATE TRIGGER holders_keep_their_author BEFORE UPDATE OF account, machine, process, since ON holders FOR EACH ROW
  WHEN ((OLD.account, OLD.machine, OLD.process, OLD.since) IS DISTINCT FROM (NEW.account, NEW.machine, NEW.process, NEW.since))
EXECUTE FUNCTION refuse('account, machine and process of a holder are never changed');
CREATE TRIGGER run_sheets_keep_their_input BEFORE UPDATE OF run_id, position, name, input_id, own_input_id ON run_sheets
  FOR EACH ROW
WHEN ((OLD.run_id, OLD.position, OLD.name, OLD.own_input_id)
  IS DISTINCT FROM (NEW.run_id, NEW.position, NEW.name, NEW.own_input_id)
  OR OLD.input_id IS NOT NULL AND (OLD.input_id) IS DISTINCT FROM (NEW.input_id))
    EXECUTE FUNCTION refuse('name and input of a sheet are never changed');
CREATE TRIGGER rows_keep_their_cells BEFORE UPDATE OF run_id, seq, sheet, row_number, is_hidden, cells, warnings, order_key,
  request_hash, ordinal, was_named ON rows FOR EACH ROW WHEN ((OLD.run_id, OLD.seq, OLD.sheet, OLD.row_number, OLD.is_hidden,
  OLD.cells, OLD.warnings, OLD.order_key, OLD.request_hash, OLD.ordinal, OLD.was_named)
  IS DISTINCT FROM (NEW.run_id, NEW.seq, NEW.sheet, NEW.row_number, NEW.is_hidden, NEW.cells, NEW.warnings, NEW.order_key,
  NEW.request_hash, NEW.ordinal, NEW.was_named))
EXECUTE FUNCTION refuse('the cells of a row are never changed');
CREATE TRIGGER targets_keep_their_address BEFORE UPDATE OF address, company, data_id, retired_at ON targets FOR EACH ROW
WHEN ((OLD.company) IS DISTINCT FROM (NEW.company) OR OLD.data_id IS NOT NULL AND (OLD.data_id) IS DISTINCT FROM (NEW.data_id)
  OR (OLD.address, OLD.retired_at) IS DISTINCT FROM (NEW.address, NEW.retired_at) AND NOT (OLD.address LIKE 'sandbox:%'
    AND OLD.data_id IS NOT NULL AND OLD.retired_at IS NULL
AND NEW.retired_at IS NOT NULL AND starts_with(NEW.address, OLD.address || ' (deleted, noticed ')))
EXECUTE FUNCTION refuse('address and company of a target are never changed');
CREATE TRIGGER fingerprints_are_kept BEFORE UPDATE OF token_hash ON targets FOR EACH ROW
WHEN (OLD.token_hash IS NOT NULL AND NEW.token_hash IS NULL)
EXECUTE FUNCTION refuse('the fingerprint of a token is replaced, never removed');
CREATE TRIGGER submissions_keep_their_place BEFORE UPDATE OF id, operation, target_id, order_key ON submissions FOR EACH ROW
  WHEN ((OLD.id, OLD.operation, OLD.target_id, OLD.order_key)
  IS DISTINCT FROM (NEW.id, NEW.operation, NEW.target_id, NEW.order_key))
EXECUTE FUNCTION refuse('operation, target and order of a submission are never changed');
-- A submission known by its identifier alone ({}) gets its content once.
CREATE TRIGGER submissions_keep_their_identity BEFORE UPDATE OF request_hash, ordinal, generation, subject, trait_a, trait_b
  ON submissions FOR EACH ROW
WHEN (OLD.request <> '{}' AND (OLD.request_hash, OLD.ordinal, OLD.generation, OLD.subject, OLD.trait_a, OLD.trait_b)
  IS DISTINCT FROM (NEW.request_hash, NEW.ordinal, NEW.generation, NEW.subject, NEW.trait_a, NEW.trait_b))
EXECUTE FUNCTION refuse('content and subject of a submission are never changed');
CREATE TRIGGER requests_are_kept BEFORE UPDATE OF request ON submissions FOR EACH ROW
WHEN (OLD.request <> '{}' AND (OLD.request) IS DISTINCT FROM (NEW.request)
  AND (NEW.request = '{}' OR OLD.state NOT IN ('ready', 'rejected', 'failed')))
EXECUTE FUNCTION refuse('a request that was sent is never changed');
CREATE TRIGGER identifiers_come_with_a_move BEFORE UPDATE OF identifier ON submissions FOR EACH ROW
WHEN ((OLD.identifier) IS DISTINCT FROM (NEW.identifier) AND NOT (OLD.state <> NEW.state
  AND NEW.state IN ('accepted', 'pending', 'done')))
EXECUTE FUNCTION refuse('an identifier is noted only when a submission becomes accepted or done');
CREATE TRIGGER report_addresses_are_kept BEFORE UPDATE OF report_url ON submissions FOR EACH ROW
WHEN ((OLD.report_url) IS DISTINCT FROM (NEW.report_url) AND NOT (OLD.state IN ('sending', 'unknown') AND NEW.state = 'accepted'))
EXECUTE FUNCTION refuse('the address of a report is never changed');
CREATE TRIGGER results_come_when_done BEFORE UPDATE OF result ON submissions FOR EACH ROW
WHEN ((OLD.result) IS DISTINCT FROM (NEW.result) AND (NEW.state <> 'done' OR NEW.result IS NULL))
EXECUTE FUNCTION refuse('a result is noted only for a submission that is done, and never removed');
CREATE TRIGGER sendings_are_kept BEFORE UPDATE OF sent_at, sent_by, claim, tries ON submissions FOR EACH ROW
WHEN ((OLD.sent_at, OLD.sent_by, OLD.claim, OLD.tries) IS DISTINCT FROM (NEW.sent_at, NEW.sent_by, NEW.claim, NEW.tries)
  AND NOT (NEW.tries = OLD.tries + 1 AND OLD.state <> NEW.state AND NEW.state = 'sending'))
EXECUTE FUNCTION refuse('time, sender and count of a sending are noted only with a claim');
-- After a clock was set back, a time of acceptance lies in the future; then it is set to now.
CREATE TRIGGER times_are_kept BEFORE UPDATE OF accepted_at, done_at ON submissions FOR EACH ROW
WHEN ((OLD.done_at) IS DISTINCT FROM (NEW.done_at) AND NEW.state <> 'done'
  OR (OLD.accepted_at) IS DISTINCT FROM (NEW.accepted_at) AND NOT (NEW.state = 'accepted' AND (OLD.state <> NEW.state
    OR NEW.accepted_at <= OLD.accepted_at)))
EXECUTE FUNCTION refuse('the times of a submission are noted only with its moves');
CREATE TRIGGER raw_answers_are_kept BEFORE UPDATE OF raw_answer ON submissions FOR EACH ROW
WHEN ((OLD.raw_answer) IS DISTINCT FROM (NEW.raw_answer) AND NEW.state <> 'sending' AND OLD.state NOT IN ('sending', 'unknown'))
EXECUTE FUNCTION refuse('the answer of a submission that is settled is never changed');
CREATE TRIGGER targets_are_never_deleted BEFORE DELETE ON targets
  FOR EACH ROW EXECUTE FUNCTION refuse('what targets say is never deleted');
CREATE TRIGGER runs_are_never_deleted BEFORE DELETE ON runs
  FOR EACH ROW EXECUTE FUNCTION refuse('what runs say is never deleted');
CREATE TRIGGER holders_are_never_deleted BEFORE DELETE ON holders
  FOR EACH ROW EXECUTE FUNCTION refuse('what holders say is never deleted');
CREATE TRIGGER inputs_are_never_deleted BEFORE DELETE ON inputs
  FOR EACH ROW EXECUTE FUNCTION refuse('what inputs say is never deleted');
CREATE TRIGGER run_sheets_are_never_deleted BEFORE DELETE ON run_sheets
  FOR EACH ROW EXECUTE FUNCTION refuse('what run_sheets say is never deleted');
CREATE TRIGGER earlier_versions_are_never_deleted BEFORE DELETE ON earlier_versions
  FOR EACH ROW EXECUTE FUNCTION refuse('what earlier_versions say is never deleted');
CREATE TRIGGER attempts_are_never_emptied BEFORE TRUNCATE ON attempts EXECUTE FUNCTION refuse('the attempt log is append-only');
CREATE TRIGGER submissions_are_never_emptied BEFORE TRUNCATE ON submissions
EXECUTE FUNCTION refuse('a submission that was sent is never deleted');

-- A later run has read the same inputs; one that was never loaded, or had no input, is needed by none.
CREATE FUNCTION refuse_needed_rows() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
  AS $$ DECLARE needed bigint; BEGIN
  EXECUTE format('SELECT run.id FROM (SELECT DISTINCT run_id FROM gone) AS deleted JOIN %1$I.runs AS run ON run.id = run_id
      WHERE run.loaded_at IS NOT NULL AND NOT EXISTS (
        SELECT FROM %1$I.runs AS later WHERE later.id > run.id AND NOT EXISTS (
          SELECT FROM %1$I.run_sheets AS sheet WHERE sheet.run_id = run.id AND sheet.input_id IS NOT NULL AND NOT EXISTS (
            SELECT FROM %1$I.run_sheets AS same WHERE same.run_id = later.id AND same.input_id = sheet.input_id)))
      LIMIT 1', TG_TABLE_SCHEMA) INTO needed;
  IF needed IS NOT NULL THEN RAISE EXCEPTION 'the rows of the latest run of an input are never deleted'; END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER rows_of_latest_runs_are_kept AFTER DELETE ON rows REFERENCING OLD TABLE AS gone FOR EACH STATEMENT
EXECUTE FUNCTION refuse_needed_rows();

-- Who sealed or released a plan. A run that began before this version has no login; what is moved here has none either.
CREATE FUNCTION refuse_foreign_statement() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
  AS $$ DECLARE is_own boolean; BEGIN
  EXECUTE format('SELECT login = session_user OR login IS NULL AND ended_at IS NULL FROM %I.runs WHERE id = $1', TG_TABLE_SCHEMA)
    INTO is_own USING NEW.run_id;
  IF is_own IS NOT TRUE THEN RAISE EXCEPTION 'a statement about a run is made by the login that began the run'; END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER statements_are_of_their_run BEFORE INSERT ON attempts FOR EACH ROW
WHEN (NEW.submission_id IS NULL AND NEW.run_id IS NOT NULL AND NEW.login IS NOT NULL)
EXECUTE FUNCTION refuse_foreign_statement();
CREATE INDEX earlier_versions_by_submission ON earlier_versions (submission_id, last_attempt);
