import { setImmediate } from 'node:timers/promises'
import type { Database, Statement } from '../../support/sqlite.ts'
import { explainStorageFailure, isStorageFailure } from '../storage-failure.ts'
import { sqliteDialect } from '../store/dialect.ts'
import type { Reader, RecordChecks, Store } from '../store/store.ts'
import { diagnoseFailure } from './file/diagnose-failure.ts'
import { createRecordChecks } from './schema/record-checks.ts'

/** A transaction gives other work a turn of the event loop after this time. */
const turnMs = 25

const pageSize = 500

/**
 * A connection to the file as a store. A statement is done before its call returns, unless a transaction goes on; a
 * caller of several thus gives others a turn in between. Each text is prepared once.
 */
export class FileStore implements Store {
  readonly dialect = sqliteDialect
  readonly checks: RecordChecks
  readonly db: Database
  /** Its statements belong to the transaction that goes on. */
  readonly joined: Reader
  readonly #prepared = new Map<string, Statement<unknown[], unknown>>()

  constructor(db: Database) {
    this.db = db
    this.checks = createRecordChecks(db)
    const query = async <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> => this.#ask(text, values)
    this.joined = { query, dialect: this.dialect, checks: this.checks }
  }

  query<Row = unknown>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.#alone(() => this.#ask<Row>(text, values))
  }

  async transaction<Result>(work: (statements: Reader) => Promise<Result>): Promise<Result> {
    let turnAt = performance.now() + turnMs
    const query = async <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> => {
      if (performance.now() > turnAt) {
        await setImmediate()
        turnAt = performance.now() + turnMs
      }
      return this.#ask<Row>(text, values)
    }
    try {
      const result = await this.db.transactionAwaiting(() => work({ ...this.joined, query }))
      await setImmediate()
      return result
    } catch (error) {
      throw this.#explain(error)
    }
  }

  each<Row>(text: string, values: readonly unknown[], see: (row: Row) => void): Promise<void> {
    return this.#alone(() => {
      for (const row of this.#prepare(text).iterate(...values.map(bindable))) see(row as Row)
    })
  }

  async *stream<Row>(text: string, values: readonly unknown[] = []): AsyncGenerator<Row[]> {
    let page: Row[] = []
    try {
      for (const row of this.#prepare(text).iterate(...values.map(bindable))) {
        if (page.push(row as Row) < pageSize) continue
        yield page
        page = []
      }
    } catch (error) {
      throw this.#explain(error)
    }
    if (page.length > 0) yield page
  }

  #ask<Row>(text: string, values: readonly unknown[]): Row[] {
    return this.#prepare(text).all(...values.map(bindable)) as Row[]
  }

  #prepare(text: string): Statement<unknown[], unknown> {
    const known = this.#prepared.get(text)
    if (known !== undefined) return known
    // SQLite takes `$1` for a name, bound where it stands first.
    const statement = this.db.prepare<unknown[], unknown>(text.replace(/\$(\d+)/g, '?$1'))
    this.#prepared.set(text, statement)
    return statement
  }

  /** Outside of a transaction that goes on. */
  async #alone<Result>(work: () => Result): Promise<Result> {
    while (this.db.pendingTransaction !== undefined) await this.db.pendingTransaction
    try {
      const result = work()
      await setImmediate()
      return result
    } catch (error) {
      throw this.#explain(error)
    }
  }

  #explain(error: unknown): unknown {
    return diagnoseFailure(
      this.db,
      isStorageFailure(error) ? explainStorageFailure('the ledger could not be used', error) : error,
    )
  }
}

function bindable(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0
  return Array.isArray(value) ? JSON.stringify(value) : value
}
