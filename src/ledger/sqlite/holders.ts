import { toIsoTime } from '../../support/clock.ts'
import type { Database } from '../../support/sqlite.ts'
import { currentOperator } from '../operator.ts'

/** One opening of the ledger to write it. */
export interface Holder {
  id: number
  /** For people: which process, where, since when. */
  description: string
}

/** Notes that this process holds the ledger from now on; returns its number. */
export function insertHolder(db: Database, now: number): number {
  const { account, machine } = currentOperator()
  const written = db
    .prepare('INSERT INTO holders (account, machine, process, since) VALUES (?, ?, ?, ?)')
    .run(account, machine, process.pid, now)
  return Number(written.lastInsertRowid)
}

/** The lock is what counts; on a full disk a holder that has gone may seem to go on. */
export function endHolder(db: Database, id: number, now: number): void {
  try {
    db.prepare('UPDATE holders SET ended_at = ? WHERE id = ?').run(now, id)
  } catch {
    // Closing must go on.
  }
}

/** Who has not ended: the process that holds the ledger now, or the last one, which died. */
export function readHolder(db: Database): Holder | undefined {
  const last = db
    .prepare<[], { id: number; machine: string; process: number; since: number; ended_at: number | null }>(
      'SELECT * FROM holders ORDER BY id DESC LIMIT 1',
    )
    .get()
  if (last === undefined || last.ended_at !== null) return undefined
  return { id: last.id, description: `process ${last.process} on ${last.machine} since ${toIsoTime(last.since)}` }
}
