import { expect, it } from 'vitest'
import { judgeToken } from '../../../src/app/doctor/check-token.ts'
import type { RetrieveProof } from '../../../src/client/evidence.ts'

const notFound = (message: string): RetrieveProof => ({ kind: 'not-found', message, isInContract: true })
const stop = (cause: 'authorisation' | 'redirect'): RetrieveProof => {
  return { kind: 'stop', cause, message: 'Invalid Auth', isProcessed: 'no', raw: '' }
}
const retry: RetrieveProof = {
  kind: 'retry',
  reason: 'HTTP 503',
  isConnection: false,
  isThrottled: true,
  isForeign: false,
  retryAfterMs: undefined,
}

it.each<[string, RetrieveProof, string]>([
  ['no such assessment: the token was accepted', notFound('Not Found'), 'ok'],
  ['the token is refused', stop('authorisation'), 'failed'],
  ['another refusal says nothing of it', notFound('assessmentId is malformed'), 'skipped'],
  ['nor does an answer that may differ later', retry, 'skipped'],
  ['nor a redirect', stop('redirect'), 'skipped'],
])('%s', (_, proof, state) => {
  expect(judgeToken(proof, 'default', 'from RWA_API_TOKEN').state).toBe(state)
})
