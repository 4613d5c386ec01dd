import { describe, expect, it } from 'vitest'
import type { Proof, RetrieveProof } from '../../rooms/client.ts'
import { suspectAddress, suspectAddressOnRead } from '../../rooms/pipeline/engine.ts'

const retry = {
  kind: 'retry',
  reason: 'HTTP 404 (Not Found)',
  isConnection: false,
  isThrottled: false,
  retryAfterMs: undefined,
} as const

describe('an answer to the first request is about the address', () => {
  it.each<[string, Proof, 'no' | 'unknown']>([
    [
      'a refusal by its status alone: nothing was processed',
      { kind: 'refused', field: '', message: 'HTTP 404 (Not Found)', isInContract: false, raw: '{}', saysMore: false },
      'no',
    ],
    [
      'a page that came with success: who knows',
      { kind: 'unknown', reason: 'HTTP 200 (OK): <html>', raw: '<html>', isForeign: true },
      'unknown',
    ],
  ])('%s', (_, proof, isProcessed) => {
    expect(suspectAddress(proof)).toMatchObject({ kind: 'stop', cause: 'address', isProcessed })
  })

  it('when it is one to a retrieve', () => {
    expect(suspectAddressOnRead({ ...retry, isForeign: true })).toEqual({
      kind: 'stop',
      cause: 'address',
      message: retry.reason,
      isProcessed: 'no',
      raw: '',
    })
  })

  it('an error of a path that is not there', () => {
    const proof = suspectAddressOnRead({ kind: 'not-found', message: 'No such endpoint', isInContract: false })
    expect(proof).toMatchObject({ kind: 'stop', cause: 'address', message: 'No such endpoint', isProcessed: 'no' })
  })
})

describe('it is about something else', () => {
  it.each<Proof>([
    { kind: 'done', identifier: 'a', reportUrl: '' },
    { kind: 'refused', field: '', message: 'no', isInContract: true, raw: '{}', saysMore: false },
    { kind: 'unknown', reason: 'HTTP 502', raw: '', isForeign: false },
    { kind: 'not-sent', reason: 'refused' },
    { kind: 'not-processed', reason: 'HTTP 429', retryAfterMs: undefined },
    { kind: 'stop', cause: 'redirect', message: 'HTTP 302', isProcessed: 'unknown', raw: '' },
  ])('$kind', (proof) => {
    expect(suspectAddress(proof)).toBe(proof)
  })

  it.each<RetrieveProof>([
    { ...retry, isForeign: false },
    { kind: 'pending' },
    { kind: 'not-found', message: 'Not Found', isInContract: true },
  ])('when a retrieve gives: $kind', (proof) => {
    expect(suspectAddressOnRead(proof)).toBe(proof)
  })
})
