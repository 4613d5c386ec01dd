-- A sent request and scores that later ones replace stay, as in a database, and only forgetting empties them. `last_attempt`:
-- the last line of the log before the replacement.

CREATE TABLE earlier_versions (
  submission_id INTEGER NOT NULL,
  last_attempt  INTEGER,
  request       TEXT NOT NULL,
  result        TEXT,
  replaced_at   INTEGER NOT NULL
) STRICT;
CREATE INDEX earlier_versions_by_submission ON earlier_versions (submission_id, last_attempt);
CREATE TRIGGER earlier_versions_are_written AFTER UPDATE OF request, result ON submissions
WHEN NEW.forgotten_at IS NULL AND (OLD.request <> '{}' AND OLD.tries > 0 AND NEW.request <> OLD.request
  OR OLD.result IS NOT NULL AND NEW.result IS NOT OLD.result)
BEGIN
  INSERT INTO earlier_versions VALUES (OLD.id, (SELECT MAX(id) FROM attempts WHERE submission_id = OLD.id),
    OLD.request, OLD.result, CAST(unixepoch('subsec') * 1000 AS INTEGER));
END;
CREATE TRIGGER earlier_versions_are_only_erased BEFORE UPDATE ON earlier_versions
WHEN NOT (NEW.request = '{"forgotten":true}' AND NEW.result IS NULL AND OLD.submission_id = NEW.submission_id
  AND OLD.last_attempt IS NEW.last_attempt AND OLD.replaced_at = NEW.replaced_at
  AND EXISTS (SELECT 1 FROM submissions WHERE id = OLD.submission_id AND forgotten_at IS NOT NULL))
BEGIN SELECT RAISE(ABORT, 'an earlier version is never changed'); END;
CREATE TRIGGER earlier_versions_are_never_deleted BEFORE DELETE ON earlier_versions
BEGIN SELECT RAISE(ABORT, 'what earlier versions say is never deleted'); END;
