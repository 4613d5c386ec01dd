import { createHash } from 'node:crypto'

/** A line that is never changed once it is written, and a digest of what it says. */
export interface LoggedPosition {
  /** 0: there is none. */
  number: number
  digest: string
}

/** What shows later that a ledger is still the one that was seen, and knows at least as much. Nothing of a person is in it. */
export interface LedgerWatermark {
  ledgerId: string
  /** Openings are counted from 1 again where it is moved from one to the other. */
  kind: 'file' | 'database'
  /** The latest opening to write it: every process that does notes itself in the ledger first. */
  opening: LoggedPosition
  /** The latest line of its log. */
  attempt: LoggedPosition
  /** Of a database: made with a data folder, and copied with it. Empty where there is none, or the server does not say. */
  system: string
  /** Of a database: another one is begun by a server that takes over, and by one that is put back from a copy. */
  timeline: string
}

/** A ledger that is looked at without being opened to write. */
export interface WatermarkReader {
  watermark: LedgerWatermark
  /** What it says today at the numbers of an earlier sight; undefined where it has no such line. */
  digestsAt(before: LedgerWatermark): Promise<EarlierDigests>
  close(): Promise<void>
}

export interface EarlierDigests {
  opening: string | undefined
  attempt: string | undefined
}

/**
 * Why a ledger does not know all that it knew when it was seen before: what it no longer knows would be sent once more.
 * Undefined when it does, also where other users have added to it since. Pure.
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
    return `line ${before.attempt.number} of its log is not the one that was there: a copy of it was used since, or it is damaged`
  }
  if (before.kind !== now.kind) return undefined
  if (isOther(before.opening, then.opening)) {
    return `it does not know that this user has opened it for the ${before.opening.number}. time: ${copied}`
  }
  if (differ(before.system, now.system))
    return 'it is on another server than before: it was put back from a copy, or moved'
  if (!differ(before.timeline, now.timeline)) return undefined
  return `another server has taken over, or it was put back from a copy (timeline ${now.timeline}, ${before.timeline} before): it may lack what was confirmed last`
}

function isOther(before: LoggedPosition, now: string | undefined): boolean {
  return before.number > 0 && now !== before.digest
}

function differ(before: string, now: string): boolean {
  return before !== '' && now !== '' && before !== now
}

/** What is kept of a line to recognise it later; what the line says cannot be read from it. */
export function digestValues(values: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 32)
}

/** What of a line of the log is never changed, not even where a person is forgotten; in this order. */
export const attemptColumns = 'id, submission_id, run_id, operation, sent_at, answered_at, http_status, outcome'
/** The same of an opening. */
export const openingColumns = 'id, account, machine, process, since'
