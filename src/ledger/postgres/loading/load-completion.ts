import type { ForgetKey } from '../../forgetting/forget-key.ts'
import type { LoadParts } from '../../store/loading/load-completion.ts'
import type { Reader } from '../../store/store.ts'
import type { ReconnectingConnection, Transaction } from '../connection/reconnecting-connection.ts'
import { addSubmissions, provisionalId, type ReserveIds } from './add-submissions.ts'

/** Rows and submissions are looked up by these; to analyze all columns takes twice as long. */
const analyzedColumns = `rows (run_id, seq, sheet, submission_id, held, request_hash, order_key),
  submissions (id, operation, target_id, request_hash, input_id, state, tries, identifier, order_key, next_poll_at)`

/** `ledgerId`: its references differ from those of other ledgers. */
export function createLoadParts(reserveIds: ReserveIds, ledgerId: string, key: ForgetKey) {
  return (statements: Reader): LoadParts => ({
    ledgerId,
    key,
    findFreeId: async () => provisionalId,
    add: (settings, added) => addSubmissions(statements as Transaction, settings, added, { reserveIds }),
    deleteClaims: (runId, superseded) =>
      statements.query(`DELETE FROM run_claims WHERE run_id = $1 OR run_id IN ${superseded}`, [runId]),
  })
}

/**
 * Until its own ANALYZE, the database takes the tables for as empty as before, and scans them for a page. Runs in a
 * transaction of its own, as all other work waits for it; a tenth of the usual sample is enough.
 */
export function analyzeTables(connection: ReconnectingConnection): Promise<void> {
  return connection.transaction(async (statements) => {
    await statements.query('SET LOCAL default_statistics_target = 10')
    await statements.query(`ANALYZE ${analyzedColumns}`)
  })
}
