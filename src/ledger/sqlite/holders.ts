import { statSync } from 'node:fs'
import { toIsoTime } from '../../support/clock.ts'
import type { Database } from '../../support/sqlite.ts'
import { currentOperator, type Operator } from '../operator.ts'
import type { AttemptLog } from './commits.ts'
import { checkIntegrity, indexMismatch } from './file/diagnose-failure.ts'
import { hasLog } from './file/seal.ts'
import { setState } from './schema/record-checks.ts'

export interface Holder extends Operator {
  id: number
  process: number
  since: number
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
    .prepare<[], Holder & { ended_at: number | null }>('SELECT * FROM holders ORDER BY id DESC LIMIT 1')
    .get()
  return last?.ended_at === null ? last : undefined
}

export const interruptedReason = 'the program ended while this request was on its way; it is not known if it arrived'

/**
 * Expires the claims of all earlier holders: one process opens the ledger at a time, so they are gone. Their requests
 * in flight become `unknown`, with a line in the log. Returns their number.
 */
export function expireClaims(db: Database, log: AttemptLog, holder: number, now: number): number {
  const expire = db.prepare<[string, number], { id: number; sent_at: number | null }>(
    `UPDATE submissions SET ${setState('unknown')}, problem = ?
      WHERE state = 'sending' AND holder IS NOT ? RETURNING id, sent_at`,
  )
  return db.transaction(() => {
    const inDoubt = expire.all(interruptedReason, holder)
    for (const { id, sent_at } of inDoubt) {
      log(id, {
        runId: undefined,
        operation: 'recover',
        sentAt: sent_at ?? undefined,
        answeredAt: undefined,
        httpStatus: undefined,
        outcome: 'unknown',
        detail: `${interruptedReason} (noticed ${toIsoTime(now)})`,
      })
    }
    return inDoubt.length
  })()
}

/**
 * Finds damage before a request is sent. Without a seal, after a crash of the program or the machine, it checks the
 * whole file, tables against indexes. A half-written page may hide a created submission. The check takes 8 s for a
 * million rows: too much at every start, little after a crash.
 * @throws BatchError `ledger` when it is damaged.
 */
export function requireIntegrity(db: Database, file: string): void {
  // SQLite reads a truncated last page as if zeros followed.
  const isCut = !hasLog(file) && statSync(file).size % Number(db.pragma('page_size')) !== 0
  const finding = isCut ? 'the last page is cut' : checkIntegrity(db)
  if (finding !== undefined) throw indexMismatch(file, finding)
}
