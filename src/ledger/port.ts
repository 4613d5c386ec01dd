import type { Clock } from '../support/clock.ts'
import type { KeyLocator } from './forgetting/forget-key.ts'
import type { Attempts, KeptStatement } from './port/attempts.ts'
import type { CellsReader, Forgetting, MentionFinder, PersonRecords } from './port/forgetting.ts'
import type { OrderedRows, Overlaps } from './port/ordered-rows.ts'
import type { Outputs } from './port/outputs.ts'
import type { Refreshing } from './port/refreshing.ts'
import type {
  AuditLine,
  LedgerOverview,
  LedgerStatus,
  RecordedRequest,
  RunChoice,
  RunComparison,
} from './port/reports.ts'
import type { Resolutions } from './port/resolutions.ts'
import type { Rules } from './port/rules.ts'
import type { RowLoader, Runs } from './port/runs.ts'
import type { Submissions } from './port/submissions.ts'
import type { Target, Targets } from './port/targets.ts'
import type { TargetPace, TeamWork } from './port/team.ts'
import type { WaitingRuns } from './port/waiting.ts'
import type { WatermarkReader } from './port/watermark.ts'

export interface OpeningOptions {
  clock: Clock
  /** Receives what the ledger could not store and must not lose, such as an identifier. */
  onSpill(record: unknown): void
  /** Folder of this user's spool: outcomes that a ledger elsewhere could not store yet. @default no spool */
  folder?: string | undefined
  /** After it, outcomes are spooled as they come, and an absent database is waited for only briefly. */
  interrupt?: AbortSignal | undefined
  /** File of the key of forgotten trips. @default none: a ledger with forgotten trips takes in no sheet */
  findForgetKey?: KeyLocator | undefined
}

/** The location of a ledger, which may not exist yet. Reading works while another process writes. */
export interface LedgerStore {
  readonly name: string
  /** True when the ledger exists and may hold requests. */
  exists(): Promise<boolean>
  /** To recognise the ledger later; undefined when it does not exist yet. */
  readWatermark<Result>(look: (ledger: WatermarkReader) => Promise<Result>): Promise<Result | undefined>
  /** The checks of `open` that need neither the lock nor a change. @throws BatchError `ledger` */
  requireUsable(): Promise<void>
  /** @throws BatchError `configuration` for a place that ends with its machine or container. */
  requireLasting(): void
  /** @throws BatchError `ledger` or `surroundings` when the ledger cannot be opened. */
  open(options: OpeningOptions): Promise<Ledger>
  /**
   * A private ledger in which a sheet can be planned as in this one. It takes from here only what its caller's rows can
   * meet, and keeps it in a folder that the caller deletes.
   */
  openExcerpt(folder: string, clock: Clock, findForgetKey?: KeyLocator): Promise<Ledger>
  /**
   * The latest run of every input, newest first; with `input`, only of inputs that were ever at that path. An older
   * run stays as long as no later one has read all of its sheets. `runId` selects one run.
   * @throws BatchError `ledger` when there is no ledger.
   */
  status(choice: RunChoice): Promise<LedgerStatus>
  /** Every attempt ever made for an input, oldest first; for all inputs by default. */
  audit(input?: string): AsyncIterable<readonly AuditLine[]>
  /** Statements about whole runs, oldest first. @throws BatchError `ledger` when there is no ledger. */
  statements(operation: KeptStatement['operation']): Promise<readonly KeptStatement[]>
  /**
   * Every known request once, from one snapshot. Requests of one operation, target and subject stand together, in
   * order of arrival.
   */
  recorded(): AsyncIterable<readonly RecordedRequest[]>
  /**
   * All records of the person with this identifier. `readCells` is asked about rows without a known request.
   * @throws BatchError `ledger` when there is no ledger.
   */
  person(id: string, readCells: CellsReader, isNamed: MentionFinder): Promise<PersonRecords>
  /** @throws BatchError `ledger` when there is no ledger. */
  overview(): Promise<LedgerOverview>
  /** Reads what is there now, without a lock or a copy; `ledger` has only the parts that read. */
  view<Result>(read: (ledger: Ledger) => Promise<Result>): Promise<Result>
  /** The ledger's side of a comparison with the service's records of a run. */
  compare(runId: number): Promise<RunComparison>
}

/** Rights of other users on the ledger: none, removed just now, or still there because they could not be changed. */
export type Rights = 'own' | 'tightened' | 'open'

/** One process holds it at a time, except in a team's database. */
export interface Ledger {
  readonly name: string
  /** Created by this opening: it knows no earlier request. */
  readonly isNew: boolean
  readonly rights: Rights
  /** Created once; event identifiers are derived from it. */
  readonly id: string
  /** Number of submissions that an earlier process left in doubt; they are `unknown` now. */
  readonly recovered: number
  /** Set when the ledger came without its mark, as a copy does: the last time recorded in it, 0 for none. */
  readonly counterMissingSince?: number | undefined
  /** Number of outcomes taken in from the spool. */
  readonly replayedOutcomes?: number
  readonly targets: Targets
  /** One pace for all processes that send to a target; undefined when no other process can. */
  readonly paceOf?: (target: Target) => TargetPace
  readonly runs: Runs
  readonly rowLoader: RowLoader
  readonly waiting: WaitingRuns
  readonly submissions: Submissions
  readonly refreshing: Refreshing
  readonly order: OrderedRows
  readonly overlaps: Overlaps
  readonly resolutions: Resolutions
  readonly attempts: Attempts
  readonly outputs: Outputs
  readonly forgetting: Forgetting
  readonly rules: Rules
  /** Undefined where one process holds the ledger at a time. */
  readonly team?: TeamWork
  /** Commits waiting changes at once. */
  flush(): Promise<void>
  close(): Promise<void>
}
