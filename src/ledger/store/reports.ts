import { inDoubtStates, possiblyCreatedStates } from '../../contract/states.ts'
import type { KeptStatement } from '../port/attempts.ts'
import type { CellsReader, MentionFinder } from '../port/forgetting.ts'
import type { Replaced } from '../port/ordered-rows.ts'
import type { ContentCounts, RecordedRequest } from '../port/reports.ts'
import { listOf } from '../state-sql.ts'
import { readStatements } from './attempts.ts'
import { readAudit } from './audit.ts'
import { createView, type LedgerView } from './parts.ts'
import { readPerson } from './person/read-person.ts'
import { type Queryable, type ReadingStore, readValue, type Store } from './store.ts'

/** Each report reads the ledger over a connection of its own; `explain` says of a failure what it means. */
export function createReports<Own extends Store>(
  open: () => Promise<ReadingStore<Own>>,
  explain: (error: unknown) => unknown = (error) => error,
) {
  async function explaining<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      throw explain(error)
    }
  }

  function reading<Result>(read: (store: Own, name: string) => Promise<Result>): Promise<Result> {
    return explaining(async () => {
      const { name, store, close } = await open()
      return read(store, name).finally(close)
    })
  }

  async function* streaming<Page>(read: (store: Own) => AsyncIterable<Page>): AsyncGenerator<Page> {
    try {
      const { store, close } = await open()
      try {
        yield* read(store)
      } finally {
        await close()
      }
    } catch (error) {
      throw explain(error)
    }
  }

  return {
    reading,
    /** Every attempt ever made for an input, oldest first; for all inputs by default. */
    audit: (input?: string) => streaming((store) => readAudit(store, { input })),
    /** Statements about whole runs, oldest first. @throws BatchError `ledger` when there is no ledger. */
    statements: (operation: KeptStatement['operation']) => reading((store) => readStatements(store, operation)),
    /** Every known request once, from one snapshot: by operation, target and subject, in order of arrival. */
    recorded: () => streaming(readRecordedRequests),
    /**
     * All records of the person with this identifier. `readCells` is asked about rows without a known request.
     * @throws BatchError `ledger` when there is no ledger.
     */
    person: (person: string, readCells: CellsReader, isNamed: MentionFinder) =>
      reading((store) => readPerson(store, person, readCells, isNamed)),
    /** Reads what is there now, without a lock or a copy; `ledger` has only the parts that read. */
    view: <Result>(read: (ledger: LedgerView) => Promise<Result>) =>
      reading(async (store, name) => read(await createView(store, name))),
    /** The ledger's side of a comparison with the service's records of a run. */
    compare: (runId: number) =>
      explaining(async () => {
        const { store, close } = await open()
        return { ...(await openRunComparison(store, runId)), close }
      }),
  }
}

/** For the operation of a run. */
export async function openRunComparison(store: Queryable, runId: number) {
  const select = `SELECT run.operation, MIN(earlier.started_at) AS since,
          (SELECT COUNT(DISTINCT submissions.id) FROM rows JOIN submissions ON submissions.id = rows.submission_id
            WHERE run_id = $1 AND state IN ${listOf(inDoubtStates)}) AS unknown
     FROM runs AS run
     JOIN targets AS target ON target.id = run.target_id
     JOIN targets AS same ON same.address = target.address
     JOIN runs AS earlier ON earlier.target_id = same.id AND earlier.operation = run.operation
    WHERE run.id = $1 GROUP BY run.operation`
  const [run] = await store.query<{ operation: string; since: number; unknown: number }>(select, [runId])
  const { operation = '', since = 0, unknown = 0 } = run ?? {}
  const isOfRun = 'EXISTS (SELECT 1 FROM rows WHERE submission_id = submissions.id AND run_id = $1)'
  return {
    /** Start of the first run of this operation against this address. */
    since,
    unknown,
    /** The owner of an identifier: a row of the run, or another one. */
    async find(identifier: string) {
      const text = `SELECT MAX(CASE WHEN ${isOfRun} THEN 'run' ELSE 'other' END) FROM submissions
        WHERE identifier = $2 AND operation = $3`
      return readValue<'run' | 'other'>(store, text, [runId, identifier, operation])
    },
    async ofContent(hash: Uint8Array) {
      // All targets: one service may be known by several addresses.
      const selectContent = `SELECT COUNT(*) AS submissions, COUNT(*) FILTER (WHERE ${isOfRun}) AS "ofRun",
              COUNT(*) FILTER (WHERE COALESCE(identifier, '') = '') AS unnamed,
              COUNT(*) FILTER (WHERE COALESCE(identifier, '') = ''
                                 AND (state = 'sending' OR state IN ${listOf(possiblyCreatedStates)})) AS covered,
              CAST(COALESCE(SUM((SELECT COUNT(*) FROM attempts
                             WHERE submission_id = submissions.id
                               AND (attempts.operation = 'resend'
                                    OR attempts.operation = 'resolve' AND outcome = 'ready'))), 0) AS bigint) AS resends
         FROM submissions
        WHERE operation = $2 AND target_id IN (SELECT id FROM targets) AND request_hash = $3`
      const [content] = await store.query<ContentCounts>(selectContent, [runId, operation, Buffer.from(hash)])
      return content ?? { submissions: 0, ofRun: 0, unnamed: 0, covered: 0, resends: 0 }
    },
  }
}

