import type Database from 'better-sqlite3'
import { BatchError, codeOf, messageOf } from '../support/errors.ts'
import { explainStorageFailure } from './storage-failure.ts'

interface Entry {
  work: () => unknown
  /** What to save by other means when the ledger cannot take it. */
  rescue: unknown
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

export interface JournalPorts {
  /** Called once when the disk is full, before the same work is tried again. True when something was freed. */
  freeSpace(): boolean
  /** Receives what could not be stored and must not be lost. */
  onSpill(record: unknown): void
}

/**
 * Group commit: everything asked for in one turn of the event loop shares one transaction, and each promise resolves
 * only after that transaction is on disk. When a group cannot be committed, each of its works is tried alone, so that
 * one that fails takes no other with it.
 */
export class Journal {
  readonly #db: Database.Database
  readonly #ports: JournalPorts
  #group: Entry[] = []

  constructor(db: Database.Database, ports: JournalPorts) {
    this.#db = db
    this.#ports = ports
  }

  commit<T>(work: () => T, rescue?: unknown): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#group.length === 0) setImmediate(() => this.flush())
      this.#group.push({ work, rescue, resolve: resolve as (value: unknown) => void, reject })
    })
  }

  /** Commits what is waiting now; for the end of a run. */
  flush(): void {
    const group = this.#group
    if (group.length === 0) return
    this.#group = []
    try {
      const values = this.#transactWithSpace(group)
      for (const [index, entry] of group.entries()) entry.resolve(values[index])
    } catch (error) {
      for (const entry of group) {
        if (group.length === 1) this.#giveUp(entry, error)
        else this.#commitAlone(entry)
      }
    }
  }

  #commitAlone(entry: Entry): void {
    try {
      entry.resolve(this.#transactWithSpace([entry])[0])
    } catch (error) {
      this.#giveUp(entry, error)
    }
  }

  #transactWithSpace(group: readonly Entry[]): unknown[] {
    try {
      return this.#transact(group)
    } catch (error) {
      if (!isOutOfSpace(error) || !this.#ports.freeSpace()) throw error
      return this.#transact(group)
    }
  }

  #transact(group: readonly Entry[]): unknown[] {
    this.#db.exec('BEGIN IMMEDIATE')
    try {
      const values = group.map((entry) => entry.work())
      this.#db.exec('COMMIT')
      return values
    } catch (error) {
      if (this.#db.inTransaction) this.#db.exec('ROLLBACK')
      throw error
    }
  }

  #giveUp(entry: Entry, error: unknown): void {
    if (entry.rescue !== undefined) this.#ports.onSpill(entry.rescue)
    entry.reject(explain(error))
  }
}

/** What the file cannot take is a matter of its surroundings; what the schema or our own code refuses is a defect. */
function explain(error: unknown): BatchError {
  if (error instanceof BatchError) return error
  const code = codeOf(error)
  if (code?.startsWith('SQLITE_') !== true || code.startsWith('SQLITE_CONSTRAINT')) {
    return new BatchError('defect', `the ledger refused a change: ${messageOf(error)}`, { cause: error })
  }
  return explainStorageFailure('the ledger could not be written', error)
}

function isOutOfSpace(error: unknown): boolean {
  const code = codeOf(error)
  return code === 'SQLITE_FULL' || code?.startsWith('SQLITE_IOERR') === true
}
