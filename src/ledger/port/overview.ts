import type { SubmissionState } from '../../contract/states.ts'

/** A process that has the ledger open for writing. */
export interface HolderView {
  /** `account@machine` */
  name: string
  process: number
  since: number
  /** So long ago it was heard of last; undefined where it need not be heard of. */
  heardMs: number | undefined
}

/** A run that somebody is doing now. */
export interface ActiveRun {
  id: number
  operation: string
  company: string
  file: string
  by: string
  since: number
  rows: number
  /** Of these, those that are ready, on their way, or waiting for scores. */
  open: number
}

/** How fast the processes that send to a target send together. */
export interface PaceView {
  address: string
  company: string
  /** None while no limit is known. */
  perSecond: number | undefined
  heldMs: number
  cuts: number
  /** So long ago somebody sent last. */
  idleMs: number
}

/** A ledger as a whole, for who looks after it. */
export interface LedgerOverview {
  /** Its own name. */
  id: string
  version: number
  bytes: number
  /** Whether a flipped bit on the disk is noticed when it is read. */
  hasChecksums: boolean
  holders: HolderView[]
  runs: ActiveRun[]
  /** How many requests it knows, by state; those in doubt are `sending` and `unknown`. */
  states: Partial<Record<SubmissionState, number>>
  /** Of those who send together; none in a ledger of one process. */
  paces: PaceView[]
}
