import type { Submissions } from '../port/submissions.ts'
import type { Target } from '../port/targets.ts'
import { type SubmissionRecord, submissionColumns, toSubmission } from '../submission-record.ts'
import { createReadyReader } from './ready-rows.ts'
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
    const found = await store.query<{ identifier: string }>(text, [identifiers])
    return new Set(found.map(({ identifier }) => identifier))
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
    identifierPage: (afterId, limit) => readIdentifierPage(store, afterId, limit),
  }
}

export function readIdentifierPage(
  store: Reader,
  afterId: number,
  limit: number,
): Promise<{ id: number; identifier: string }[]> {
  return store.query(
    'SELECT id, identifier FROM submissions WHERE id > $1 AND identifier IS NOT NULL ORDER BY id LIMIT $2',
    [afterId, limit],
  )
}
