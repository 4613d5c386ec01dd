/** A row that is held back needs no submission. */
const deleting = (name: string): string =>
  `WITH unbound AS (UPDATE rows SET submission_id = NULL, held = 'skipped' WHERE submission_id = :${name})
   DELETE FROM submissions WHERE id = :${name}`

/** All that forgetting erases of a submission. */
const erasing = `UPDATE submissions SET forgotten_at = 1, request = '{"forgotten":true}', subject = NULL, trait_a = NULL, trait_b = NULL,
          result = NULL, report_url = NULL, problem = NULL, problem_field = NULL, raw_answer = NULL,`

/**
 * What would rewrite the history of a ledger; `:name` stands for a number of it. With `trigger` it is refused also to a user who
 * has every right.
 */
export const forbiddenStatements: readonly { sql: string; trigger?: true }[] = [
  { sql: `UPDATE runs SET account = 'carol' WHERE id = :run`, trigger: true },
  { sql: `UPDATE runs SET machine = 'ceo-laptop'`, trigger: true },
  { sql: `UPDATE runs SET file = '/other.csv' WHERE id = :run`, trigger: true },
  { sql: `UPDATE runs SET operation = 'decide'`, trigger: true },
  { sql: `UPDATE runs SET started_at = 0`, trigger: true },
  { sql: `UPDATE runs SET login = 'carol'`, trigger: true },
  { sql: `DELETE FROM runs WHERE id = :bareRun`, trigger: true },
  {
    sql: `INSERT INTO runs (operation, done_word, target_id, file, started_at, login) SELECT 'assess', 'scored', id, '', 0, 'carol' FROM targets`,
  },
  { sql: `UPDATE holders SET account = 'carol'`, trigger: true },
  { sql: `UPDATE run_sheets SET input_id = NULL WHERE input_id IS NOT NULL`, trigger: true },
  { sql: `UPDATE run_sheets SET name = 'other'`, trigger: true },
  { sql: `DELETE FROM run_sheets`, trigger: true },
  { sql: `UPDATE rows SET cells = '["other"]'`, trigger: true },
  { sql: `UPDATE rows SET row_number = 99`, trigger: true },
  { sql: `DELETE FROM rows WHERE run_id = :run`, trigger: true },
  { sql: `UPDATE rules SET value = 'false'`, trigger: true },
  { sql: `DELETE FROM rules`, trigger: true },
  {
    sql: `INSERT INTO rules (target_id, name, value, since) SELECT target_id, name, 'false', 0 FROM rules`,
    trigger: true,
  },
  {
    sql: `INSERT INTO rules (target_id, name, value, since, run_id) SELECT target_id, name, 'false', 0, :run FROM rules`,
    trigger: true,
  },
  { sql: `UPDATE targets SET address = 'https://attacker.example'`, trigger: true },
  { sql: `UPDATE targets SET address = address || ' (deleted, noticed )', retired_at = 1`, trigger: true },
  { sql: `UPDATE targets SET company = 'globex'`, trigger: true },
  { sql: `UPDATE targets SET token_hash = NULL`, trigger: true },
  { sql: `UPDATE submissions SET request = '{"status":"Compliance Approved"}' WHERE id = :accepted`, trigger: true },
  { sql: `UPDATE submissions SET request = '{"status":"Compliance Approved"}' WHERE id = :scored`, trigger: true },
  { sql: `UPDATE submissions SET request = '{"status":"Compliance Approved"}' WHERE id = :unknown`, trigger: true },
  { sql: `UPDATE submissions SET request = '{}' WHERE id = :ready`, trigger: true },
  { sql: `UPDATE submissions SET request_hash = '\\x00'  WHERE id = :accepted`, trigger: true },
  { sql: `UPDATE submissions SET request_hash = '\\x00' WHERE id = :ready`, trigger: true },
  { sql: `UPDATE submissions SET ordinal = 7 WHERE id = :scored`, trigger: true },
  { sql: `UPDATE submissions SET generation = 7 WHERE id = :scored`, trigger: true },
  { sql: `UPDATE submissions SET subject = 'E9' WHERE id = :scored`, trigger: true },
  { sql: `UPDATE submissions SET trait_a = 'July' WHERE id = :scored`, trigger: true },
  { sql: `UPDATE submissions SET operation = 'decide' WHERE id = :scored`, trigger: true },
  { sql: `UPDATE submissions SET order_key = 'R-1' WHERE id = :scored`, trigger: true },
  { sql: `UPDATE submissions SET state = 'ready' WHERE id = :scored`, trigger: true },
  { sql: `UPDATE submissions SET identifier = 'R-999' WHERE id = :accepted`, trigger: true },
  { sql: `UPDATE submissions SET identifier = 'R-999' WHERE id = :unknown`, trigger: true },
  { sql: `UPDATE submissions SET report_url = 'https://attacker.example' WHERE id = :accepted`, trigger: true },
  {
    sql: `UPDATE submissions SET report_url = 'https://attacker.example', state = 'done' WHERE id = :accepted`,
    trigger: true,
  },
  { sql: `UPDATE submissions SET result = NULL WHERE id = :scored`, trigger: true },
  { sql: `UPDATE submissions SET result = '{"scores":[]}' WHERE id = :accepted`, trigger: true },
  { sql: `UPDATE submissions SET sent_at = 0 WHERE id = :scored`, trigger: true },
  { sql: `UPDATE submissions SET sent_at = 0, state = 'sending' WHERE id = :ready`, trigger: true },
  { sql: `UPDATE submissions SET sent_by = NULL WHERE id = :scored`, trigger: true },
  { sql: `UPDATE submissions SET tries = 0 WHERE id = :rejected`, trigger: true },
  { sql: `UPDATE submissions SET accepted_at = accepted_at + 1 WHERE id = :accepted`, trigger: true },
  { sql: `UPDATE submissions SET accepted_at = 0 WHERE id = :scored`, trigger: true },
  { sql: `UPDATE submissions SET done_at = 0 WHERE id = :accepted`, trigger: true },
  { sql: `UPDATE submissions SET raw_answer = 'forged' WHERE id = :scored`, trigger: true },
  ...['accepted', 'scored', 'rejected', 'unknown'].map((name) => ({ sql: deleting(name), trigger: true as const })),
  { sql: `UPDATE attempts SET detail = 'forged'`, trigger: true },
  { sql: `UPDATE attempts SET login = 'carol'`, trigger: true },
  { sql: `UPDATE attempts SET detail = '', salt = NULL, erased_digest = 'ff'`, trigger: true },
  { sql: `UPDATE submissions SET forgotten_at = 1 WHERE id = :scored`, trigger: true },
  { sql: `${erasing} request_hash = '\\x00', ordinal = 7 WHERE id = :scored`, trigger: true },
  { sql: `${erasing} request_hash = '\\x00' WHERE id = :unknown`, trigger: true },
  { sql: `${erasing} request_hash = '\\x00' WHERE id = :accepted`, trigger: true },
  { sql: `${erasing} request_hash = '\\x00' WHERE id = :scored` },
  { sql: `UPDATE earlier_versions SET request = '{"forgotten":true}', result = NULL`, trigger: true },
  { sql: `UPDATE rows SET cells = '[]', warnings = NULL, order_key = NULL, request_hash = NULL` },
  { sql: `UPDATE rows SET cells = '[]', request_hash = NULL, row_number = 99`, trigger: true },
  { sql: `DELETE FROM attempts`, trigger: true },
  { sql: `INSERT INTO attempts (operation, outcome, detail, login) VALUES ('create', 'accepted', '', 'carol')` },
  { sql: `INSERT INTO attempts (operation, outcome, detail, written_at) VALUES ('create', 'accepted', '', 'epoch')` },
  {
    sql: `INSERT INTO attempts (run_id, operation, outcome, detail) VALUES (:carolsRun, 'seal', 'sealed', '{}')`,
    trigger: true,
  },
  { sql: `UPDATE earlier_versions SET request = '{}'`, trigger: true },
  { sql: `DELETE FROM earlier_versions`, trigger: true },
  { sql: `INSERT INTO earlier_versions (submission_id, request) VALUES (1, '{}')` },
  { sql: `UPDATE meta SET value = 'forged'` },
]
