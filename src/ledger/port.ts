import type { Clock } from '../support/clock.ts'
import type { Attempts, KeptStatement } from './port/attempts.ts'
import type { OrderedRows } from './port/ordered-rows.ts'
import type { Outputs } from './port/outputs.ts'
import type { Overlaps } from './port/overlaps.ts'
import type { LedgerOverview } from './port/overview.ts'
import type { TargetPace } from './port/pace.ts'
import type { Refreshing } from './port/refreshing.ts'
import type { AuditLine, LedgerStatus, RecordedRequest, RunComparison } from './port/reports.ts'
import type { Resolutions } from './port/resolutions.ts'
import type { RowLoader, Runs } from './port/runs.ts'
import type { Submissions } from './port/submissions.ts'
import type { Target, Targets } from './port/targets.ts'
import type { TeamWork } from './port/team.ts'
import type { WatermarkReader } from './port/watermark.ts'

export interface OpeningOptions {
  clock: Clock
  /** Receives what the ledger could not take and must not be lost: an identifier, for one. */
  onSpill(record: unknown): void
  /** Where outcomes are kept for this user that a ledger elsewhere could not take, until it can. @default nothing is kept */
  folder?: string | undefined
}

/** Where a ledger is, or may be. Looking at it works while somebody else writes it. */
export interface LedgerStore {
  /** As messages name it. */
  readonly name: string
  /** Whether there is one that may know something. */
  exists(): Promise<boolean>
  /** What it is recognised by later; undefined where there is none yet. The caller closes it. */
  readWatermark(): Promise<WatermarkReader | undefined>
  /** @throws BatchError `ledger` or `surroundings` when it cannot be had. */
  open(options: OpeningOptions): Promise<Ledger>
  /**
   * A ledger that begins as this one is now, and is seen by nobody else. What it needs it keeps in a folder that the
   * caller throws away.
   */
  openCopy(folder: string, clock: Clock): Promise<Ledger>
  /**
   * The latest run of every input, or of the inputs that were ever at one path; newest first: those whose sheets no
   * later run has read as well. `runId` leaves out all but that run. @throws BatchError `ledger` when there is none.
   */
  status(choice: { input?: string | undefined; runId?: number | undefined }): Promise<LedgerStatus>
  /**
   * Who was told what, when, with which answer: every attempt ever made for an input, oldest first; of all inputs when
   * none is named.
   */
  audit(input?: string): AsyncIterable<readonly AuditLine[]>
  /** What was said of runs as a whole, oldest first. @throws BatchError `ledger` when there is none. */
  statements(operation: KeptStatement['operation']): Promise<readonly KeptStatement[]>
  /**
   * Every request that it knows, once, all as they are at one moment; those of one operation, target and subject stand
   * together, in the order in which they came.
   */
  recorded(): AsyncIterable<readonly RecordedRequest[]>
  /** All of it at a glance. @throws BatchError `ledger` when there is none. */
  overview(): Promise<LedgerOverview>
  /** What it holds of a run, to compare it with what the service holds. */
  compare(runId: number): Promise<RunComparison>
}

/** Whether others may read or write the ledger: not any more, or still, because its rights could not be changed. */
export type Rights = 'own' | 'tightened' | 'open'

/** The durable memory of a workspace. One process holds it at a time. */
export interface Ledger {
  /** As messages name it. */
  readonly name: string
  /** Made by this very opening: nothing that was sent before is known in it. */
  readonly isNew: boolean
  /** Whether others could use it, and whether they still can. */
  readonly rights: Rights
  /** Made once; event identifiers are derived from it. */
  readonly id: string
  /** How many submissions an earlier process left in doubt; they are `unknown` now. */
  readonly recovered: number
  /** It came without its mark, as a copy does; undefined where nothing is odd. The last time that it knows of, 0 for none. */
  readonly counterMissingSince?: number | undefined
  /** How many outcomes were taken in that the ledger could not take when they came. */
  readonly replayedOutcomes?: number
  readonly targets: Targets
  /** The one pace of all processes that send to a target; undefined where no other process can. */
  readonly paceOf?: (target: Target) => TargetPace
  readonly runs: Runs
  readonly rowLoader: RowLoader
  readonly submissions: Submissions
  readonly refreshing: Refreshing
  readonly order: OrderedRows
  readonly overlaps: Overlaps
  readonly resolutions: Resolutions
  readonly attempts: Attempts
  readonly outputs: Outputs
  /** Undefined where one process holds it at a time. */
  readonly team?: TeamWork
  /** Commits what is waiting, at once. */
  flush(): Promise<void>
  close(): Promise<void>
}
