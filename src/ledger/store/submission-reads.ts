import { createdStates } from '../../contract/states.ts'
import type { KnownAssessment, Refreshing, ScoredRow } from '../port/refreshing.ts'
import type { ReadySubmission, Submissions } from '../port/submissions.ts'
import type { Target } from '../port/targets.ts'
import { listOf, requestOfRow, stateOfRow } from '../state-sql.ts'
import { type SubmissionRecord, submissionColumns, toSubmission } from '../submission-record.ts'
import { readColumn } from './queryable.ts'
import { inputsAtPath } from './run-status.ts'
import { findStandingRows } from './standing-rows.ts'
import type { Reader } from './store.ts'

export type SubmissionReads = Pick<
  Submissions,
  'readyPage' | 'get' | 'requestsOf' | 'resultsOf' | 'standingRows' | 'named' | 'simulated' | 'identifierPage'
>

export function createSubmissionReads(store: Reader): SubmissionReads {
  const { checks } = store
  const { anyOf } = store.dialect
  const selectOne = `SELECT ${submissionColumns}${checks.columns()} FROM submissions WHERE id = $1`
  /** Of each identifier the oldest that has the column. */
  const selectOldest = (column: 'request' | 'result'): string =>
    `SELECT id, identifier, ${column} AS text${checks.columns()} FROM submissions WHERE id IN (
       SELECT MIN(id) FROM submissions
        WHERE identifier ${anyOf('$1')} AND operation = $2 AND target_id = $3 AND ${column} IS NOT NULL GROUP BY identifier)`
  const [selectRequests, selectResults] = [selectOldest('request'), selectOldest('result')]

  async function readTexts(
    text: string,
    operation: string,
    target: Target,
    identifiers: readonly string[],
  ): Promise<Map<string, string>> {
    const found = await store.query<{ id: number; identifier: string; text: string }>(text, [
      identifiers,
      operation,
      target.id,
    ])
    return new Map(found.map(checks.verify).map((each) => [each.identifier, each.text]))
  }

  async function filter(text: string, identifiers: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set(await readColumn<string>(store, text, [identifiers]))
  }

  const readReadyPage = createReadyReader(store)

  return {
    readyPage: (runId, afterSeq, limit) => readReadyPage(runId, { afterSeq, limit }),
    async get(id) {
      const [record] = await store.query<SubmissionRecord>(selectOne, [id])
      return record === undefined ? undefined : toSubmission(checks.verify(record))
    },
    requestsOf: (operation, target, identifiers) => readTexts(selectRequests, operation, target, identifiers),
    resultsOf: (operation, target, identifiers) => readTexts(selectResults, operation, target, identifiers),
    standingRows: (operation, target, identifiers) => findStandingRows(store, operation, target, identifiers),
    named: (identifiers) =>
      filter(`SELECT DISTINCT identifier FROM submissions WHERE identifier ${anyOf('$1')}`, identifiers),
    simulated: (identifiers) =>
      filter(
        `SELECT identifier FROM submissions JOIN targets ON targets.id = target_id WHERE identifier ${anyOf('$1')}
          GROUP BY identifier HAVING MIN(CASE WHEN address LIKE 'sandbox:%' THEN 1 ELSE 0 END) = 1`,
        identifiers,
      ),
    identifierPage: (afterId, limit) =>
      store.query(
        'SELECT id, identifier FROM submissions WHERE id > $1 AND identifier IS NOT NULL ORDER BY id LIMIT $2',
        [afterId, limit],
      ),
  }
}

/** No row of a run has a higher number. */
const lastSeq = 2 ** 31 - 1

/** The next rows of a run that may be sent, in sheet order after `afterSeq`, up to and including `to`. */
export type ReadReadyPage = (
  runId: number,
  page: { afterSeq: number; to?: number; limit: number },
) => Promise<ReadySubmission[]>

export function createReadyReader(store: Reader): ReadReadyPage {
  const { checks } = store
  const isVerified = checks.columns() !== ''
  const select = `SELECT rows.seq, rows.sheet, rows.row_number AS "rowNumber", rows.order_key AS "orderKey", submissions.id,
            ${requestOfRow} AS request, submissions.request_hash AS "requestHash", submissions.ordinal, submissions.generation
            ${checks.columns()}
       FROM rows ${store.dialect.eachSubmission('INNER')}
      WHERE rows.run_id = $1 AND rows.seq > $2 AND rows.seq <= $3 AND rows.held IS NULL AND ${stateOfRow} = 'ready'
      ORDER BY rows.seq LIMIT $4`
  return async (runId, { afterSeq, to = lastSeq, limit }) => {
    const found = await store.query<ReadySubmission>(select, [runId, afterSeq, to, limit])
    return found.map((row) => {
      const { seq, sheet, rowNumber, orderKey, id, request, requestHash, ordinal, generation } = checks.verify(row)
      return { seq, sheet, rowNumber, orderKey, id, request, requestHash, ordinal, generation, isVerified }
    })
  }
}

export function createRefreshReads(store: Reader): Pick<Refreshing, 'knownPage' | 'scoredPage'> {
  const { checks, dialect } = store
  const selectKnown = `SELECT id, identifier, request${checks.columns()} FROM submissions
      WHERE id > $1 AND ${dialect.noIndex('operation')} = $2 AND ${dialect.noIndex('target_id')} = $3 AND identifier IS NOT NULL
        AND forgotten_at IS NULL AND state IN ${listOf(createdStates)} AND (CAST($4 AS integer) = 1 OR state <> 'done')
        AND (CAST($5 AS text) IS NULL OR input_id IN ${inputsAtPath('$5')})
      ORDER BY id LIMIT $6`
  const selectScored = `SELECT rows.seq, submissions.id, submissions.identifier, submissions.subject${checks.columns()}
       FROM rows ${dialect.eachSubmission('INNER')}
      WHERE rows.run_id = $1 AND rows.seq > $2 AND rows.held IS NULL AND rows.was_done = 1
        AND submissions.state = 'done' AND submissions.identifier IS NOT NULL AND submissions.forgotten_at IS NULL
      ORDER BY rows.seq LIMIT $3`
  return {
    async knownPage({ operation, target }, { file = null, isScoredToo }, afterId, limit) {
      const values = [afterId, operation, target.id, isScoredToo ? 1 : 0, file, limit]
      const found = await store.query<KnownAssessment>(selectKnown, values)
      return found.map(checks.verify)
    },
    async scoredPage(runId, afterSeq, limit) {
      const found = await store.query<ScoredRow>(selectScored, [runId, afterSeq, limit])
      return found.map(checks.verify)
    },
  }
}
