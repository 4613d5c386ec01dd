-- The tables of both kinds of ledger have the same columns, so that one can be moved to the other.
--
-- Times are milliseconds since 1970 UTC. `request`, `result`, `cells`, `detail` and `warnings` are JSON for the pipeline only.
-- `turn` counts the sendings with one order key, in their order, independent of clocks. `doubted` is 1 once a submission was
-- to be sent again although its outcome was unknown: an earlier sending may count. `doubted_turn` keeps the earlier turn
-- meanwhile, and `turn` gets it back when the later sending surely was not processed. `data_id` identifies a sandbox's data; a
-- target whose data was deleted is retired. An attempt without a submission is about its whole run. `held_against` is the
-- submission of which an edited row may be a version.
--
-- A holder is one opening of the ledger. It holds the ledger until the end of its lease; without a lease, as long as it has the
-- file's lock. `holder` and `claim` of a submission identify the claim that may settle it. Only a submission that is
-- `sending`, or was when its holder was lost, has a holder.
--
-- The triggers keep the promises even for a statement without a guard: submissions change their state only along the diagram in
-- src/README.md, and a submission that was sent or has an identifier is never deleted.

PRAGMA application_id = 1381450050;

CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE holders (id INTEGER PRIMARY KEY,
  account TEXT NOT NULL, machine TEXT NOT NULL, process INTEGER NOT NULL, since INTEGER NOT NULL, lease_until INTEGER,
    ended_at INTEGER) STRICT;
CREATE TABLE targets (id INTEGER PRIMARY KEY,
  address TEXT NOT NULL, company TEXT NOT NULL, token_hash TEXT,
  limiter TEXT, poll_schedule TEXT, confirmed_at INTEGER, data_id TEXT, retired_at INTEGER,
  UNIQUE (address, company)) STRICT;
CREATE TABLE inputs (id INTEGER PRIMARY KEY, operation TEXT NOT NULL, target_id INTEGER NOT NULL REFERENCES targets (id)) STRICT;
CREATE TABLE runs (id INTEGER PRIMARY KEY,
  operation TEXT NOT NULL, done_word TEXT NOT NULL,
  holder_id INTEGER REFERENCES holders (id), target_id INTEGER NOT NULL REFERENCES targets (id), file TEXT NOT NULL,
  account TEXT NOT NULL DEFAULT '', machine TEXT NOT NULL DEFAULT '', epoch INTEGER,
  started_at INTEGER NOT NULL, loaded_at INTEGER, ended_at INTEGER, ending TEXT, output TEXT) STRICT;
CREATE TABLE run_sheets (run_id INTEGER NOT NULL REFERENCES runs (id), position INTEGER NOT NULL, name TEXT NOT NULL,
  columns TEXT NOT NULL DEFAULT '', input_id INTEGER REFERENCES inputs (id), PRIMARY KEY (run_id, position)) STRICT,
    WITHOUT ROWID;
CREATE TABLE outputs (file TEXT NOT NULL, digest TEXT NOT NULL, asked TEXT NOT NULL, run_id INTEGER NOT NULL REFERENCES runs (id),
  PRIMARY KEY (file, digest)) STRICT, WITHOUT ROWID;
CREATE TABLE submissions (id INTEGER PRIMARY KEY, operation TEXT NOT NULL, target_id INTEGER NOT NULL REFERENCES targets (id),
  request_hash BLOB NOT NULL, ordinal INTEGER NOT NULL, generation INTEGER NOT NULL, epoch INTEGER,
  input_id INTEGER REFERENCES inputs (id), request TEXT NOT NULL, order_key TEXT, turn INTEGER,
  doubted INTEGER NOT NULL DEFAULT 0, doubted_turn INTEGER, subject TEXT, trait_a TEXT, trait_b TEXT,
  state TEXT NOT NULL CHECK (state = 'ready' OR state = 'sending' OR state = 'accepted' OR state = 'pending' OR state = 'done'
    OR state = 'rejected' OR state = 'failed' OR state = 'unknown'),
  identifier TEXT, report_url TEXT, result TEXT, problem_field TEXT, problem TEXT, raw_answer TEXT,
  tries INTEGER NOT NULL DEFAULT 0, holder INTEGER, claim INTEGER, sent_by INTEGER,
  sent_at INTEGER, accepted_at INTEGER, done_at INTEGER, next_poll_at INTEGER,
  superseded_by INTEGER REFERENCES submissions (id),
  held_against INTEGER REFERENCES submissions (id),
  UNIQUE (operation, target_id, request_hash, ordinal, generation)) STRICT;
CREATE TABLE attempts (id INTEGER PRIMARY KEY,
  submission_id INTEGER, run_id INTEGER, operation TEXT NOT NULL, sent_at INTEGER, answered_at INTEGER,
  http_status INTEGER, outcome TEXT NOT NULL, detail TEXT NOT NULL) STRICT;
