import type { Clock } from '../support/clock.ts'
import type { KeyLocator } from './forgetting/forget-key.ts'
import type { LedgerOverview, LedgerStatus, RunChoice } from './port/reports.ts'
import type { Target } from './port/targets.ts'
import type { TargetPace, TeamWork } from './port/team.ts'
import type { WatermarkReader } from './store/attempts.ts'
import type { createParts } from './store/parts.ts'
import type { createReports } from './store/reports.ts'
import type { ReadingStore } from './store/store.ts'

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
export interface LedgerStore extends Omit<ReturnType<typeof createReports>, 'reading'> {
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
  /** @throws BatchError `ledger` when there is no ledger. */
  overview(): Promise<LedgerOverview>
}

export interface ReadableStore extends Omit<LedgerStore, 'openExcerpt'> {
  /**
   * Undefined when there is no ledger. What must be written for it goes into the folder, which the caller deletes.
   * @throws BatchError `ledger` when it cannot be read.
   */
  read(folder: string): Promise<ReadingStore | undefined>
}

/** Rights of other users on the ledger: none, removed just now, or still there because they could not be changed. */
export type Rights = 'own' | 'tightened' | 'open'

/** One process holds it at a time, except in a team's database. */
export interface Ledger extends ReturnType<typeof createParts> {
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
  /** One pace for all processes that send to a target; undefined when no other process can. */
  readonly paceOf?: (target: Target) => TargetPace
  /** Undefined where one process holds the ledger at a time. */
  readonly team?: TeamWork
  /** Commits waiting changes at once. */
  flush(): Promise<void>
  close(): Promise<void>
}
