import { randomUUID } from 'node:crypto'
import { closeSync, existsSync, linkSync, mkdirSync, openSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { BatchError, codeOf } from '../support/errors.ts'
import { type Database, usingDatabase } from '../support/sqlite.ts'
import type { RecordedRules } from './port/rules.ts'
import type { Fingerprint } from './port/targets.ts'
import { digestValues, type LedgerWatermark } from './port/watermark.ts'
import { explainStorageFailure } from './storage-failure.ts'

export interface KnownLedger {
  /** Its file, or the address of its database. */
  name: string
  sight: LedgerWatermark
  seenAt: number
}

/** The ledger for an address and company; its token once one was accepted there. */
export interface LedgerUse {
  address: string
  company: string
  ledgerId: string
  fingerprint?: Fingerprint
}

/** In the place of a ledger's name. */
export const ofAnyLedger = ''

/** A file about people that was written from a ledger. */
export interface DisclosedFile {
  ledgerId: string
  /** An absolute path. */
  file: string
  /** SHA-256 of its bytes, in hex. */
  digest: string
}

/** What a profile names that its user agreed to. */
export interface AgreedProfile {
  /** An absolute path. */
  file: string
  digest: string
}

/** The rules of a company at an address, as its ledger had them last. */
export interface KnownRules extends Pick<LedgerUse, 'address' | 'company' | 'ledgerId'> {
  rules: RecordedRules
}

interface Tables {
  ledgers: KnownLedger
  uses: LedgerUse
  files: DisclosedFile
  profiles: AgreedProfile
  rules: KnownRules
}

const columns = '(id TEXT PRIMARY KEY, entry TEXT NOT NULL, digest TEXT NOT NULL) STRICT'
const schema = `CREATE TABLE ledgers ${columns}; CREATE TABLE uses ${columns};`

/** Registers of earlier builds do not have them. */
const laterNames = ['files', 'profiles', 'rules']
const laterTables = laterNames.map((name) => `CREATE TABLE IF NOT EXISTS ${name} ${columns};`).join(' ')

/**
 * A user's ledgers, their uses, the extent of each when it was last seen, the paths of files about people, the profiles
 * that the user agreed to, and the rules of companies. It is kept apart from all ledgers, to notice one that lost
 * requests or was replaced. It holds no trip and no token; of people only who is on hold.
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

  /** Keeps the record of another process of this user, if that one saw more. */
  recordLedger(seen: KnownLedger): void {
    const { ledgerId } = seen.sight
    this.#write((db) => {
      const [before] = readEntries(db, 'ledgers', ledgerId)
      if (before === undefined || !isBehind(seen.sight, before.sight)) upsertEntry(db, 'ledgers', ledgerId, seen)
    })
  }

  /** From now on the ledger's present content counts; it gets the rules that it may have lost. */
  forgetLedger(ledgerId: string): void {
    if (!existsSync(this.file)) return
    this.#write((db) => {
      db.prepare('DELETE FROM ledgers WHERE id = ?').run(ledgerId)
      for (const known of readEntries(db, 'rules'))
        if (known.ledgerId === ledgerId) upsertEntry(db, 'rules', toUseId(known), { ...known, ledgerId: ofAnyLedger })
    })
  }

  /** Replaces the ledger for this address and company; keeps the token that was accepted with it. */
  recordUse(use: LedgerUse): void {
    const id = toUseId(use)
    this.#write((db) => {
      const [before] = readEntries(db, 'uses', id)
      const next = before?.ledgerId === use.ledgerId ? { ...before, ...use } : use
      // Without a change nothing is flushed.
      if (JSON.stringify(next) !== JSON.stringify(before)) upsertEntry(db, 'uses', id, next)
    })
  }

  disclosedFiles(ledgerId: string): DisclosedFile[] {
    return this.#read('files').filter((each) => [ledgerId, ofAnyLedger].includes(each.ledgerId))
  }

  /** One file stands at a path: the later one counts. */
  recordFile(written: DisclosedFile): void {
    this.#write((db) => upsertEntry(db, 'files', toFileId(written), written))
  }

  /** No byte of their paths is left in the register: a path may name a person. */
  dropFiles(files: readonly DisclosedFile[]): void {
    if (files.length === 0 || !existsSync(this.file)) return
    this.#write((db) => {
      const remove = db.prepare('DELETE FROM files WHERE id = ?')
      for (const file of files) remove.run(toFileId(file))
    }, 'VACUUM')
  }

  agreedProfile(file: string): AgreedProfile | undefined {
    return this.#read('profiles').find((each) => each.file === file)
  }

  recordProfile(agreed: AgreedProfile): void {
    this.#write((db) => upsertEntry(db, 'profiles', agreed.file, agreed))
  }

  rules(): KnownRules[] {
    return this.#read('rules')
  }

  recordRules(known: KnownRules): void {
    const before = this.rules().find((each) => toUseId(each) === toUseId(known)) ?? { ...known, rules: {} }
    if (!isDeepStrictEqual(before, known)) this.#write((db) => upsertEntry(db, 'rules', toUseId(known), known))
  }

  #read<Name extends keyof Tables>(table: Name): Tables[Name][] {
    if (!existsSync(this.file)) return []
    // Not read-only: a killed process may have left a transaction to roll back first.
    return this.#using((db) => {
      requireWhole(db)
      if (laterNames.includes(table)) db.exec(laterTables)
      return readEntries(db, table)
    })
  }

  #write(change: (db: Database) => void, finish = ''): void {
    this.#using((db) => {
      // Syncs the journal's removal as well: a power cut does not bring back the earlier content.
      db.exec('PRAGMA synchronous = EXTRA; PRAGMA secure_delete = ON')
      db.transaction(() => {
        requireWhole(db)
        db.exec(laterTables)
        change(db)
      })()
      db.exec(finish)
    })
  }

  #using<Result>(work: (db: Database) => Result): Result {
    try {
      if (!existsSync(this.file)) createRegisterFile(this.file)
      return usingDatabase(this.file, work, {})
    } catch (error) {
      const code = codeOf(error) ?? ''
      if (/^SQLITE_(?:CORRUPT|NOTADB|ERROR)/.test(code)) throw damaged(this.file)
      throw explainStorageFailure(`the register of this user, ${this.file}, cannot be used`, error)
    }
  }
}

