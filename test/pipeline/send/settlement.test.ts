import { describe, expect, it } from 'vitest'
import type { Proof } from '../../rooms/client.ts'
import type { Settlement } from '../../rooms/ledger/port.ts'
import { decideSettlement, describeSettlement } from '../../rooms/pipeline/send.ts'
import { refused } from '../proofs.ts'

const facts: Parameters<typeof decideSettlement>[1] = { tries: 1, mostTries: 3, firstPollAt: undefined }
const polled = { ...facts, firstPollAt: 7_000 }
const lastTry = { ...facts, tries: 3 }

const created: Proof = { kind: 'done', identifier: 'A-1', reportUrl: 'https://reports.example/A-1' }
const unknown: Proof = { kind: 'unknown', reason: 'no answer within 45 s', raw: '{"cut', isForeign: false }
const notSent: Proof = { kind: 'not-sent', reason: 'connection refused' }
const tooMany: Proof = { kind: 'not-processed', reason: 'HTTP 429', retryAfterMs: 5_000 }
const stop = { kind: 'stop', cause: 'authorisation', message: 'Invalid Auth', raw: 'Invalid Auth' } as const

const cases: readonly [string, Proof, typeof facts, Settlement, string, string][] = [
  [
    'a success whose scores are waited for',
    created,
    polled,
    { to: 'accepted', identifier: 'A-1', reportUrl: 'https://reports.example/A-1', nextPollAt: 7_000 },
    'accepted',
    'A-1',
  ],
  ['a success with nothing to wait for', created, facts, { to: 'done', identifier: 'A-1' }, 'done', 'A-1'],
  [
    'a refusal',
    refused,
    polled,
    { to: 'rejected', field: 'destination', message: 'Incorrect Country', rawAnswer: '{}' },
    'rejected',
    'destination; Incorrect Country',
  ],
  [
    'a refusal of no field',
    { ...refused, field: '' },
    facts,
    { to: 'rejected', field: '', message: 'Incorrect Country', rawAnswer: '{}' },
    'rejected',
    'Incorrect Country',
  ],
  [
    'what cannot be known, on whatever try',
    unknown,
    lastTry,
    { to: 'unknown', reason: 'no answer within 45 s', rawAnswer: '{"cut' },
    'unknown',
    'no answer within 45 s',
  ],
  [
    'not sent, on whatever try',
    notSent,
    lastTry,
    { to: 'ready', reason: 'connection refused' },
    'not-sent',
    'connection refused',
  ],
  ['not processed, with tries left', tooMany, facts, { to: 'ready', reason: 'HTTP 429' }, 'not-processed', 'HTTP 429'],
  ['not processed, on the last try', tooMany, lastTry, { to: 'failed', reason: 'HTTP 429' }, 'failed', 'HTTP 429'],
  [
    'the end of the run, with the row surely not processed, whatever its tries',
    { ...stop, isProcessed: 'no' },
    lastTry,
    { to: 'ready', reason: 'Invalid Auth' },
    'authorisation',
    'Invalid Auth',
  ],
  [
    'the end of the run, with the row perhaps processed',
    { ...stop, isProcessed: 'unknown' },
    facts,
    { to: 'unknown', reason: 'Invalid Auth', rawAnswer: 'Invalid Auth' },
    'unknown',
    'Invalid Auth',
  ],
]

describe('what a row comes to', () => {
  it.each(cases)('%s', (_title, proof, given, settlement) => {
    expect(decideSettlement(proof, given)).toEqual(settlement)
  })

  it.each(cases)('stands in the log: %s', (_title, proof, given, _settlement, outcome, detail) => {
    expect(describeSettlement(decideSettlement(proof, given), proof)).toEqual({ outcome, detail })
  })
})