CREATE TABLE rows (run_id INTEGER NOT NULL REFERENCES runs (id), seq INTEGER NOT NULL, sheet INTEGER NOT NULL,
  row_number INTEGER NOT NULL,
  is_hidden INTEGER NOT NULL, cells TEXT NOT NULL, warnings TEXT, order_key TEXT, request_hash BLOB, ordinal INTEGER,
  submission_id INTEGER REFERENCES submissions (id), held TEXT CHECK (held = 'invalid' OR held = 'duplicate' OR held = 'changed'
    OR held = 'skipped'), detail TEXT,
  was_done INTEGER NOT NULL DEFAULT 0, was_named INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (run_id, seq), CHECK (held IS NOT NULL OR submission_id IS NOT NULL)) STRICT, WITHOUT ROWID;

CREATE INDEX rows_by_submission ON rows (submission_id) WHERE submission_id IS NOT NULL;
CREATE INDEX rows_by_order ON rows (run_id, order_key, seq) WHERE order_key IS NOT NULL;
CREATE INDEX rows_by_content ON rows (run_id, request_hash, ordinal) WHERE request_hash IS NOT NULL;

CREATE INDEX runs_by_file ON runs (file);
CREATE INDEX run_sheets_by_input ON run_sheets (input_id) WHERE input_id IS NOT NULL;
CREATE INDEX submissions_superseded ON submissions (superseded_by) WHERE superseded_by IS NOT NULL;
CREATE INDEX submissions_held_against ON submissions (held_against) WHERE held_against IS NOT NULL;
CREATE INDEX submissions_by_identifier ON submissions (identifier, operation, target_id) WHERE identifier IS NOT NULL;
CREATE INDEX submissions_by_order ON submissions (order_key, turn) WHERE order_key IS NOT NULL;
CREATE INDEX attempts_by_submission ON attempts (submission_id);
CREATE INDEX outputs_by_wish ON outputs (asked);
CREATE INDEX submissions_by_input ON submissions (input_id);
CREATE INDEX submissions_in_doubt ON submissions (id) WHERE state = 'sending';
CREATE INDEX submissions_to_poll ON submissions (next_poll_at) WHERE state = 'accepted' AND next_poll_at IS NOT NULL;

CREATE TRIGGER submissions_follow_the_diagram BEFORE UPDATE OF state ON submissions
WHEN OLD.state <> NEW.state AND NOT CASE OLD.state
  WHEN 'ready' THEN (NEW.state = 'sending' OR NEW.state = 'accepted')
  WHEN 'sending' THEN (NEW.state = 'ready' OR NEW.state = 'accepted' OR NEW.state = 'done' OR NEW.state = 'rejected'
    OR NEW.state = 'failed' OR NEW.state = 'unknown')
  WHEN 'accepted' THEN (NEW.state = 'done' OR NEW.state = 'pending')
  WHEN 'pending' THEN (NEW.state = 'accepted')
  WHEN 'done' THEN FALSE
  WHEN 'rejected' THEN (NEW.state = 'ready' OR NEW.state = 'accepted')
  WHEN 'failed' THEN (NEW.state = 'ready' OR NEW.state = 'accepted')
  WHEN 'unknown' THEN (NEW.state = 'ready' OR NEW.state = 'accepted' OR NEW.state = 'done' OR NEW.state = 'rejected'
    OR NEW.state = 'failed')
  ELSE FALSE
END
BEGIN
  SELECT RAISE(ABORT, 'a submission made a move that the state diagram does not have');
END;
CREATE TRIGGER identifiers_are_never_changed BEFORE UPDATE OF identifier ON submissions
WHEN OLD.identifier IS NOT NULL AND NEW.identifier IS NOT OLD.identifier
BEGIN SELECT RAISE(ABORT, 'an identifier that the service returned is never changed'); END;
CREATE TRIGGER identifiers_have_one_owner BEFORE UPDATE OF identifier ON submissions
WHEN NEW.state = 'accepted' AND OLD.identifier IS NULL AND EXISTS (
  SELECT 1 FROM submissions WHERE identifier = NEW.identifier AND operation = NEW.operation
     AND target_id = NEW.target_id AND id <> NEW.id)
BEGIN SELECT RAISE(ABORT, 'an identifier of one operation and target belongs to one submission'); END;
CREATE TRIGGER submissions_are_kept BEFORE DELETE ON submissions
WHEN OLD.state <> 'ready' OR OLD.tries > 0 OR OLD.identifier IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a submission that was sent is never deleted'); END;

CREATE TRIGGER attempts_are_never_changed BEFORE UPDATE ON attempts
BEGIN SELECT RAISE(ABORT, 'the attempt log is append-only'); END;
CREATE TRIGGER attempts_are_never_deleted BEFORE DELETE ON attempts
BEGIN SELECT RAISE(ABORT, 'the attempt log is append-only'); END;
