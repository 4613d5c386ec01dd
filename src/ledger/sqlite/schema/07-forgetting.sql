-- The log stays append-only, but the content of a forgotten submission's lines may be erased, once. A forgotten submission has
-- no content, gets none again, and makes no move. `forgotten_at`: the content was erased; `salt` and `erased_digest` are in
-- forgetting/forgotten-trip.ts.

ALTER TABLE submissions ADD COLUMN forgotten_at INTEGER;
CREATE INDEX submissions_forgotten ON submissions (id) WHERE forgotten_at IS NOT NULL;
ALTER TABLE attempts ADD COLUMN salt BLOB;
ALTER TABLE attempts ADD COLUMN erased_digest TEXT;
DROP TRIGGER attempts_are_never_changed;
UPDATE attempts SET salt = randomblob(16);
CREATE TRIGGER attempts_are_never_changed BEFORE UPDATE ON attempts
WHEN NOT (OLD.erased_digest IS NULL AND NEW.erased_digest IS NOT NULL AND NEW.detail = '' AND NEW.salt IS NULL
          AND OLD.id IS NEW.id AND OLD.submission_id IS NEW.submission_id AND OLD.run_id IS NEW.run_id
            AND OLD.operation IS NEW.operation AND OLD.sent_at IS NEW.sent_at AND OLD.answered_at IS NEW.answered_at
            AND OLD.http_status IS NEW.http_status AND OLD.outcome IS NEW.outcome
          AND EXISTS (SELECT 1 FROM submissions WHERE id = OLD.submission_id AND forgotten_at IS NOT NULL))
BEGIN SELECT RAISE(ABORT, 'the attempt log is append-only'); END;
CREATE TRIGGER forgotten_submissions_are_empty BEFORE UPDATE OF forgotten_at ON submissions
WHEN OLD.forgotten_at IS NULL AND NOT (NEW.request = '{"forgotten":true}' AND NEW.state IN ('ready', 'done', 'rejected', 'failed')
  AND NEW.subject IS NULL AND NEW.trait_a IS NULL AND NEW.trait_b IS NULL AND NEW.result IS NULL AND NEW.report_url IS NULL
    AND NEW.problem IS NULL AND NEW.problem_field IS NULL AND NEW.raw_answer IS NULL)
BEGIN SELECT RAISE(ABORT, 'a forgotten submission has no content'); END;
CREATE TRIGGER forgotten_submissions_stay_so BEFORE UPDATE ON submissions
WHEN OLD.forgotten_at IS NOT NULL AND NOT (OLD.request IS NEW.request AND OLD.request_hash IS NEW.request_hash
  AND OLD.subject IS NEW.subject AND OLD.trait_a IS NEW.trait_a AND OLD.trait_b IS NEW.trait_b AND OLD.state IS NEW.state
  AND OLD.identifier IS NEW.identifier AND OLD.report_url IS NEW.report_url AND OLD.result IS NEW.result
  AND OLD.problem IS NEW.problem AND OLD.problem_field IS NEW.problem_field AND OLD.raw_answer IS NEW.raw_answer
  AND OLD.forgotten_at IS NEW.forgotten_at)
BEGIN SELECT RAISE(ABORT, 'a forgotten submission makes no move and gets no content'); END;
