import { expect, it } from 'vitest'
import { Traffic } from '../../rooms/pipeline/engine.ts'

it('counts requests, refusals by status and retries', () => {
  const traffic = new Traffic()
  for (const status of [429, 429, 503, undefined])
    traffic.record({ kind: 'refused', retryAfterMs: undefined, status }, 5)
  traffic.record({ kind: 'lost' }, 45_000)
  traffic.recordRetry()
  expect(traffic.report).toEqual({
    requests: 5,
    refused: { 429: 2, 503: 1, other: 1 },
    retries: 1,
    latencyMs: undefined,
  })
})

it('knows to 5 % how long half and nearly all of the answers took', () => {
  const traffic = new Traffic()
  for (let ms = 1; ms <= 1_000; ms += 1) traffic.record({ kind: 'answered' }, ms)
  const { requests, latencyMs } = traffic.report
  expect(requests).toBe(1_000)
  expect((latencyMs?.p50 ?? 0) / 500).toBeGreaterThanOrEqual(0.99)
  expect((latencyMs?.p50 ?? 0) / 500).toBeLessThan(1.06)
  expect((latencyMs?.p95 ?? 0) / 950).toBeGreaterThanOrEqual(0.99)
  expect((latencyMs?.p95 ?? 0) / 950).toBeLessThan(1.06)
})

it.each([-5, 0, 0.2, 1, 1e12])('takes an answer after %d ms', (tookMs) => {
  const traffic = new Traffic()
  traffic.record({ kind: 'answered' }, tookMs)
  expect(traffic.report.latencyMs?.p50).toBeGreaterThanOrEqual(1)
})
