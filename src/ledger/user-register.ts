import { randomUUID } from 'node:crypto'
import { closeSync, existsSync, linkSync, mkdirSync, openSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { BatchError, codeOf } from '../support/errors.ts'
import { type Database, openDatabase } from '../support/sqlite.ts'
import type { Fingerprint } from './port/targets.ts'
import { digestValues, type LedgerWatermark } from './port/watermark.ts'
import { explainStorageFailure } from './storage-failure.ts'

/** A ledger that a user has used. */
export interface KnownLedger {
  /** Its file, or the address of its database. */
  name: string
  sight: LedgerWatermark
  seenAt: number
}

/** Which ledger a user has for an address and company, and the token once one was accepted there. */
export interface LedgerUse {
  address: string
  company: string
  ledgerId: string
  fingerprint?: Fingerprint
}

const schema = `
  CREATE TABLE ledgers (id TEXT PRIMARY KEY, entry TEXT NOT NULL, digest TEXT NOT NULL) STRICT;
  CREATE TABLE uses (id TEXT PRIMARY KEY, entry TEXT NOT NULL, digest TEXT NOT NULL) STRICT;
`

/**
 * The register of a user: which ledgers they have used, for whom, and how much each knew when it was last seen. It stands
 * apart from all of them, so that one that lost something, or another one in its place, is noticed. No trip, no person and
 * no token is in it.
 */
export class UserRegister {
  readonly file: string

  constructor(file: string) {
    this.file = file
  }

  ledgers(): KnownLedger[] {
    return this.#read('ledgers')
  }

  uses(): LedgerUse[] {
    return this.#read('uses')
  }

  /** What was seen of it before by another process of this user stays where that was more. */
  recordLedger(seen: KnownLedger): void {
    const { ledgerId } = seen.sight
    this.#write((db) => {
      const [before] = readEntries<KnownLedger>(db, 'ledgers', this.file, ledgerId)
      if (before === undefined || !isBehind(seen.sight, before.sight)) upsertEntry(db, 'ledgers', ledgerId, seen)
    })
  }

  /** From now on it is what it is, whatever it was. */
  forgetLedger(ledgerId: string): void {
    if (existsSync(this.file)) this.#write((db) => void db.prepare('DELETE FROM ledgers WHERE id = ?').run(ledgerId))
  }

  /** In the place of the one before for this address and company; a token that was accepted with it stays known. */
  recordUse(use: LedgerUse): void {
    const id = JSON.stringify([use.address, use.company])
    this.#write((db) => {
      const [before] = readEntries<LedgerUse>(db, 'uses', this.file, id)
      upsertEntry(db, 'uses', id, before?.ledgerId === use.ledgerId ? { ...before, ...use } : use)
    })
  }

  #read<Entry>(table: string): Entry[] {
    if (!existsSync(this.file)) return []
    return this.#withExplanation(() => {
      // Not for reading only: a process that was killed may have left what is to be rolled back first.
      const db = openDatabase(this.file)
      try {
        requireWhole(db)
        return readEntries<Entry>(db, table, this.file)
      } finally {
        db.close()
      }
    })
  }

  #write(change: (db: Database) => void): void {
    this.#withExplanation(() => {
      if (!existsSync(this.file)) createRegisterFile(this.file)
      const db = openDatabase(this.file)
      // The journal's removal is synced as well: a power cut does not bring back what was known before.
      db.pragma('synchronous = EXTRA')
      try {
        db.transaction(() => {
          requireWhole(db)
          change(db)
        })()
      } finally {
        db.close()
      }
    })
  }

  #withExplanation<Result>(act: () => Result): Result {
    try {
      return act()
    } catch (error) {
      const code = codeOf(error) ?? ''
      if (/^SQLITE_(?:CORRUPT|NOTADB|ERROR)/.test(code)) throw damaged(this.file)
      throw explainStorageFailure(`the register of this user, ${this.file}, cannot be used`, error)
    }
  }
}

/** It takes its place whole: one without its tables was not left by a process that died. */
function createRegisterFile(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const beside = `${file}.${randomUUID()}`
  closeSync(openSync(beside, 'wx', 0o600))
  try {
    const db = openDatabase(beside)
    try {
      db.exec(schema)
    } finally {
      db.close()
    }
    linkSync(beside, file)
  } catch (error) {
    // Another process of this user was faster.
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    rmSync(beside, { force: true })
  }
}

/** One bit in the head of a page, and all of its entries are hidden. A millisecond for a few dozen of them. */
function requireWhole(db: Database): void {
  if (db.pragma('integrity_check(1)') !== 'ok') throw damaged(db.file)
}

function readEntries<Entry>(db: Database, table: string, file: string, id?: string): Entry[] {
  const where = id === undefined ? '' : 'WHERE id = ?'
  return db
    .prepare<string[], { id: string; entry: string; digest: string }>(`SELECT * FROM ${table} ${where} ORDER BY id`)
    .all(...(id === undefined ? [] : [id]))
    .map(({ id, entry, digest }) => {
      if (digestValues([id, entry]) !== digest) throw damaged(file)
      return JSON.parse(entry) as Entry
    })
}

function upsertEntry(db: Database, table: string, id: string, of: KnownLedger | LedgerUse): void {
  const entry = JSON.stringify(of)
  db.prepare(`INSERT OR REPLACE INTO ${table} VALUES (?, ?, ?)`).run(id, entry, digestValues([id, entry]))
}

function isBehind(one: LedgerWatermark, other: LedgerWatermark): boolean {
  if (one.kind !== other.kind) return false
  return one.attempt.number < other.attempt.number || one.opening.number < other.opening.number
}

function damaged(file: string): BatchError {
  return new BatchError('ledger', `the register of this user, ${file}, is damaged: nothing is sent`, {
    hint: 'It says which ledger belongs to which address, and how much each knew. Put it back from a copy; or make sure that the ledger you use is the one that was always used, was not put back from a copy, and move the register away: a new one is made.',
  })
}
