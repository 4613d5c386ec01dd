import type { Dialect } from './dialect.ts'
import type { Queryable } from './queryable.ts'
import type { RecordChecks } from './record-checks.ts'

/** The tables of a ledger of either kind. */
export interface Store extends Queryable {
  readonly dialect: Dialect
  readonly checks: RecordChecks
  /** All or nothing. `work` may run more than once, uses only its own statements, and has no other effects. */
  transaction<Result>(work: (statements: Queryable) => Promise<Result>): Promise<Result>
  /** Passes on the rows of a statement one by one, from one snapshot: they are never all in memory. */
  each<Row>(text: string, values: readonly unknown[], see: (row: Row) => void): Promise<void>
}