interface RecordedRow extends Omit<RecordedRequest, 'isRetired' | 'isForgotten' | 'latest'> {
  isRetired: number
  forgottenAt: number | null
  latestRequest: string | null
  latestState: Replaced['state'] | null
  latestAt: number | null
}

/** Of a submission over all rows: the first of listed, kept, held, gone. */
const presence = `CASE (SELECT MIN(CASE WHEN held IS NULL THEN 0 WHEN held = 'kept' THEN 1 ELSE 2 END) FROM rows WHERE submission_id = this.id)
     WHEN 0 THEN 'listed' WHEN 1 THEN 'kept' WHEN 2 THEN 'held' ELSE 'gone' END`

/** One statement reads one snapshot, even during writes and for a slow statements. */
export async function* readRecordedRequests(store: Store): AsyncGenerator<readonly RecordedRequest[]> {
  const { byCode } = store.dialect
  const pages = store.stream<RecordedRow>(
    `SELECT this.id, this.operation, address, company, CASE WHEN retired_at IS NULL THEN 0 ELSE 1 END AS "isRetired",
            this.subject, this.forgotten_at AS "forgottenAt", this.state, this.identifier, this.report_url AS "reportUrl", this.request, this.result,
            this.done_at AS "doneAt", this.superseded_by AS "supersededBy",
            ${presence} AS place,
            (SELECT MAX(run_id) FROM rows WHERE submission_id = this.id) AS "runId",
            last.request AS "latestRequest", last.state AS "latestState", COALESCE(last.done_at, last.sent_at) AS "latestAt"
            ${store.checks.columns('this')}
       FROM submissions AS this
       JOIN targets ON targets.id = this.target_id
       LEFT JOIN submissions AS last ON last.id = (
         SELECT id FROM submissions AS setting
          WHERE setting.order_key = this.identifier AND setting.target_id = this.target_id AND setting.turn IS NOT NULL
            AND (setting.doubted = 1 OR setting.state IN ${listOf(possiblyCreatedStates)})
          ORDER BY setting.turn DESC LIMIT 1)
      ORDER BY ${byCode('this.operation')}, this.target_id, ${byCode('this.subject')} NULLS FIRST, this.id`,
  )
  for await (const page of pages) yield page.map((row) => toRequest(store.checks.verify(row)))
}

/** Field by field: SQLite's rows are slow to spread, and slow to read twice. */
function toRequest(row: RecordedRow): RecordedRequest {
  const { latestRequest, latestState, latestAt } = row
  return {
    id: row.id,
    operation: row.operation,
    address: row.address,
    company: row.company,
    isRetired: row.isRetired === 1,
    subject: row.subject,
    isForgotten: row.forgottenAt !== null,
    state: row.state,
    identifier: row.identifier,
    reportUrl: row.reportUrl,
    request: row.request,
    result: row.result,
    doneAt: row.doneAt,
    supersededBy: row.supersededBy,
    place: row.place,
    runId: row.runId,
    latest:
      latestRequest === null || latestState === null
        ? undefined
        : { request: latestRequest, state: latestState, at: latestAt },
  }
}
