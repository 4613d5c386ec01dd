import { statSync } from 'node:fs'
import type { HolderView, LedgerOverview } from '../port/overview.ts'
import { readRequests } from '../store/overview.ts'
import { isLocked } from './file/lock.ts'
import { findRealFile } from './file/real-file.ts'
import type { FileStore } from './file-store.ts'
import { migrations, versionAfter } from './schema/schema.ts'

/** Rows and log lines from before the checksums; their migration gave checksums to submissions only. */
const countUnsummed = `SELECT (SELECT COUNT(*) FROM rows WHERE cells_sum IS NULL)
                            + (SELECT COUNT(*) FROM attempts WHERE line_sum IS NULL) AS count`

export async function readOverview(store: FileStore, named: string): Promise<LedgerOverview> {
  const file = findRealFile(named)
  // A dead process is still recorded in the ledger; only the lock counts.
  const holders = isLocked(file)
    ? await store.query<HolderView & { id: number }>(
        `SELECT id, account || '@' || machine AS name, process, since FROM holders
          WHERE ended_at IS NULL ORDER BY id DESC LIMIT 1`,
      )
    : []
  const [unsummed] = await store.query<{ count: number }>(countUnsummed)
  return {
    ...(await readRequests(store, `runs.ended_at IS NULL AND holder_id = ${holders[0]?.id ?? -1}`)),
    version: versionAfter(migrations),
    bytes: statSync(file).size,
    hasChecksums: true,
    unsummed: unsummed?.count ?? 0,
    holders: holders.map(({ id: _, ...holder }) => ({ ...holder, heardMs: undefined })),
    paces: [],
  }
}
