import { createHash } from 'node:crypto'
import { refusedStates, type SubmissionState } from '../../contract/states.ts'
import { parseObject } from '../stored-json.ts'

/** The request of a forgotten submission; `{}` is one known by its identifier alone. */
export const forgottenRequest = '{"forgotten":true}'

/** The cells of a row that was emptied. */
export const forgottenCells = '[]'

export interface SubmissionFacts {
  state: SubmissionState
  /** 1 when an earlier sending may have been processed. */
  doubted: number
  forgottenAt: number | null
  /** `open`: a run may send it. `held`: all its rows are held back for an earlier version of the trip. */
  rows: 'open' | 'held' | 'none'
}

/**
 * What forgetting makes of a submission's identity. `hidden`: the same content must not be sent again. `destroyed`: the
 * service surely has nothing. `open`: its outcome is still to come, or in doubt.
 */
export type Fate = 'hidden' | 'destroyed' | 'open' | 'forgotten'

/** Pure. */
export function judgeSubmission({ state, doubted, forgottenAt, rows }: SubmissionFacts): Fate {
  if (forgottenAt !== null) return 'forgotten'
  if (state === 'done') return 'hidden'
  if (doubted === 1) return 'open'
  if (refusedStates.has(state)) return 'destroyed'
  if (state !== 'ready' || rows === 'open') return 'open'
  // A person may have said that an edited version is not to be sent. One without a row is deleted by the next load.
  return rows === 'held' ? 'hidden' : 'destroyed'
}

/** The part of a row's detail that names no person: row numbers, references to records, and flags. */
export function keepReferences(detail: string | null): string | null {
  const kept = Object.entries(parseObject<Record<string, unknown>>(detail ?? 'null') ?? {}).filter(
    ([, value]) => typeof value === 'number' || typeof value === 'boolean',
  )
  return kept.length === 0 ? null : JSON.stringify(Object.fromEntries(kept))
}

/**
 * The digest of a log line's personal part, for the audit. The salt is deleted with the content: the digest alone
 * tells nothing, and cannot be tried out.
 */
export function digestContent(salt: string, detail: string, request: string): string {
  return createHash('sha256')
    .update(`${salt}\n${JSON.stringify([detail, request])}`)
    .digest('hex')
}

/** Spaces around an identifier and its Unicode form do not count. */
export function normalizePerson(text: string): string {
  return text.trim().normalize('NFC')
}
