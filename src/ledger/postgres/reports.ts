import { formatState, formatStates, possiblyCreatedStates } from '../../contract/states.ts'
import { deriveEventId } from '../event-id.ts'
import type { Replaced } from '../port/ordered-rows.ts'
import type { AuditLine, LedgerStatus, RecordedRequest, WorkerStatus } from '../port/reports.ts'
import { listOf, rowPresenceOf } from '../state-sql.ts'
import { createOutcomes } from '../store/outcomes.ts'
import { isAlive, listHolders } from './lease.ts'
import { readDatabaseId } from './migrate-schema.ts'
import { listPaces } from './overview.ts'
import type { ReconnectingConnection } from './reconnecting-connection.ts'
import { inputsAtPath, isRunOver } from './run-inputs.ts'

interface RunLine {
  id: number
  operation: string
  doneWord: string
  address: string
  company: string
  file: string
  startedAt: number
  endedAt: number | null
  ending: string | null
  output: string | null
  isRunning: boolean
  isDetached: boolean
}

export async function readRunStatus(
  connection: ReconnectingConnection,
  input?: string,
  runId?: number,
): Promise<LedgerStatus> {
  const outcomes = createOutcomes(connection)
  const runs = await connection.query<RunLine>(
    `SELECT runs.id, runs.operation, done_word AS "doneWord", address, company, file, started_at AS "startedAt",
            runs.ended_at AS "endedAt", ending, output, NOT ${isRunOver} AS "isRunning",
            detached IS NOT NULL AS "isDetached"
       FROM runs JOIN targets ON targets.id = runs.target_id
      WHERE loaded_at IS NOT NULL AND EXISTS (SELECT FROM rows WHERE rows.run_id = runs.id)
        AND ($1::text IS NULL OR EXISTS (SELECT FROM run_sheets WHERE run_id = runs.id AND input_id IN ${inputsAtPath('$1')}))
        AND ($2::bigint IS NULL OR runs.id = $2)
      ORDER BY runs.id DESC`,
    [input ?? null, runId ?? null],
  )
  const holders = await listHolders(connection)
  const shown: LedgerStatus['runs'][number][] = []
  for (const { doneWord, endedAt, ending, output, ...run } of runs) {
    const sheets = await outcomes.sheetsOf(run.id)
    shown.push({
      ...run,
      sheets: sheets.flatMap(({ name, rows }) => (name === '' ? [] : { name, rows })),
      endedAt: endedAt ?? undefined,
      ending: ending ?? undefined,
      output: output ?? undefined,
      rows: await outcomes.countRows(run.id),
      balance: formatStates(await outcomes.balance(run.id), doneWord),
      orphans: await outcomes.countOrphans(run.id),
    })
  }
  const [workers, paces] = [await listWorkers(connection), await listPaces(connection)]
  return {
    holder: holders.length === 0 ? undefined : holders.join(', '),
    isHeldByWorkersOnly: await hasOnlyWorkers(connection),
    workers,
    paces,
    runs: shown,
  }
}

async function hasOnlyWorkers(connection: ReconnectingConnection): Promise<boolean> {
  const others = `SELECT FROM holders WHERE ${isAlive} AND id NOT IN (SELECT holder_id FROM workers) LIMIT 1`
  return (await connection.query(others)).length === 0
}

function listWorkers(connection: ReconnectingConnection): Promise<WorkerStatus[]> {
  return connection.query<WorkerStatus>(
    `SELECT address, company, machine, process, since
       FROM workers JOIN holders ON holders.id = holder_id JOIN targets ON targets.id = target_id
      WHERE ${isAlive} ORDER BY address, company, holder_id`,
  )
}

/** A column of the submission's row in the latest run of its input. */
const ofLatestRow = (column: string): string =>
  `(SELECT ${column} FROM rows
     WHERE rows.submission_id = submissions.id AND rows.held IS DISTINCT FROM 'duplicate'
       AND run_id IN (SELECT id FROM latest)
     ORDER BY run_id DESC LIMIT 1)`

/** The request of a line in the log, if a later one has replaced it. */
const requestAtLine = `(SELECT earlier.request FROM earlier_versions AS earlier
  WHERE earlier.submission_id = attempts.submission_id AND earlier.last_attempt >= attempts.id
  ORDER BY earlier.last_attempt LIMIT 1)`

interface AuditRecord extends Omit<AuditLine, 'eventId'> {
  doneWord: string
  orderKey: string | null
  requestHash: Uint8Array
  ordinal: number
  generation: number
}

