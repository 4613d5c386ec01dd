import { inDoubtStates, possiblyCreatedStates } from '../../contract/states.ts'
import type { ContentCounts, RunComparison } from '../port/reports.ts'
import { listOf } from '../state-sql.ts'
import { openLedgerForReading } from './open.ts'

/**
 * Opens a ledger for a comparison with a service's own records.
 * @throws BatchError `ledger` when there is no ledger.
 */
export function openRunComparison(file: string, runId: number): RunComparison {
  const db = openLedgerForReading(file)
  const run = db
    .prepare<[number], { operation: string; since: number }>(
      `SELECT run.operation, MIN(earlier.started_at) AS since FROM runs AS run
         JOIN targets AS target ON target.id = run.target_id
         JOIN targets AS same ON same.address = target.address
         JOIN runs AS earlier ON earlier.target_id = same.id AND earlier.operation = run.operation
        WHERE run.id = ?`,
    )
    .get(runId)
  const { operation = '', since = 0 } = run ?? {}
  const unknown = db
    .prepare<[number], number>(
      `SELECT COUNT(DISTINCT submissions.id) FROM rows JOIN submissions ON submissions.id = rows.submission_id
        WHERE run_id = ? AND state IN ${listOf(inDoubtStates)}`,
    )
    .pluck()
  const isOfRun = 'EXISTS (SELECT 1 FROM rows WHERE submission_id = submissions.id AND run_id = @runId)'
  const named = db
    .prepare<[object], number>(
      `SELECT MAX(${isOfRun}) FROM submissions WHERE identifier = @identifier AND operation = @operation`,
    )
    .pluck()
  // All targets: one service may be known by several addresses.
  const content = db.prepare<[object], ContentCounts>(
    `SELECT COUNT(*) AS submissions, COUNT(*) FILTER (WHERE ${isOfRun}) AS ofRun,
            COUNT(*) FILTER (WHERE COALESCE(identifier, '') = '') AS unnamed,
            COUNT(*) FILTER (WHERE COALESCE(identifier, '') = ''
                               AND (state = 'sending' OR state IN ${listOf(possiblyCreatedStates)})) AS covered,
            COALESCE(SUM((SELECT COUNT(*) FROM attempts
                           WHERE submission_id = submissions.id
                             AND (attempts.operation = 'resend'
                                  OR attempts.operation = 'resolve' AND outcome = 'ready'))), 0) AS resends
       FROM submissions
      WHERE operation = @operation AND target_id IN (SELECT id FROM targets) AND request_hash = @hash`,
  )
  return {
    since,
    unknown: unknown.get(runId) ?? 0,
    async find(identifier) {
      const owner = named.get({ identifier, operation, runId })
      if (typeof owner !== 'number') return undefined
      return owner === 1 ? 'run' : 'other'
    },
    ofContent: async (hash) =>
      content.get({ hash, operation, runId }) ?? { submissions: 0, ofRun: 0, unnamed: 0, covered: 0, resends: 0 },
    async close() {
      db.close()
    },
  }
}
