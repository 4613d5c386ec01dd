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
  /** 1 for a submission that a row is sent for. */
  hasOpenRow: number
}

/**
 * What forgetting makes of a submission's identity. `hidden`: the service has it, and the same content must never be
 * created again. `destroyed`: the service surely has nothing. `open`: its outcome is still to come, or in doubt.
 */
export type Fate = 'hidden' | 'destroyed' | 'open' | 'forgotten'

/** Pure. */
export function judgeSubmission({ state, doubted, forgottenAt, hasOpenRow }: SubmissionFacts): Fate {
  if (forgottenAt !== null) return 'forgotten'
  if (state === 'done') return 'hidden'
  if (doubted === 1) return 'open'
  if (refusedStates.has(state)) return 'destroyed'
  // An edited version that is held back; nothing sends it.
  return state === 'ready' && hasOpenRow === 0 ? 'destroyed' : 'open'
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
