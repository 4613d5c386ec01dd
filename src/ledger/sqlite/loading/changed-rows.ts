import { createdStates, possiblyCreatedStates } from '../../../contract/states.ts'
import type { Database } from '../../../support/sqlite.ts'
import { readLedgerId } from '../../event-id.ts'
import { type AnswerNote, type ChangedRow, type EarlierVersion, judgeChanged } from '../../matching/judge-changed.ts'
import type { LoadCompletion } from '../../port/runs.ts'
import { listOf } from '../../state-sql.ts'
import type { AttemptLog } from '../attempts.ts'
import { type CheckedColumns, checkedColumns, verifySubmission } from '../schema/checksum.ts'

interface NewRow extends ChangedRow {
  seq: number
  submissionId: number
  subject: string
  traitA: string
  traitB: string
}

interface Orphan extends Omit<EarlierVersion, 'isCreated'> {
  isCreated: number
}

export interface HoldSettings {
  runId: number
  now: number
}

const pageSize = 1000

/** A new row with an orphan's subject and an equal trait may be its edited version: see `judgeChanged`. */
export function* holdChangedRows(
  db: Database,
  attempts: AttemptLog,
  { runId, now }: HoldSettings,
  completion: LoadCompletion,
): Generator<void, void> {
  listOrphans(db, runId)
  yield
  for (const orphan of selectOrphans(db)) verifySubmission(db, orphan)
  yield
  const ledgerId = readLedgerId(db) ?? ''
  const selectNew = db.prepare<[number, number, number], NewRow>(
    `SELECT rows.seq, submissions.id AS submissionId, submissions.request_hash AS requestHash, submissions.subject,
            trait_a AS traitA, trait_b AS traitB, held_against AS heldAgainst, kept
       FROM rows JOIN submissions ON submissions.id = rows.submission_id
      WHERE rows.run_id = ? AND rows.seq > ? AND rows.held IS NULL AND submissions.state = 'ready'
        AND EXISTS (SELECT 1 FROM temp.orphans WHERE orphans.subject = submissions.subject)
      ORDER BY rows.seq LIMIT ?`,
  )
  // The one it was held against before, even if that was replaced since; else the likeliest first. Each part finds its
  // one row by the index, even for a person with many rows.
  const selectOrphan = db.prepare<Pick<NewRow, 'subject' | 'traitA' | 'traitB' | 'heldAgainst'>, Orphan>(
    `SELECT id, identifier, is_created AS isCreated FROM temp.orphans WHERE id = @heldAgainst
     UNION ALL SELECT id, identifier, is_created FROM temp.orphans
                WHERE is_replaced = 0 AND subject = @subject AND trait_a = @traitA AND trait_b = @traitB
     UNION ALL SELECT id, identifier, is_created FROM temp.orphans WHERE is_replaced = 0 AND subject = @subject AND trait_a = @traitA
     UNION ALL SELECT id, identifier, is_created FROM temp.orphans WHERE is_replaced = 0 AND subject = @subject AND trait_b = @traitB
     LIMIT 1`,
  )
  const hold = db.prepare('UPDATE rows SET held = ?, detail = ? WHERE run_id = ? AND seq = ?')
  const remember = db.prepare('UPDATE submissions SET held_against = ?, kept = ? WHERE id = ?')
  const supersede = db.prepare(
    `UPDATE submissions SET superseded_by = ?
      WHERE superseded_by IS NULL AND (operation, target_id, request_hash, ordinal) =
            (SELECT operation, target_id, request_hash, ordinal FROM submissions WHERE id = ?)`,
  )
  const replace = db.prepare('UPDATE temp.orphans SET is_replaced = 1 WHERE id = ?')

  function log(submissionId: number, note: AnswerNote | undefined): void {
    if (note === undefined) return
    const facts = { runId, operation: 'resolve', sentAt: undefined, answeredAt: now, httpStatus: undefined }
    attempts.append(submissionId, { ...facts, ...note })
  }

  let page: NewRow[] = []
  do {
    page = selectNew.all(runId, page.at(-1)?.seq ?? -1, pageSize)
    for (const row of page) {
      const { subject, traitA, traitB, heldAgainst } = row
      const orphan = selectOrphan.get({ subject, traitA, traitB, heldAgainst })
      if (orphan === undefined) continue
      const judged = judgeChanged(row, { ...orphan, isCreated: orphan.isCreated === 1 }, ledgerId, completion)
      log(row.submissionId, judged.note)
      if (judged.kind === 'send') {
        remember.run(null, 0, row.submissionId)
        supersede.run(row.submissionId, orphan.id)
        replace.run(orphan.id)
      } else {
        remember.run(orphan.id, judged.kept, row.submissionId)
        hold.run(judged.state, judged.detail, runId, row.seq)
      }
    }
    yield
  } while (page.length === pageSize)
  db.exec('DROP TABLE temp.orphans')
}

/**
 * Contents without a row in any generation; of each the newest generation that may exist at the service. A replaced
 * one (`is_replaced`) holds only rows that were held against it before.
 */
function listOrphans(db: Database, runId: number): void {
  db.exec(`CREATE TEMP TABLE orphans (id INTEGER PRIMARY KEY, identifier TEXT, subject TEXT, trait_a TEXT, trait_b TEXT,
                                      is_replaced INTEGER, is_created INTEGER)`)
  db.prepare(
    `INSERT INTO temp.orphans
     SELECT id, identifier, subject, trait_a, trait_b, is_replaced, is_created FROM (
       SELECT id, identifier, subject, trait_a, trait_b, superseded_by IS NOT NULL AS is_replaced,
              state IN ${listOf(createdStates)} AS is_created, MAX(generation)
         FROM submissions AS orphan
        WHERE input_id IN (SELECT input_id FROM run_sheets WHERE run_id = ?) AND state IN ${listOf(possiblyCreatedStates)} AND subject IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM submissions AS named
                           WHERE named.operation = orphan.operation AND named.target_id = orphan.target_id
                             AND named.request_hash = orphan.request_hash AND named.ordinal = orphan.ordinal
                             AND EXISTS (SELECT 1 FROM rows WHERE rows.submission_id = named.id AND rows.run_id = ?))
        GROUP BY request_hash, ordinal)`,
  ).run(runId, runId)
  db.exec(`CREATE INDEX temp.orphans_by_trait_a ON orphans (subject, trait_a, trait_b);
           CREATE INDEX temp.orphans_by_trait_b ON orphans (subject, trait_b)`)
}

/** A damaged orphan might not be similar to its edited version any more, so its checksum is verified. */
function selectOrphans(db: Database): Iterable<CheckedColumns> {
  return db
    .prepare<[], CheckedColumns>(`SELECT ${checkedColumns()} FROM temp.orphans JOIN submissions USING (id)`)
    .iterate()
}
