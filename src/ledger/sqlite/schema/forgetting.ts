import { forgettableStates } from '../../../contract/states.ts'
import { forgottenRequest } from '../../forgetting/forgotten-trip.ts'
import { listOf } from '../../state-sql.ts'

const lineColumns = ['id', 'submission_id', 'run_id', 'operation', 'sent_at', 'answered_at', 'http_status', 'outcome']
const contentColumns = [
  'request',
  'request_hash',
  'subject',
  'trait_a',
  'trait_b',
  'state',
  'identifier',
  'report_url',
  'result',
  'problem',
  'problem_field',
  'raw_answer',
  'forgotten_at',
]

const isSame = (columns: readonly string[]): string =>
  columns.map((column) => `OLD.${column} IS NEW.${column}`).join(' AND ')
const areNull = (columns: readonly string[]): string => columns.map((column) => `NEW.${column} IS NULL`).join(' AND ')

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
    AND ${areNull(['subject', 'trait_a', 'trait_b', 'result', 'report_url', 'problem', 'problem_field', 'raw_answer'])})
  BEGIN SELECT RAISE(ABORT, 'a forgotten submission has no content'); END;
  CREATE TRIGGER forgotten_submissions_stay_so BEFORE UPDATE ON submissions
  WHEN OLD.forgotten_at IS NOT NULL AND NOT (${isSame(contentColumns)})
  BEGIN SELECT RAISE(ABORT, 'a forgotten submission makes no move and gets no content'); END;
`
