import { finalStatus } from '../../contract/decision.ts'
import { createdStates, plannedStates, possiblyCreatedStates, standInStates } from '../../contract/states.ts'
import { formatOperator } from '../operator.ts'
import type { BalanceLine, ReadSheet, RowRecord, Submission } from '../port/outcomes.ts'
import { listOf, stateOfRow } from '../state-sql.ts'
import {
  otherOf,
  type RowColumns,
  rowColumns,
  type SubmissionRecord,
  submissionColumns,
  toRow,
  toSubmission,
} from '../submission-record.ts'
import type { Dialect } from './dialect.ts'
import { type Reader, readCount, readFirst, readValue, readValues } from './store.ts'

/** Only the last recording of a state is still in force; a replaced one, or one recorded again, is no orphan. */
const isReplaced = `submissions.order_key IS NOT NULL AND submissions.state <> 'unknown' AND submissions.doubted = 0
  AND (EXISTS (SELECT 1 FROM rows WHERE rows.run_id = $1 AND rows.request_hash = submissions.request_hash)
    OR EXISTS (SELECT 1 FROM submissions AS later
                WHERE later.order_key = submissions.order_key AND later.operation = submissions.operation
                  AND later.target_id = submissions.target_id AND later.turn > submissions.turn
                  AND later.state IN ${listOf(createdStates)}))`

/** An edited row is held for it, and stands for its earlier version. */
const hasStandIn = `EXISTS (SELECT 1 FROM submissions AS edited JOIN rows ON rows.submission_id = edited.id
  WHERE edited.held_against = submissions.id AND rows.run_id = $1 AND rows.held IN ${listOf(standInStates)})`

const isCanceled = ({ field }: Dialect): string => `COALESCE((
  SELECT decision.state = 'done' AND ${field('decision.request', `'status'`)} = '${finalStatus}' FROM submissions AS decision
   WHERE decision.order_key = submissions.identifier AND decision.target_id = submissions.target_id
     AND decision.turn IS NOT NULL AND (decision.doubted = 1 OR decision.state IN ${listOf(possiblyCreatedStates)})
   ORDER BY decision.turn DESC LIMIT 1), FALSE)`

/**
 * True for a submission that earlier runs of the inputs of run `$1` created, or may have, and that no row stands for now.
 * The run's rows are looked up for each: as a join the database may scan all of them for each.
 */
const isOrphan = (
  dialect: Dialect,
): string => `submissions.forgotten_at IS NULL AND submissions.input_id IN (SELECT input_id FROM run_sheets WHERE run_id = $1)
    AND (submissions.state IN ${listOf(possiblyCreatedStates)} OR submissions.doubted = 1)
    AND (SELECT 1 FROM rows WHERE rows.submission_id = submissions.id AND rows.run_id = $1 LIMIT 1) IS NULL
    AND NOT (${isReplaced}) AND NOT ${hasStandIn} AND NOT ${isCanceled(dialect)}`

/** The submission that replaced it: its edited version, else the newest of its own later generations. */
const replacementOf = `COALESCE(submissions.superseded_by, (
  SELECT newer.id FROM submissions AS newer
   WHERE newer.operation = submissions.operation AND newer.target_id = submissions.target_id
     AND newer.request_hash = submissions.request_hash AND newer.ordinal = submissions.ordinal
     AND newer.generation > submissions.generation AND newer.state IN ${listOf(possiblyCreatedStates)}
   ORDER BY newer.generation DESC LIMIT 1))`

const isRemarkable = 'rows.held IS NOT NULL OR rows.warnings IS NOT NULL'

type BalanceRow = Pick<BalanceLine, 'state' | 'count'> & { wasDone: number; wasNamed: number }

