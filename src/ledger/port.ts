import type { Attempts } from './port/attempts.ts'
import type { Outputs } from './port/outputs.ts'
import type { Overlaps } from './port/overlaps.ts'
import type { Resolutions } from './port/resolutions.ts'
import type { Register, Runs } from './port/runs.ts'
import type { Targets } from './port/targets.ts'
import type { OrderedRows } from './sqlite/ordered-rows.ts'
import type { Rights } from './sqlite/own-files.ts'
import type { Refreshing } from './sqlite/refreshing.ts'
import type { Submissions } from './sqlite/submissions.ts'

/** The durable memory of a workspace. One process holds it at a time. */
export interface Ledger {
  readonly file: string
  /** Made by this very opening: nothing that was sent before is known in it. */
  readonly isNew: boolean
  /** Whether others could use its file, and whether they still can. */
  readonly rights: Rights
  /** Made once; event identifiers are derived from it. */
  readonly id: string
  /** How many submissions an earlier process left in doubt; they are `unknown` now. */
  readonly recovered: number
  readonly targets: Targets
  readonly runs: Runs
  readonly register: Register
  readonly submissions: Submissions
  readonly refreshing: Refreshing
  readonly order: OrderedRows
  readonly overlaps: Overlaps
  readonly resolutions: Resolutions
  readonly attempts: Attempts
  readonly outputs: Outputs
  /** Commits what is waiting, at once. */
  flush(): void
  close(): void
}
