import type { Claim } from '../port/submissions.ts'
import type { ClaimRequest, GuardedChange } from './group-statement.ts'

/** What became of a change: made, too late, or not made because a row has its identifier. */
export type ChangeResult = 'moved' | 'overtaken' | { rowNumber: number | null }

export interface ChangeEntry {
  kind: 'change'
  id: number
  change: GuardedChange
  /** Gives what to save by other means when the ledger cannot take it. */
  rescue: (() => unknown) | undefined
  resolve(end: ChangeResult): void
  reject(error: unknown): void
}

export interface ClaimEntry {
  kind: 'claim'
  id: number
  asked: ClaimRequest
  resolve(claim: Claim | undefined): void
  reject(error: unknown): void
}

export type GroupEntry = ChangeEntry | ClaimEntry