/** The read side of a run, in pages: memory use does not grow with the rows. */
export function createOutcomes(store: Reader) {
  const { anyOf, eachSubmission } = store.dialect
  const { checks } = store
  const isOrphaned = isOrphan(store.dialect)
  const columns = `${submissionColumns}${checks.columns()}`
  const selectFound = `SELECT ${columns} FROM submissions WHERE id ${anyOf('$1')}`
  const selectOrphans = `SELECT ${columns}, ${replacementOf} AS replaced_by FROM submissions
     WHERE ${isOrphaned} AND submissions.id > $2 ORDER BY submissions.id LIMIT $3`
  const countOrphaned = `SELECT COUNT(*) AS count FROM submissions WHERE ${isOrphaned}`
  const countReplacedOrphans = `${countOrphaned} AND ${replacementOf} IS NOT NULL`
  const selectFileSent = `SELECT CASE WHEN earlier.file = this.file THEN NULL ELSE earlier.file END AS file
      FROM runs AS this JOIN run_sheets AS sheet ON sheet.run_id = this.id
      JOIN run_sheets AS earlier_sheet ON earlier_sheet.input_id = sheet.input_id AND earlier_sheet.run_id < this.id
      JOIN runs AS earlier ON earlier.id = earlier_sheet.run_id AND ${store.dialect.isOfSameMachine}
     WHERE this.id = $1 AND earlier.started_at <= (
       SELECT MAX(sent_at) FROM submissions WHERE input_id IN (SELECT input_id FROM run_sheets WHERE run_id = $1))
     ORDER BY earlier.id DESC LIMIT 1`
  const selectOthers = `SELECT account || '@' || machine AS sender, COUNT(*) AS rows
       FROM rows JOIN submissions ON submissions.id = submission_id JOIN holders ON holders.id = sent_by
      WHERE run_id = $1 AND held IS NULL AND state IN ${listOf(createdStates)} AND account || '@' || machine <> $2
      GROUP BY 1 ORDER BY 2 DESC, 1`
  const selectSender = `SELECT sheet, row_number AS "rowNumber" FROM rows
    WHERE submission_id = $1 AND run_id = $2 AND held IS NULL ORDER BY seq LIMIT 1`
  const selectSheets = `SELECT name, columns, (SELECT COUNT(*) FROM rows WHERE rows.run_id = run_sheets.run_id AND sheet = position) AS rows
     FROM run_sheets WHERE run_id = $1 ORDER BY position`
  const self = formatOperator()

  async function findAll(ids: readonly (number | null)[]): Promise<ReadonlyMap<number, Submission>> {
    const wanted = ids.filter((id) => id !== null && !Number.isNaN(id))
    if (wanted.length === 0) return new Map()
    const found = await store.query<SubmissionRecord>(selectFound, [wanted])
    return new Map(found.map((record) => [record.id, toSubmission(checks.verify(record))]))
  }

  function createPageReader(condition: string) {
    const text = `SELECT ${rowColumns}${checks.rowColumns}${checks.columns()} FROM rows ${eachSubmission('LEFT')}
      WHERE rows.run_id = $1 AND rows.seq > $2 AND ${condition} ORDER BY rows.seq LIMIT $3`
    return async (runId: number, afterSeq: number, limit: number): Promise<RowRecord[]> => {
      const records = await store.query<RowColumns>(text, [runId, afterSeq, limit])
      for (const record of records) {
        checks.verifyRow(record)
        if (record.id !== null) checks.verify(record)
      }
      const others = await findAll(records.flatMap((record) => otherOf(record) ?? []))
      return records.map((record) => toRow(record, (id) => others.get(id)))
    }
  }

  return {
    rowPage: createPageReader('TRUE'),
    openPage: createPageReader(`(${isRemarkable} OR submissions.state <> 'done')`),
    /** Those of the open rows that are not simply to be sent or polled. */
    findingsPage: createPageReader(
      `(${isRemarkable} OR ${stateOfRow} NOT IN ${listOf(new Set([...plannedStates, 'done']))})`,
    ),
    /** Every row counts in exactly one line. */
    async balance(runId: number) {
      const select = `SELECT COALESCE(rows.held, ${stateOfRow}) AS state, rows.was_done AS "wasDone",
              CASE WHEN rows.held IS NULL THEN rows.was_named ELSE 0 END AS "wasNamed", COUNT(*) AS count
         FROM rows LEFT JOIN submissions ON submissions.id = rows.submission_id
        WHERE rows.run_id = $1 GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`
      const lines = await store.query<BalanceRow>(select, [runId])
      return lines.map(({ wasDone, wasNamed, ...line }) => {
        const named = wasNamed === 1 ? ({ wasNamed: true } as const) : {}
        return { ...line, wasDone: wasDone === 1, ...named }
      })
    },
    /**
     * Submissions that earlier runs of this input created, or may have, without a row now. Of recorded states only the
     * latest, unless it is a cancellation.
     */
    async orphanPage(runId: number, afterId: number, limit: number) {
      const values = [runId, afterId, limit]
      const orphans = await store.query<SubmissionRecord & { replaced_by: number | null }>(selectOrphans, values)
      const replacements = await findAll(orphans.map(({ replaced_by }) => replaced_by))
      return orphans.map((record) => ({
        ...toSubmission(checks.verify(record)),
        replacement: replacements.get(record.replaced_by ?? Number.NaN),
      }))
    },
    /** The other file that what was last sent of this run's inputs came from; undefined when it was this file. */
    otherFileSent: (runId: number) => readValue<string>(store, selectFileSent, [runId]),
    countOrphans: (runId: number) => readCount(store, countOrphaned, [runId]),
    countReplacedOrphans: (runId: number) => readCount(store, countReplacedOrphans, [runId]),
    countRows: (runId: number) => readCount(store, 'SELECT COUNT(*) AS count FROM rows WHERE run_id = $1', [runId]),
    /** From the first sending of the submissions of a run's rows to their last record. */
    async recordedSpan(runId: number) {
      const selectSpan = `SELECT MIN(sent_at) AS first, MAX(sent_at) AS sent, MAX(accepted_at) AS accepted, MAX(done_at) AS done
         FROM rows JOIN submissions ON submissions.id = rows.submission_id
        WHERE rows.run_id = $1 AND rows.held IS NULL`
      const [span] = await store.query<Record<'first' | 'sent' | 'accepted' | 'done', number | null>>(selectSpan, [
        runId,
      ])
      const last = Math.max(span?.sent ?? 0, span?.accepted ?? 0, span?.done ?? 0)
      return { firstSentAt: span?.first ?? undefined, lastRecordedAt: last || undefined }
    },
    /** Identifiers known with their content, or from a row of the run: known alone, one could be created again. */
    async recognised(runId: number, identifiers: readonly string[]) {
      const select = `SELECT identifier FROM submissions WHERE identifier ${anyOf('$2')}
          AND (request <> '{}' OR EXISTS (SELECT 1 FROM rows WHERE rows.submission_id = submissions.id AND rows.run_id = $1))
       UNION SELECT identifier FROM run_changes WHERE run_id = $1 AND identifier ${anyOf('$2')}`
      return new Set(await readValues<string>(store, select, [runId, identifiers]))
    },
    /** The row that sends a submission in this run, and the position of its sheet. */
    rowOf: (runId: number, submissionId: number) =>
      readFirst<{ sheet: number; rowNumber: number }>(store, selectSender, [submissionId, runId]),
    /** Other senders of a run's rows that are created or done, with their counts. */
    async othersOf(runId: number) {
      const others = `SELECT 1 FROM holders WHERE account || '@' || machine <> $1 LIMIT 1`
      // Without another sender ever, the rows need not be counted.
      if ((await store.query(others, [self])).length === 0) return []
      return store.query<{ sender: string; rows: number }>(selectOthers, [runId, self])
    },
    /** Without counting their rows. */
    sheetNames: (runId: number) =>
      readValues<string>(store, 'SELECT name FROM run_sheets WHERE run_id = $1 ORDER BY position', [runId]),
    sheetsOf: (runId: number) => store.query<ReadSheet>(selectSheets, [runId]),
  }
}