/** Published whole: a file without tables does not come from a process that died. */
function createRegisterFile(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const beside = `${file}.${randomUUID()}`
  closeSync(openSync(beside, 'wx', 0o600))
  try {
    usingDatabase(beside, (db) => db.exec(schema), {})
    linkSync(beside, file)
  } catch (error) {
    // Another process of this user was faster.
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    rmSync(beside, { force: true })
  }
}

/** One flipped bit in the head of a page can hide all of its entries. Takes 1 ms for a few dozen entries. */
function requireWhole(db: Database): void {
  if (db.pragma('integrity_check(1)') !== 'ok') throw damaged(db.file)
}

function readEntries<Name extends keyof Tables>(db: Database, table: Name, ...ids: string[]): Tables[Name][] {
  const where = ids.length === 0 ? '' : 'WHERE id = ?'
  const found = db.prepare<string[], Record<'id' | 'entry' | 'digest', string>>(
    `SELECT * FROM ${table} ${where} ORDER BY id`,
  )
  return found.all(...ids).map(({ id, entry, digest }) => {
    if (digestValues([id, entry]) !== digest) throw damaged(db.file)
    return JSON.parse(entry)
  })
}

function upsertEntry<Name extends keyof Tables>(db: Database, table: Name, id: string, of: Tables[Name]): void {
  const entry = JSON.stringify(of)
  db.prepare(`INSERT OR REPLACE INTO ${table} VALUES (?, ?, ?)`).run(id, entry, digestValues([id, entry]))
}

function toUseId({ address, company }: KnownRules | LedgerUse): string {
  return JSON.stringify([address, company])
}

function toFileId({ ledgerId, file }: DisclosedFile): string {
  return JSON.stringify([ledgerId, file])
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
