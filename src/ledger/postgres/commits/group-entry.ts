import type { Claim } from '../../port/submissions.ts'
import type { ClaimRequest, GuardedChange } from './group-statement.ts'

export type ChangeResult = 'moved' | 'overtaken' | { rowNumber: number | null }

interface ChangeEntry {
  kind: 'change'
  id: number
  change: GuardedChange
  resolve(end: ChangeResult): void
  reject(error: unknown): void
}

interface ClaimEntry {
  kind: 'claim'
  id: number
  asked: ClaimRequest
  resolve(claim: Claim | undefined): void
  reject(error: unknown): void
}

export type GroupEntry = ChangeEntry | ClaimEntry
