import type { AttemptFacts } from './attempts.ts'
import type { Scope } from './targets.ts'

export interface KnownAssessment {
  id: number
  identifier: string
  request: string
}

/** Which of what is known to ask for again. */
export interface RefreshChoice {
  /** Absolute path of an input: only what was created from it; undefined: all. */
  file: string | undefined
  /** What has scores already as well. */
  isScoredToo: boolean
}

export interface ScoredRow {
  seq: number
  id: number
  identifier: string
  /** Whom it is about. */
  subject: string | null
}

/** Asking again for scores, also where there are some: no state is left for it, and what was there before is in the log. */
export interface Refreshing {
  knownPage(scope: Scope, choice: RefreshChoice, afterId: number, limit: number): Promise<KnownAssessment[]>
  /** Ends the loading of such a run, and plans its polls. */
  complete(runId: number, now: number): Promise<void>
  /** Rows of a run with the scores of an earlier one. */
  scoredPage(runId: number, afterSeq: number, limit: number): Promise<ScoredRow[]>
  /** done, with other scores; the log has those that were there before. */
  rescore(runId: number, id: number, result: string, attempt: AttemptFacts): Promise<void>
  /** Stays as it is; the log says what was answered. */
  logAttempt(id: number, attempt: AttemptFacts): Promise<void>
}
