import { possiblyCreatedStates } from '../../contract/states.ts'
import type { Submission } from '../../ledger/port/outcomes.ts'
import { toIsoTime } from '../../support/clock.ts'

/** e.g. `Created by ben@laptop on 2026-03-01.`; empty for rows of this user, and for unsent rows. */
export function describeSender(submission: Submission | undefined, doneWord: string): string {
  if (submission?.sender === undefined) return ''
  const { state, sender, sentAt, acceptedAt } = submission
  const on = sentAt === undefined ? '' : ` on ${toIsoTime(sentAt).slice(0, 10)}`
  if (state === 'sending') return `Is being sent by ${sender}.`
  if (state === 'unknown') return `Was sent by ${sender}${on}.`
  if (!possiblyCreatedStates.has(state)) return ''
  const did = acceptedAt === undefined ? doneWord : 'created'
  return `${did.charAt(0).toUpperCase()}${did.slice(1)} by ${sender}${on}.`
}
