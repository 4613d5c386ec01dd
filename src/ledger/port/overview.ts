import type { SubmissionState } from '../../contract/states.ts'
import type { TargetRules } from './rules.ts'

export interface HolderView {
  /** `account@machine` */
  name: string
  process: number
  since: number
  /** Time since its last heartbeat; undefined without a lease. */
  heardMs: number | undefined
}

export interface ActiveRun {
  id: number
  operation: string
  company: string
  file: string
  by: string
  since: number
  rows: number
  /** Number of rows that are ready, sending, or waiting for scores. */
  open: number
}

export interface PaceView {
  address: string
  company: string
  /** Undefined until a limit is known. */
  perSecond: number | undefined
  heldMs: number
  cuts: number
  /** Time since the last request of any process. */
  idleMs: number
}

export interface LedgerOverview {
  id: string
  version: number
  bytes: number
  /** True when a flipped bit on the disk is noticed on reading. */
  hasChecksums: boolean
  /** Records from before the checksums, which nothing verifies; undefined where pages are verified instead. */
  unsummed?: number
  holders: HolderView[]
  runs: ActiveRun[]
  /** Number of requests by state; those in doubt are `sending` and `unknown`. */
  states: Partial<Record<SubmissionState, number>>
  /** Requests whose content was erased. */
  forgotten: number
  /** Of the targets that have any. */
  rules: readonly TargetRules[]
  /** By HTTP status, requests that were taken for “not processed” because of it. */
  trusted: Readonly<Record<string, number>>
  /** For targets with several senders; empty in a ledger of one process. */
  paces: PaceView[]
}
