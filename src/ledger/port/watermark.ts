import { createHash } from 'node:crypto'

export interface LoggedPosition {
  /** 0: no line. */
  number: number
  digest: string
}

/** A line of the log, with its time. */
export interface LoggedLine extends LoggedPosition {
  at: number
}

/** Which ledger, and the last line of its log then. */
export interface LedgerLine extends LoggedLine {
  ledgerId: string
}

export interface LedgerWatermark {
  ledgerId: string
  /** A move from one kind to the other restarts the count of openings. */
  kind: 'file' | 'database'
  /** The latest opening for writing: every process records itself in the ledger first. */
  opening: LoggedPosition
  attempt: LoggedPosition
  /** Database only: created with a data folder, and copied with it. Empty when the server does not tell. */
  system: string
  /** Database only: a server that takes over begins another timeline, and so does a restored one. */
  timeline: string
}

export type EarlierDigests = Record<'opening' | 'attempt', string | undefined>

/**
 * The reason to believe that a ledger lost requests since it was last seen: they would be sent once more. Undefined
 * when it knows them all, also with additions of other users. Pure.
 */
export function explainRollback(
  before: LedgerWatermark,
  now: LedgerWatermark,
  then: EarlierDigests,
): string | undefined {
  const copied = 'it was put back from a copy, is one, or is damaged'
  if (now.attempt.number < before.attempt.number) {
    const lost = before.attempt.number - now.attempt.number
    return `it lacks the last ${lost} of ${before.attempt.number} lines of its log: ${copied}`
  }
  if (isOther(before.attempt, then.attempt)) {
    return `line ${before.attempt.number} of its log has changed: a copy of it was used since, or it is damaged`
  }
  if (before.kind !== now.kind) return undefined
  if (isOther(before.opening, then.opening)) {
    return `it lacks opening ${before.opening.number}, which this user has seen: ${copied}`
  }
  if (differ(before.system, now.system))
    return 'it is on another server than before: it was put back from a copy, or moved'
  if (!differ(before.timeline, now.timeline)) return undefined
  return `another server has taken over, or it was put back from a copy (timeline ${now.timeline}, ${before.timeline} before): it may lack the last confirmed changes`
}

function isOther(before: LoggedPosition, now: string | undefined): boolean {
  return before.number > 0 && now !== before.digest
}

function differ(before: string, now: string): boolean {
  return before !== '' && now !== '' && before !== now
}

/** Recognises a line later without revealing its content. */
export function digestValues(values: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 32)
}

/** Columns of the log that never change, not even when a person is forgotten; in this order. */
export const attemptColumns = 'id, submission_id, run_id, operation, sent_at, answered_at, http_status, outcome'
/** The same for openings. */
export const openingColumns = 'id, account, machine, process, since'
