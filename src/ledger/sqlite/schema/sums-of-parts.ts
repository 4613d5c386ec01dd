import type { Database } from '../../../support/sqlite.ts'
import { digest, sumSubmissions } from './checksum.ts'

/**
 * A migration: a checksum of each part of a submission, instead of one of its content and one of all that sending
 * changes, to which each change added its difference. What does not match the old ones gets none that match.
 */
export const sumsOfParts = {
  sql: `ALTER TABLE submissions RENAME COLUMN outcome_sum TO state_sum;
        ALTER TABLE submissions ADD COLUMN sent_sum INTEGER;
        ALTER TABLE submissions ADD COLUMN accepted_sum INTEGER;
        ALTER TABLE submissions ADD COLUMN done_sum INTEGER;
        ALTER TABLE submissions ADD COLUMN names_sum INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE submissions ADD COLUMN result_sum INTEGER NOT NULL DEFAULT 0`,
  fill: fillChecksums,
}

/** The old checksums less their numbers: a sum of the digests of three texts. */
const selectOld = `SELECT id, content_sum = 0 AND state_sum = 0 AS isNew,
    printf('%s|%s|%s|%s|%s|%s|%s', operation, lower(hex(request_hash)), request, subject, trait_a, trait_b, order_key) AS content,
    IIF(identifier IS NULL, NULL, printf('%s|%s', identifier, IFNULL(report_url, ''))) AS names, result,
    CAST(content_sum + state_sum - (311 * id + 37 * target_id + 101 * ordinal + 211 * generation + 409 * doubted
      + 65537 * instr('ready sending accepted pending done rejected failed unknown', state) + 163 * IFNULL(sent_at, -1)
      + 269 * IFNULL(accepted_at, -1) + 347 * IFNULL(done_at, -1)) AS REAL) AS digests
  FROM submissions WHERE id > ? ORDER BY id LIMIT 500`

interface OldSums {
  id: number
  /** Of a version before the first checksums, or of another ledger. */
  isNew: number
  content: string
  names: string | null
  result: string | null
  digests: number
}

/** For submissions that have none, or match the old ones. */
export function fillChecksums(db: Database): void {
  const select = db.prepare<[number], OldSums>(selectOld)
  for (let page = select.all(-1); page.length > 0; page = select.all(page.at(-1)?.id ?? -1)) {
    const sound = page.filter(({ isNew, content, names, result, digests }) => {
      const ofNames = names === null ? 0 : digest(names)
      return isNew === 1 || digest(content) + ofNames + (result === null ? 0 : digest(result, 1)) === digests
    })
    sumSubmissions(
      db,
      sound.map(({ id }) => id),
    )
  }
}
