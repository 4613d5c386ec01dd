import { describe, expect, it } from 'vitest'
import type { Proof, RetrieveProof } from '../../rooms/client.ts'
import { classifyEnd, suspectAddress } from '../../rooms/pipeline/engine.ts'
import { refused } from '../proofs.ts'

const done: Proof = { kind: 'done', identifier: 'A-1', reportUrl: '' }
const notSent: Proof = { kind: 'not-sent', reason: 'connection refused' }
const notProcessed: Proof = { kind: 'not-processed', reason: 'HTTP 429', retryAfterMs: undefined }
const unknown: Proof = { kind: 'unknown', reason: 'time-out', raw: '', isForeign: false }
const pending: RetrieveProof = { kind: 'pending' }
const notFound: RetrieveProof = { kind: 'not-found', message: 'Not Found', isInContract: true }

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
    expect(suspectAddress({ ...retry, isForeign: true })).toEqual({
      kind: 'stop',
      cause: 'address',
      message: retry.reason,
      isProcessed: 'no',
      raw: '',
    })
  })

  it('an error of a path that is not there', () => {
    const proof = suspectAddress({ kind: 'not-found', message: 'No such endpoint', isInContract: false })
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
    expect(suspectAddress(proof)).toBe(proof)
  })
})

describe('what an answer says of limits', () => {
  it.each<[string, Proof, number | undefined, object]>([
    ['a success', done, 200, { kind: 'answered' }],
    ['a refusal', refused, 200, { kind: 'answered' }],
    ['a 429', { ...notProcessed, retryAfterMs: 5 }, 429, { kind: 'refused', retryAfterMs: 5, status: 429 }],
    [
      'a 429 that proves nothing',
      { ...unknown, slowDown: { retryAfterMs: 5 } },
      429,
      { kind: 'refused', retryAfterMs: 5, status: 429 },
    ],
    ['silence', unknown, undefined, { kind: 'timed-out' }],
    ['a 502', unknown, 502, { kind: 'lost' }],
    ['no connection', notSent, undefined, { kind: 'lost' }],
  ])('to a create: %s', (_, proof, status, expected) => {
    expect(classifyEnd(proof, status)).toEqual(expected)
  })

  it.each<[string, RetrieveProof, number | undefined, object]>([
    ['Pending', pending, 200, { kind: 'answered' }],
    ['Not Found', notFound, 200, { kind: 'answered' }],
    [
      'a 429',
      { ...retry, isForeign: false, isThrottled: true, retryAfterMs: 5 },
      429,
      { kind: 'refused', retryAfterMs: 5, status: 429 },
    ],
    ['silence', { ...retry, isForeign: false }, undefined, { kind: 'timed-out' }],
    ['a 502', { ...retry, isForeign: false }, 502, { kind: 'lost' }],
    ['no connection', { ...retry, isForeign: false, isConnection: true }, undefined, { kind: 'lost' }],
  ])('to a retrieve: %s', (_, proof, status, expected) => {
    expect(classifyEnd(proof, status)).toEqual(expected)
  })
})
