import type { LedgerStore } from '../port.ts'
import type { Dialect } from './dialect.ts'
import type { Queryable } from './queryable.ts'
import type { RecordChecks } from './record-checks.ts'

/** Statements in the words of one kind of ledger. */
export interface Reader extends Queryable {
  readonly dialect: Dialect
  readonly checks: RecordChecks
}

/** The tables of a ledger of either kind. */
export interface Store extends Reader {
  /** All or nothing. `work` may run more than once, uses only its own statements, and has no other effects. */
  transaction<Result>(work: (statements: Reader) => Promise<Result>): Promise<Result>
  /** In pages, from one snapshot. Only on a connection that nothing is written on. */
  stream<Row>(text: string, values?: readonly unknown[]): AsyncGenerator<Row[]>
  /** Passes on the rows of a statement one by one, from one snapshot: they are never all in memory. */
  each<Row>(text: string, values: readonly unknown[], see: (row: Row) => void): Promise<void>
}

/** The tables of a ledger, to be read. */
export interface ReadingStore {
  name: string
  store: Store
  close(): Promise<void>
}

export interface ReadableStore extends Omit<LedgerStore, 'openExcerpt'> {
  /**
   * Undefined when there is no ledger. What must be written for it goes into the folder, which the caller deletes.
   * @throws BatchError `ledger` when it cannot be read.
   */
  read(folder: string): Promise<ReadingStore | undefined>
}
