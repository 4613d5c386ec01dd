import { createdStates, possiblyCreatedStates } from '../../../contract/states.ts'
import { type ChangedRow, type EarlierVersion, judgeChanged } from '../../matching/judge-changed.ts'
import type { LoadCompletion } from '../../port/runs.ts'
import { listOf } from '../../state-sql.ts'
import type { Queryable } from '../../store/queryable.ts'
import { toJson } from '../connection/records.ts'

interface NewRow extends ChangedRow {
  seq: number
  submissionId: number
  subject: string
  traitA: string
  traitB: string
}

interface Orphan extends EarlierVersion {
  subject: string
  traitA: string
  traitB: string
  isReplaced: boolean
}

export interface HoldSettings {
  runId: number
  now: number
  ledgerId: string
}

const pageSize = 1_000

/** A new row with an orphan's subject and an equal trait may be its edited version: see `judgeChanged`. */
export async function holdChangedRows(
  statements: Queryable,
  facts: HoldSettings,
  completion: LoadCompletion,
): Promise<void> {
  const { runId } = facts
  let isToBeSearched = await listOrphans(statements, runId)
  let page: NewRow[] = []
  while (isToBeSearched) {
    page = await statements.query<NewRow>(
      `SELECT rows.seq, submissions.id AS "submissionId", submissions.request_hash AS "requestHash", submissions.subject,
              trait_a AS "traitA", trait_b AS "traitB", held_against AS "heldAgainst", kept
         FROM rows JOIN submissions ON submissions.id = rows.submission_id
        WHERE rows.run_id = $1 AND rows.seq > $2 AND rows.held IS NULL AND submissions.state = 'ready'
          AND EXISTS (SELECT FROM orphans WHERE orphans.subject = submissions.subject)
        ORDER BY rows.seq LIMIT $3`,
      [runId, page.at(-1)?.seq ?? -1, pageSize],
    )
    if (page.length > 0) await holdPage(statements, facts, completion, page)
    isToBeSearched = page.length === pageSize
  }
  await statements.query('DROP TABLE orphans')
}

async function holdPage(
  statements: Queryable,
  { runId, now, ledgerId }: HoldSettings,
  completion: LoadCompletion,
  page: readonly NewRow[],
): Promise<void> {
  const orphans = await statements.query<Orphan>(
    `SELECT id, identifier, subject, trait_a AS "traitA", trait_b AS "traitB", is_replaced AS "isReplaced",
            is_created AS "isCreated"
       FROM orphans WHERE subject = ANY($1) OR id = ANY($2) ORDER BY id`,
    [page.map(({ subject }) => subject), page.map(({ heldAgainst }) => heldAgainst)],
  )
  const held: object[] = []
  const released: { submissionId: number; orphanId: number }[] = []
  const noted: object[] = []
  for (const row of page) {
    const orphan = findLikeliest(row, orphans)
    if (orphan === undefined) continue
    const { submissionId } = row
    const { note, ...judged } = judgeChanged(row, orphan, ledgerId, completion)
    if (note !== undefined) noted.push({ submissionId, ...note })
    if (judged.kind === 'send') {
      orphan.isReplaced = true
      released.push({ submissionId, orphanId: orphan.id })
    } else held.push({ ...judged, seq: row.seq, submissionId, orphanId: orphan.id })
  }
  await statements.query(
    `WITH held AS (SELECT * FROM json_to_recordset($2) AS held (seq integer, "submissionId" bigint, "orphanId" bigint, kept integer, state text, detail text)),
     remembered AS (UPDATE submissions SET held_against = "orphanId", kept = held.kept FROM held WHERE id = "submissionId")
     UPDATE rows SET held = held.state, detail = held.detail FROM held WHERE run_id = $1 AND rows.seq = held.seq`,
    [runId, toJson(held)],
  )
  // One after another: the replacement of an orphan replaces all its generations.
  for (const { submissionId, orphanId } of released) {
    await statements.query('UPDATE submissions SET held_against = NULL, kept = 0 WHERE id = $1', [submissionId])
    await statements.query(
      `UPDATE submissions SET superseded_by = $1
        WHERE superseded_by IS NULL AND (operation, target_id, request_hash, ordinal) =
              (SELECT operation, target_id, request_hash, ordinal FROM submissions WHERE id = $2)`,
      [submissionId, orphanId],
    )
    await statements.query('UPDATE orphans SET is_replaced = TRUE WHERE id = $1', [orphanId])
  }
  await statements.query(
    `INSERT INTO attempts (submission_id, run_id, operation, answered_at, outcome, detail)
     SELECT "submissionId", $1, 'resolve', $2, outcome, detail
       FROM json_to_recordset($3) AS noted ("submissionId" bigint, outcome text, detail text)`,
    [runId, now, toJson(noted)],
  )
}

/** The one it was held against before, even if that was replaced since; else the likeliest first. */
function findLikeliest(row: NewRow, orphans: readonly Orphan[]): Orphan | undefined {
  const free = orphans.filter(({ subject, isReplaced }) => subject === row.subject && !isReplaced)
  const [isLikeA, isLikeB] = [
    ({ traitA }: Orphan) => traitA === row.traitA,
    ({ traitB }: Orphan) => traitB === row.traitB,
  ]
  return (
    orphans.find(({ id }) => id === row.heldAgainst) ??
    free.find((orphan) => isLikeA(orphan) && isLikeB(orphan)) ??
    free.find(isLikeA) ??
    free.find(isLikeB)
  )
}

/**
 * Contents without a row in any generation; of each the newest generation that may exist at the service. A replaced
 * one (`is_replaced`) holds only rows that were held against it before. Resolves to true if there are any.
 */
async function listOrphans(statements: Queryable, runId: number): Promise<boolean> {
  await statements.query(
    `CREATE TEMPORARY TABLE orphans (id bigint PRIMARY KEY, identifier text, subject text, trait_a text, trait_b text,
                                     is_replaced boolean, is_created boolean) ON COMMIT DROP`,
  )
  await statements.query(
    `INSERT INTO orphans
     SELECT DISTINCT ON (request_hash, ordinal) id, identifier, subject, trait_a, trait_b, superseded_by IS NOT NULL,
            state IN ${listOf(createdStates)}
       FROM submissions AS orphan
      WHERE input_id IN (SELECT input_id FROM run_sheets WHERE run_id = $1) AND state IN ${listOf(possiblyCreatedStates)}
        AND subject IS NOT NULL
        AND NOT EXISTS (SELECT FROM submissions AS named
                         WHERE named.operation = orphan.operation AND named.target_id = orphan.target_id
                           AND named.request_hash = orphan.request_hash AND named.ordinal = orphan.ordinal
                           AND EXISTS (SELECT FROM rows WHERE rows.submission_id = named.id AND rows.run_id = $1))
      ORDER BY request_hash, ordinal, generation DESC`,
    [runId],
  )
  await statements.query('CREATE INDEX ON orphans (subject)')
  const [found] = await statements.query<{ isSome: boolean }>('SELECT EXISTS (SELECT FROM orphans) AS "isSome"')
  return found?.isSome === true
}
