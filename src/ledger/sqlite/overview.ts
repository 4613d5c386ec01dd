import { statSync } from 'node:fs'
import { type SubmissionState, unsettledStates } from '../../contract/states.ts'
import { readLedgerId } from '../event-id.ts'
import type { ActiveRun, HolderView, LedgerOverview } from '../port/overview.ts'
import { listOf } from '../state-sql.ts'
import { countTrusted } from '../store/trusted.ts'
import { isLocked } from './file/lock.ts'
import { findRealFile } from './file/real-file.ts'
import { FileStore } from './file-store.ts'
import { openLedgerForReading } from './open.ts'
import { readVersion } from './schema/migrate.ts'

/** Rows and log lines from before the checksums; their migration gave checksums to submissions only. */
const countUnsummed = `SELECT (SELECT COUNT(*) FROM rows WHERE cells_sum IS NULL)
                            + (SELECT COUNT(*) FROM attempts WHERE line_sum IS NULL)`

export async function readOverview(named: string): Promise<LedgerOverview> {
  const file = findRealFile(named)
  const db = openLedgerForReading(named)
  try {
    // A dead process is still recorded in the ledger; only the lock counts.
    const holder = isLocked(file)
      ? db
          .prepare<[], HolderView & { id: number }>(
            `SELECT id, account || '@' || machine AS name, process, since FROM holders
              WHERE ended_at IS NULL ORDER BY id DESC LIMIT 1`,
          )
          .get()
      : undefined
    const runs = db
      .prepare<[number], ActiveRun>(
        `SELECT runs.id, runs.operation, company, file, account || '@' || machine AS by, started_at AS since,
                COUNT(rows.seq) AS rows,
                COUNT(*) FILTER (WHERE rows.held IS NULL AND state IN ${listOf(unsettledStates)}) AS open
           FROM runs JOIN targets ON targets.id = runs.target_id LEFT JOIN rows ON rows.run_id = runs.id
           LEFT JOIN submissions ON submissions.id = rows.submission_id
          WHERE runs.ended_at IS NULL AND holder_id = ? GROUP BY runs.id ORDER BY runs.id`,
      )
      .all(holder?.id ?? -1)
    const states = db
      .prepare<[], { state: SubmissionState; count: number }>(
        'SELECT state, COUNT(*) AS count FROM submissions GROUP BY state ORDER BY state',
      )
      .all()
    const unsummed = db.prepare<[], number>(countUnsummed).pluck().get() ?? 0
    return {
      id: readLedgerId(db) ?? '',
      version: readVersion(db, file),
      bytes: statSync(file).size,
      hasChecksums: true,
      unsummed,
      holders: holder === undefined ? [] : [{ ...withoutId(holder), heardMs: undefined }],
      runs,
      states: Object.fromEntries(states.map(({ state, count }) => [state, count])),
      trusted: await countTrusted(new FileStore(db)),
      paces: [],
    }
  } finally {
    db.close()
  }
}

function withoutId({ id: _, ...holder }: HolderView & { id: number }): HolderView {
  return holder
}
