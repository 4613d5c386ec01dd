import type { AttemptFacts } from './attempts.ts'
import type { Scope } from './targets.ts'

export interface KnownAssessment {
  id: number
  identifier: string
  request: string
}

export interface RefreshChoice {
  file: string | undefined
  isScoredToo: boolean
}

export interface ScoredRow {
  seq: number
  id: number
  identifier: string
  subject: string | null
}

/**
 * Polls for scores again, even where there are some. No submission changes its state, and earlier scores are in the
 * log.
 */
export interface Refreshing {
  knownPage(scope: Scope, choice: RefreshChoice, afterId: number, limit: number): Promise<KnownAssessment[]>
  /** Ends the loading of a refreshing run, and plans its polls. */
  complete(runId: number, now: number): Promise<void>
  scoredPage(runId: number, afterSeq: number, limit: number): Promise<ScoredRow[]>
  /** done, with other scores; the log keeps the earlier ones. */
  rescore(runId: number, id: number, result: string, attempt: AttemptFacts): Promise<void>
  /** Keeps the submission as it is, and logs the answer. */
  logAttempt(id: number, attempt: AttemptFacts): Promise<void>
}
