import { expect, it } from 'vitest'
import { type LimiterSnapshot, trustSnapshot } from '../../rooms/pipeline/engine.ts'

const now = 10_000_000
const minute = 60_000
const good: LimiterSnapshot = { inFlight: 6, perSecond: 12, latencyMs: 80, learnedAt: now - minute }

it.each<[string, LimiterSnapshot | undefined, boolean]>([
  ['none', undefined, false],
  ['of a minute ago', good, true],
  ['of an hour ago', { ...good, learnedAt: now - 60 * minute }, true],
  ['older than an hour', { ...good, learnedAt: now - 61 * minute }, false],
  ['from the future: the clock was set back', { ...good, learnedAt: now + minute }, false],
  ['that does not say when', { inFlight: 6, perSecond: 12 }, false],
  ['without a rate limit', { ...good, perSecond: undefined }, true],
  ['at the floor', { ...good, perSecond: 0.1 }, false],
  ['just off the floor', { ...good, perSecond: 0.18 }, false],
  ['of a slow service', { ...good, perSecond: 0.5 }, true],
])('a memory %s is trusted: %#', (_, memory, isTrusted) => {
  expect(trustSnapshot(memory, now)).toEqual(isTrusted ? memory : undefined)
})
