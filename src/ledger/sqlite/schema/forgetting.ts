import { forgettableStates } from '../../../contract/states.ts'
import { forgottenRequest } from '../../forgetting/forgotten-trip.ts'
import { listOf } from '../../state-sql.ts'
import { contentColumns, isEmptied, lineColumns } from '../../store/tables.ts'

const isSame = (columns: readonly string[]): string =>
  columns.map((column) => `OLD.${column} IS NEW.${column}`).join(' AND ')

/**
 * A migration: the log stays append-only, but the content of a forgotten submission's lines may be erased, once. A
 * forgotten submission has no content, gets none again, and makes no move.
 */
export const forgetting = `
  ALTER TABLE submissions ADD COLUMN forgotten_at INTEGER;
  CREATE INDEX submissions_forgotten ON submissions (id) WHERE forgotten_at IS NOT NULL;
  ALTER TABLE attempts ADD COLUMN salt BLOB;
  ALTER TABLE attempts ADD COLUMN erased_digest TEXT;
  DROP TRIGGER attempts_are_never_changed;
  UPDATE attempts SET salt = randomblob(16);
  CREATE TRIGGER attempts_are_never_changed BEFORE UPDATE ON attempts
  WHEN NOT (OLD.erased_digest IS NULL AND NEW.erased_digest IS NOT NULL AND NEW.detail = '' AND NEW.salt IS NULL
            AND ${isSame(lineColumns)}
            AND EXISTS (SELECT 1 FROM submissions WHERE id = OLD.submission_id AND forgotten_at IS NOT NULL))
  BEGIN SELECT RAISE(ABORT, 'the attempt log is append-only'); END;
  CREATE TRIGGER forgotten_submissions_are_empty BEFORE UPDATE OF forgotten_at ON submissions
  WHEN OLD.forgotten_at IS NULL AND NOT (NEW.request = '${forgottenRequest}' AND NEW.state IN ${listOf(forgettableStates)}
    AND ${isEmptied})
  BEGIN SELECT RAISE(ABORT, 'a forgotten submission has no content'); END;
  CREATE TRIGGER forgotten_submissions_stay_so BEFORE UPDATE ON submissions
  WHEN OLD.forgotten_at IS NOT NULL AND NOT (${isSame(contentColumns)})
  BEGIN SELECT RAISE(ABORT, 'a forgotten submission makes no move and gets no content'); END;
`

/**
 * A migration: a sent request and scores that later ones replace stay, as in a database, and only forgetting empties
 * them. `last_attempt`: the last line of the log before the replacement.
 */
export const earlierVersions = `
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
  WHEN NOT (NEW.request = '${forgottenRequest}' AND NEW.result IS NULL AND OLD.submission_id = NEW.submission_id
    AND OLD.last_attempt IS NEW.last_attempt AND OLD.replaced_at = NEW.replaced_at
    AND EXISTS (SELECT 1 FROM submissions WHERE id = OLD.submission_id AND forgotten_at IS NOT NULL))
  BEGIN SELECT RAISE(ABORT, 'an earlier version is never changed'); END;
  CREATE TRIGGER earlier_versions_are_never_deleted BEFORE DELETE ON earlier_versions
  BEGIN SELECT RAISE(ABORT, 'what earlier versions say is never deleted'); END;
`