export async function* readAudit(
  connection: ReconnectingConnection,
  input?: string,
): AsyncGenerator<readonly AuditLine[]> {
  const ledgerId = await readDatabaseId(connection)
  const pages = connection.stream<AuditRecord>(
    `WITH latest AS (
       SELECT MAX(run_id) AS id, input_id FROM run_sheets
        WHERE input_id IS NOT NULL AND ($1::text IS NULL OR input_id IN ${inputsAtPath('$1')}) GROUP BY input_id)
     SELECT attempts.sent_at AS "sentAt", attempts.answered_at AS "answeredAt", attempts.operation,
            attempts.http_status AS "httpStatus", attempts.outcome, attempts.detail, ${ofLatestRow('row_number')} AS "rowNumber",
            ${ofLatestRow('(SELECT name FROM run_sheets WHERE run_sheets.run_id = rows.run_id AND position = sheet)')} AS sheet,
            submissions.identifier, COALESCE(submissions.state, '') AS state,
            COALESCE(${requestAtLine}, submissions.request, '{}') AS request,
            targets.address, targets.company,
            attempts.run_id AS "runId", runs.file, runs.account, runs.machine, attempts.login,
            (SELECT said.detail FROM attempts AS said
              WHERE said.submission_id IS NULL AND said.operation = 'release' AND said.run_id = attempts.run_id LIMIT 1) AS release,
            (SELECT created.request::json ->> 'employeeId' FROM submissions AS created
              WHERE created.identifier = submissions.request::json ->> 'assessmentId' LIMIT 1) AS "employeeId",
            COALESCE(runs.done_word, (SELECT same.done_word FROM runs AS same WHERE same.operation = submissions.operation LIMIT 1),
                     'done') AS "doneWord",
            submissions.order_key AS "orderKey", submissions.request_hash AS "requestHash", submissions.ordinal, submissions.generation
       FROM attempts
       LEFT JOIN submissions ON submissions.id = attempts.submission_id
       LEFT JOIN runs ON runs.id = attempts.run_id
       JOIN targets ON targets.id = CASE WHEN attempts.submission_id IS NULL THEN runs.target_id ELSE submissions.target_id END
      WHERE $1::text IS NULL OR submissions.input_id IN (SELECT input_id FROM latest)
         OR EXISTS (SELECT FROM rows WHERE rows.submission_id = submissions.id AND run_id IN (SELECT id FROM latest))
         OR (attempts.submission_id IS NULL AND runs.file = $1)
      ORDER BY attempts.id`,
    [input ?? null],
  )
  for await (const page of pages) {
    yield page.map(({ orderKey, requestHash, ordinal, generation, doneWord, ...of }) => ({
      ...of,
      state: formatState(of.state, doneWord),
      outcome: formatState(of.outcome, doneWord),
      eventId: orderKey === null ? null : deriveEventId(ledgerId, { requestHash, ordinal, generation }),
    }))
  }
}

interface RecordedLine extends Omit<RecordedRequest, 'latest'> {
  latestRequest: string | null
  latestState: Replaced['state'] | null
  latestAt: number | null
}

export async function* readRecordedRequests(
  connection: ReconnectingConnection,
): AsyncGenerator<readonly RecordedRequest[]> {
  const pages = connection.stream<RecordedLine>(
    `SELECT this.id, this.operation, address, company, retired_at IS NOT NULL AS "isRetired", this.subject, this.state,
            this.identifier, this.report_url AS "reportUrl", this.request, this.result, this.done_at AS "doneAt",
            this.superseded_by AS "supersededBy",
            ${rowPresenceOf('this.id')} AS place,
            last.request AS "latestRequest", last.state AS "latestState", COALESCE(last.done_at, last.sent_at) AS "latestAt"
       FROM submissions AS this
       JOIN targets ON targets.id = this.target_id
       LEFT JOIN submissions AS last ON last.id = (
         SELECT id FROM submissions AS setting
          WHERE setting.order_key = this.identifier AND setting.target_id = this.target_id AND setting.turn IS NOT NULL
            AND (setting.doubted = 1 OR setting.state IN ${listOf(possiblyCreatedStates)})
          ORDER BY setting.turn DESC LIMIT 1)
      ORDER BY this.operation COLLATE "C", this.target_id, this.subject COLLATE "C" NULLS FIRST, this.id`,
  )
  for await (const page of pages) {
    yield page.map(({ latestRequest, latestState, latestAt, ...of }) => {
      if (latestRequest === null || latestState === null) return { ...of, latest: undefined }
      return { ...of, latest: { request: latestRequest, state: latestState, at: latestAt } }
    })
  }
}
