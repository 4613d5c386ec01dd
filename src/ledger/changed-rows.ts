import type Database from 'better-sqlite3'
import { possiblyCreated } from './submissions.ts'

interface NewRow {
  seq: number
  submissionId: number
  subject: string
  traitA: string
  traitB: string
}

const pageSize = 1000

/**
 * A new row that is about the same person as an orphan and shares a trait with it may be its edited version: it is held
 * as `changed`, or, with `sendChanged`, takes the orphan's place.
 */
export function holdChanged(db: Database.Database, inputId: number, runId: number, sendChanged: boolean): void {
  listOrphans(db, inputId, runId)
  const selectNew = db.prepare<[number, number, number], NewRow>(
    `SELECT rows.seq, submissions.id AS submissionId, submissions.subject, trait_a AS traitA, trait_b AS traitB
       FROM rows JOIN submissions ON submissions.id = rows.submission_id
      WHERE rows.run_id = ? AND rows.seq > ? AND rows.held IS NULL AND submissions.state = 'ready'
        AND EXISTS (SELECT 1 FROM temp.orphans WHERE orphans.subject = submissions.subject)
      ORDER BY rows.seq LIMIT ?`,
  )
  // The likeliest first; each part finds its one line by the index, however many rows a person has.
  const selectOrphan = db.prepare<[NewRow], { id: number }>(
    `SELECT id FROM temp.orphans WHERE subject = @subject AND trait_a = @traitA AND trait_b = @traitB
     UNION ALL SELECT id FROM temp.orphans WHERE subject = @subject AND trait_a = @traitA
     UNION ALL SELECT id FROM temp.orphans WHERE subject = @subject AND trait_b = @traitB LIMIT 1`,
  )
  const hold = db.prepare(`UPDATE rows SET held = 'changed', detail = ? WHERE run_id = ? AND seq = ?`)
  const supersede = db.prepare(
    `UPDATE submissions SET superseded_by = ?
      WHERE superseded_by IS NULL AND (operation, target_id, request_hash, ordinal) =
            (SELECT operation, target_id, request_hash, ordinal FROM submissions WHERE id = ?)`,
  )
  const forget = db.prepare('DELETE FROM temp.orphans WHERE id = ?')

  let page: NewRow[] = []
  do {
    page = selectNew.all(runId, page.at(-1)?.seq ?? -1, pageSize)
    for (const row of page) {
      const orphan = selectOrphan.get(row)
      if (orphan === undefined) continue
      if (sendChanged) {
        supersede.run(row.submissionId, orphan.id)
        forget.run(orphan.id)
      } else hold.run(JSON.stringify({ orphan: orphan.id }), runId, row.seq)
    }
  } while (page.length === pageSize)
  db.exec('DROP TABLE temp.orphans')
}

/** Of each content that is in no row, in no generation, the newest generation that may exist at the service. */
function listOrphans(db: Database.Database, inputId: number, runId: number): void {
  db.exec('CREATE TEMP TABLE orphans (id INTEGER PRIMARY KEY, subject TEXT, trait_a TEXT, trait_b TEXT)')
  db.prepare(
    `INSERT INTO temp.orphans
     SELECT id, subject, trait_a, trait_b FROM (
       SELECT id, subject, trait_a, trait_b, MAX(generation) FROM submissions AS orphan
        WHERE input_id = ? AND state IN ${possiblyCreated} AND subject IS NOT NULL AND superseded_by IS NULL
          AND NOT EXISTS (SELECT 1 FROM submissions AS named
                           WHERE named.operation = orphan.operation AND named.target_id = orphan.target_id
                             AND named.request_hash = orphan.request_hash AND named.ordinal = orphan.ordinal
                             AND EXISTS (SELECT 1 FROM rows WHERE rows.submission_id = named.id AND rows.run_id = ?))
        GROUP BY request_hash, ordinal)`,
  ).run(inputId, runId)
  db.exec(`CREATE INDEX temp.orphans_by_trait_a ON orphans (subject, trait_a, trait_b);
           CREATE INDEX temp.orphans_by_trait_b ON orphans (subject, trait_b)`)
}
