import type { RowState } from '../../contract/states.ts'
import type { Database } from '../../support/sqlite.ts'
import { formatOperator } from '../operator.ts'
import { isOrphan, replacementOf } from '../orphan-sql.ts'
import type { Outcomes, ReadSheet, RowRecord, Submission } from '../port/outcomes.ts'
import { otherSendersSql, type RowColumns, rowColumns, toRow } from '../row-record.ts'
import { type OrphanRecord, type SubmissionRecord, submissionColumns, toSubmission } from '../submission-record.ts'
import type { SyncPart } from './async-part.ts'
import { type CheckedColumns, checkedColumns, verifySubmission } from './checksum.ts'
import { verifyRow } from './line-sums.ts'

type SummedRow = RowColumns & CheckedColumns & { cells_sum: number | null }

export function createOutcomes(db: Database): SyncPart<Outcomes> {
  const prepareRows = (condition: string) =>
    db.prepare<[number, number, number], SummedRow>(
      `SELECT ${rowColumns}, rows.cells_sum, ${checkedColumns()}
         FROM rows LEFT JOIN submissions ON submissions.id = rows.submission_id
        WHERE rows.run_id = ? AND rows.seq > ? AND ${condition} ORDER BY rows.seq LIMIT ?`,
    )
  const selectRows = prepareRows('TRUE')
  const selectOpen = prepareRows(`(rows.held IS NOT NULL OR rows.warnings IS NOT NULL OR submissions.state <> 'done')`)
  const selectBalance = db.prepare<[number], { state: RowState; was_done: number; was_named: number; count: number }>(
    `SELECT COALESCE(rows.held, submissions.state) AS state, rows.was_done,
            rows.held IS NULL AND rows.was_named AS was_named, COUNT(*) AS count
       FROM rows LEFT JOIN submissions ON submissions.id = rows.submission_id
      WHERE rows.run_id = ? GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
  )
  const isOrphaned = isOrphan('@runId', (column, field) => `json_extract(${column}, '$.${field}')`)
  const selectOrphans = db.prepare<[{ runId: number; afterId: number; limit: number }], OrphanRecord & CheckedColumns>(
    `SELECT ${submissionColumns}, ${replacementOf} AS replaced_by, ${checkedColumns()} FROM submissions
      WHERE ${isOrphaned} AND submissions.id > @afterId ORDER BY submissions.id LIMIT @limit`,
  )
  const selectOrphanCount = db.prepare<[{ runId: number }], { count: number }>(
    `SELECT COUNT(*) AS count FROM submissions WHERE ${isOrphaned}`,
  )
  const selectCount = db.prepare<[number], { count: number }>('SELECT COUNT(*) AS count FROM rows WHERE run_id = ?')
  const selectSpan = db.prepare<[number], { first: number | null; last: number | null }>(
    `SELECT MIN(sent_at) AS first,
            MAX(MAX(COALESCE(sent_at, 0), COALESCE(accepted_at, 0), COALESCE(done_at, 0))) AS last
       FROM rows JOIN submissions ON submissions.id = rows.submission_id
      WHERE rows.run_id = ? AND rows.held IS NULL`,
  )
  const selectSheets = db.prepare<[number], ReadSheet>(
    `SELECT name, columns, (SELECT COUNT(*) FROM rows WHERE rows.run_id = run_sheets.run_id AND sheet = position) AS rows
       FROM run_sheets WHERE run_id = ? ORDER BY position`,
  )

  const self = formatOperator()
  const hasOthers = db.prepare<[string], unknown>(`SELECT 1 FROM holders WHERE account || '@' || machine <> ? LIMIT 1`)
  const selectOthers = db.prepare<[number, string], { sender: string; rows: number }>(otherSendersSql('?', '?'))

  const selectRowOf = db.prepare<[number, number], { sheet: number; rowNumber: number }>(
    `SELECT sheet, row_number AS rowNumber FROM rows
      WHERE submission_id = ? AND run_id = ? AND held IS NULL ORDER BY seq LIMIT 1`,
  )

  const selectRecognised = db
    .prepare<[string, number], number>(
      `SELECT 1 FROM submissions WHERE identifier = ?
          AND (request <> '{}' OR EXISTS (SELECT 1 FROM rows WHERE rows.submission_id = submissions.id AND rows.run_id = ?))
        LIMIT 1`,
    )
    .pluck()

  const selectOne = db.prepare<[number | null], SubmissionRecord & CheckedColumns>(
    `SELECT ${submissionColumns}, ${checkedColumns()} FROM submissions WHERE id = ?`,
  )

  function find(id: number | null): Submission | undefined {
    const record = selectOne.get(id)
    return record === undefined ? undefined : toSubmission(verifySubmission(db, record))
  }

  function show(record: SummedRow): RowRecord {
    verifyRow(db, record)
    return toRow(record.id === null ? record : verifySubmission(db, record), find)
  }

  return {
    recognised: (runId, identifiers) =>
      new Set(identifiers.filter((identifier) => selectRecognised.get(identifier, runId) !== undefined)),
    rowPage: (runId, afterSeq, limit) => selectRows.all(runId, afterSeq, limit).map(show),
    openPage: (runId, afterSeq, limit) => selectOpen.all(runId, afterSeq, limit).map(show),
    balance: (runId) =>
      selectBalance.all(runId).map(({ state, was_done, was_named, count }) => {
        return { state, wasDone: was_done === 1, ...(was_named === 1 ? { wasNamed: true } : {}), count }
      }),
    orphanPage: (runId, afterId, limit) =>
      selectOrphans.all({ runId, afterId, limit }).map((record) => ({
        ...toSubmission(verifySubmission(db, record)),
        replacement: find(record.replaced_by),
      })),
    countOrphans: (runId) => selectOrphanCount.get({ runId })?.count ?? 0,
    countRows: (runId) => selectCount.get(runId)?.count ?? 0,
    recordedSpan(runId) {
      const { first, last } = selectSpan.get(runId) ?? {}
      return { firstSentAt: first ?? undefined, lastRecordedAt: last || undefined }
    },
    rowOf: (runId, submissionId) => selectRowOf.get(submissionId, runId),
    othersOf: (runId) => (hasOthers.get(self) === undefined ? [] : selectOthers.all(runId, self)),
    sheetsOf: (runId) => selectSheets.all(runId),
  }
}
