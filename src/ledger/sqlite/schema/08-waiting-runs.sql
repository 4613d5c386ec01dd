-- A run waits until it is released, from its beginning on; runs of before were released. `how`: facts with which it is carried
-- out without its sheet. `run_changes`: what its load decided about submissions, in the order of `step` and `n`; the release
-- does it. Until then a row shows `planned`, the later state of its submission, `planned_request` and `planned_identifier`.
-- `sealed_line`: the line of the plan that was sealed, as JSON. `sent_in`: the run under whose release a submission was
-- claimed last.

ALTER TABLE runs ADD COLUMN waits_for TEXT DEFAULT 'confirmation' CHECK (waits_for IN ('confirmation', 'second person',
  'workers'));
UPDATE runs SET waits_for = NULL;
ALTER TABLE runs ADD COLUMN waits_until INTEGER;
ALTER TABLE runs ADD COLUMN sealed_by TEXT;
ALTER TABLE runs ADD COLUMN released_by TEXT;
ALTER TABLE runs ADD COLUMN released_at INTEGER;
ALTER TABLE runs ADD COLUMN how TEXT;
ALTER TABLE rows ADD COLUMN planned TEXT;
ALTER TABLE rows ADD COLUMN planned_request TEXT;
ALTER TABLE rows ADD COLUMN planned_identifier TEXT;
ALTER TABLE rows ADD COLUMN sealed_line TEXT;
ALTER TABLE submissions ADD COLUMN sent_in INTEGER;
CREATE TABLE run_changes (n INTEGER PRIMARY KEY,
  run_id INTEGER NOT NULL REFERENCES runs (id), step INTEGER NOT NULL,
  submission_id INTEGER NOT NULL REFERENCES submissions (id), state TEXT, identifier TEXT, change TEXT NOT NULL) STRICT;

CREATE INDEX run_changes_by_step ON run_changes (run_id, step, n);
CREATE INDEX run_changes_by_submission ON run_changes (submission_id, run_id, step, n);
CREATE INDEX run_changes_by_identifier ON run_changes (run_id, identifier) WHERE identifier IS NOT NULL;
CREATE INDEX runs_waiting ON runs (target_id) WHERE waits_for IS NOT NULL AND ended_at IS NULL;

CREATE TRIGGER nothing_is_sent_before_its_release BEFORE UPDATE OF state ON submissions
WHEN NEW.state = 'sending' AND NEW.holder IS NOT NULL
 AND NOT EXISTS (SELECT 1 FROM runs WHERE runs.id = NEW.sent_in AND (runs.waits_for IS NULL OR runs.waits_for = 'workers'))
BEGIN SELECT RAISE(ABORT, 'a run sends nothing before it is released'); END;
CREATE TRIGGER runs_are_released_as_their_rules_say BEFORE UPDATE OF waits_for ON runs
WHEN NEW.waits_for IS NOT OLD.waits_for AND NOT (
OLD.ended_at IS NULL AND (
  OLD.waits_for = 'confirmation' AND NEW.waits_for = 'second person' AND NEW.sealed_by IS NOT NULL AND NEW.how IS NOT NULL
  OR OLD.waits_for = 'confirmation' AND (NEW.waits_for IS NULL OR NEW.waits_for = 'workers')
    AND NOT (EXISTS (SELECT 1 FROM targets WHERE targets.id = NEW.target_id AND targets.second_pair_at IS NOT NULL
          AND NEW.operation = 'decide'))
  OR OLD.waits_for = 'second person' AND NEW.waits_for IS NULL AND NEW.released_by IS NOT NULL
     AND NEW.released_by <> OLD.sealed_by))
BEGIN SELECT RAISE(ABORT, 'a run is released once, and a sealed one by another person'); END;
CREATE TRIGGER seals_are_kept BEFORE UPDATE OF sealed_by, how, waits_until ON runs
WHEN OLD.sealed_by IS NOT NULL
 AND (NEW.sealed_by IS NOT OLD.sealed_by OR NEW.how IS NOT OLD.how OR NEW.waits_until IS NOT OLD.waits_until)
BEGIN SELECT RAISE(ABORT, 'who sealed a run, what it sends, and until when it counts, is never changed'); END;
