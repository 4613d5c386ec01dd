import { toIsoTime } from '../../support/clock.ts'
import type { Database } from '../../support/sqlite.ts'
import { currentOperator } from '../operator.ts'

export interface Holder {
  id: number
  /** For people: process, machine and start. */
  description: string
}

export function insertHolder(db: Database, now: number): number {
  const { account, machine } = currentOperator()
  const written = db
    .prepare('INSERT INTO holders (account, machine, process, since) VALUES (?, ?, ?, ?)')
    .run(account, machine, process.pid, now)
  return Number(written.lastInsertRowid)
}

/** Only the lock counts; on a full disk an ended holder may seem active. */
export function endHolder(db: Database, id: number, now: number): void {
  try {
    db.prepare('UPDATE holders SET ended_at = ? WHERE id = ?').run(now, id)
  } catch {
    // Closing must continue.
  }
}

/** The holder without an end: the process that holds the ledger now, or the last one, after a crash. */
export function readHolder(db: Database): Holder | undefined {
  const last = db
    .prepare<[], { id: number; machine: string; process: number; since: number; ended_at: number | null }>(
      'SELECT * FROM holders ORDER BY id DESC LIMIT 1',
    )
    .get()
  if (last === undefined || last.ended_at !== null) return undefined
  return { id: last.id, description: `process ${last.process} on ${last.machine} since ${toIsoTime(last.since)}` }
}
