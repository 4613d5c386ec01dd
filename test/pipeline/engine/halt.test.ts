import { describe, expect, it } from 'vitest'
import type { HaltReason } from '../../rooms/messages.ts'
import { Halt } from '../../rooms/pipeline/engine.ts'

const unknowns: HaltReason = { kind: 'unknowns', count: 10 }
const errors: HaltReason = { kind: 'errors', count: 3 }
const interrupted: HaltReason = { kind: 'interrupted' }
const authorisation: HaltReason = { kind: 'authorisation', message: 'Invalid Auth' }
const broken: HaltReason = { kind: 'broken', error: new Error('disk full') }

function stop(...reasons: HaltReason[]): Halt {
  const halt = new Halt()
  for (const reason of reasons) halt.stop(reason)
  return halt
}

describe('a halt', () => {
  it('is none until something stops the run', () => {
    const halt = stop()
    expect([halt.reason, halt.sending.aborted, halt.everything.aborted]).toEqual([undefined, false, false])
  })

  it.each<[HaltReason['kind'], boolean, HaltReason]>([
    ['unknowns', false, unknowns],
    ['errors', false, errors],
    ['rejections', false, { kind: 'rejections', field: 'destination', message: 'Incorrect Country' }],
    ['interrupted', true, interrupted],
    ['authorisation', true, authorisation],
    ['redirect', true, { kind: 'redirect', message: 'HTTP 301' }],
    ['unreachable', true, { kind: 'unreachable', message: 'refused' }],
    ['held-off', true, { kind: 'held-off', message: 'an hour' }],
    ['broken', true, broken],
  ])('%s ends creating; asking for scores too: %s', (_, endsEverything, reason) => {
    const halt = stop(reason)
    expect([halt.sending.aborted, halt.everything.aborted]).toEqual([true, endsEverything])
  })

  it.each<[string, HaltReason[], HaltReason]>([
    ['the first of equals counts', [unknowns, errors], unknowns],
    ['the first of equals counts, of hard ones too', [authorisation, interrupted], authorisation],
    ['a harder one replaces a softer one', [unknowns, authorisation], authorisation],
    ['a softer one replaces nothing', [interrupted, unknowns], interrupted],
    ['what broke is never kept quiet', [interrupted, broken], broken],
  ])('%s', (_, reasons, expected) => {
    expect(stop(...reasons).reason).toEqual(expected)
  })

  it('guards work: what it throws stops the run before the one who waits goes on', async () => {
    const halt = new Halt()
    const error = new Error('disk full')
    const seen = await halt.guard(() => Promise.reject(error)).catch(() => halt.reason)
    expect(seen).toEqual({ kind: 'broken', error })
    expect(await new Halt().guard(async () => 7)).toBe(7)
  })

  it('warns of no leak, however many rows listen', () => {
    const halt = new Halt()
    const warnings: unknown[] = []
    const note = (warning: Error): void => void warnings.push(warning)
    process.on('warning', note)
    for (let index = 0; index < 50; index += 1) halt.sending.addEventListener('abort', () => {})
    process.off('warning', note)
    expect(warnings).toEqual([])
  })
})
