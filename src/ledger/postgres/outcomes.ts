import type { RowState } from '../../contract/states.ts'
import { formatOperator } from '../operator.ts'
import { isOrphan, replacementOf } from '../orphan-sql.ts'
import type { Outcomes, ReadSheet, RowRecord, Submission } from '../port/outcomes.ts'
import { isStandIn, orphanOf, otherSendersSql, type RowColumns, rowColumns, toRow } from '../row-record.ts'
import type { Queryable } from '../store/queryable.ts'
import { type OrphanRecord, type SubmissionRecord, submissionColumns, toSubmission } from '../submission-record.ts'

/** Row by row: otherwise the database scans all submissions for a page. */
const ofSubmission = '(SELECT * FROM submissions AS one WHERE one.id = rows.submission_id OFFSET 0) AS submissions'
export const eachWithSubmission = `CROSS JOIN LATERAL ${ofSubmission}`

const isOrphaned = isOrphan('$1', (column, field) => `${column}::json ->> '${field}'`)

interface BalanceRow {
  state: RowState
  wasDone: boolean
  wasNamed: boolean
  count: number
}

export function createOutcomes(connection: Queryable): Outcomes {
  async function findAll(ids: readonly (number | null)[]): Promise<ReadonlyMap<number, Submission>> {
    const wanted = ids.filter((id) => id !== null && !Number.isNaN(id))
    if (wanted.length === 0) return new Map()
    const found = await connection.query<SubmissionRecord>(
      `SELECT ${submissionColumns} FROM submissions WHERE id = ANY($1)`,
      [wanted],
    )
    return new Map(found.map((record) => [record.id, toSubmission(record)]))
  }

  async function page(condition: string, runId: number, afterSeq: number, limit: number): Promise<RowRecord[]> {
    const records = await connection.query<RowColumns>(
      `SELECT ${rowColumns} FROM rows LEFT JOIN LATERAL ${ofSubmission} ON TRUE
        WHERE rows.run_id = $1 AND rows.seq > $2 AND ${condition} ORDER BY rows.seq LIMIT $3`,
      [runId, afterSeq, limit],
    )
    const changed = records.filter(isStandIn)
    const earlier = await findAll(changed.map(({ detail }) => orphanOf(detail)))
    return records.map((record) => toRow(record, (id) => earlier.get(id)))
  }

  async function count(text: string, runId: number): Promise<number> {
    const [found] = await connection.query<{ count: number }>(`SELECT COUNT(*) AS count FROM ${text}`, [runId])
    return found?.count ?? 0
  }

  return {
    rowPage: (runId, afterSeq, limit) => page('TRUE', runId, afterSeq, limit),
    openPage: (runId, afterSeq, limit) =>
      page(
        `(rows.held IS NOT NULL OR rows.warnings IS NOT NULL OR submissions.state <> 'done')`,
        runId,
        afterSeq,
        limit,
      ),
    async balance(runId) {
      const lines = await connection.query<BalanceRow>(
        `SELECT COALESCE(rows.held, submissions.state) AS state, rows.was_done = 1 AS "wasDone",
                rows.held IS NULL AND rows.was_named = 1 AS "wasNamed", COUNT(*) AS count
           FROM rows LEFT JOIN submissions ON submissions.id = rows.submission_id
          WHERE rows.run_id = $1 GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
        [runId],
      )
      return lines.map(({ wasNamed, ...of }) => ({ ...of, ...(wasNamed ? { wasNamed } : {}) }))
    },
    async orphanPage(runId, afterId, limit) {
      const orphans = await connection.query<OrphanRecord>(
        `SELECT ${submissionColumns}, ${replacementOf} AS replaced_by FROM submissions
          WHERE ${isOrphaned} AND submissions.id > $2 ORDER BY submissions.id LIMIT $3`,
        [runId, afterId, limit],
      )
      const replacements = await findAll(orphans.map(({ replaced_by }) => replaced_by))
      return orphans.map((record) => ({
        ...toSubmission(record),
        replacement: replacements.get(record.replaced_by ?? Number.NaN),
      }))
    },
    countOrphans: (runId) => count(`submissions WHERE ${isOrphaned}`, runId),
    countRows: (runId) => count('rows WHERE run_id = $1', runId),
    async recordedSpan(runId) {
      const [span] = await connection.query<{ first: number | null; last: number | null }>(
        `SELECT MIN(sent_at) AS first, MAX(GREATEST(sent_at, accepted_at, done_at)) AS last
           FROM rows JOIN submissions ON submissions.id = rows.submission_id
          WHERE rows.run_id = $1 AND rows.held IS NULL`,
        [runId],
      )
      return { firstSentAt: span?.first ?? undefined, lastRecordedAt: span?.last ?? undefined }
    },
    async recognised(runId, identifiers) {
      const found = await connection.query<{ identifier: string }>(
        `SELECT DISTINCT identifier FROM submissions WHERE identifier = ANY($2)
            AND (request <> '{}' OR EXISTS (SELECT FROM rows WHERE rows.submission_id = submissions.id AND rows.run_id = $1))`,
        [runId, identifiers],
      )
      return new Set(found.map(({ identifier }) => identifier))
    },
    async rowOf(runId, submissionId) {
      const [row] = await connection.query<{ sheet: number; rowNumber: number }>(
        `SELECT sheet, row_number AS "rowNumber" FROM rows
          WHERE submission_id = $1 AND run_id = $2 AND held IS NULL ORDER BY seq LIMIT 1`,
        [submissionId, runId],
      )
      return row
    },
    othersOf: (runId) => connection.query(otherSendersSql('$1', '$2'), [runId, formatOperator()]),
    sheetsOf: (runId) =>
      connection.query<ReadSheet>(
        `SELECT name, columns, (SELECT COUNT(*) FROM rows WHERE rows.run_id = run_sheets.run_id AND sheet = position) AS rows
           FROM run_sheets WHERE run_id = $1 ORDER BY position`,
        [runId],
      ),
  }
}
