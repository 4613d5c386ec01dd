import { expect, it } from 'vitest'
import { ServiceMonitor } from '../../rooms/pipeline/engine.ts'
import type { RunEvent } from '../../rooms/pipeline/model.ts'

it('tells each hold, a pace that has moved, and the strain; and counts what went over the wire', () => {
  const events: RunEvent[] = []
  let pace = { perSecond: 10, inFlight: 4 }
  const watch = new ServiceMonitor({ now: () => 0, pace: () => pace, onEvent: (event) => void events.push(event) })
  const refuse = (heldMs: number): void =>
    watch.onEnd({ verdict: { kind: 'refused', retryAfterMs: undefined, status: 429 }, tookMs: 5, heldMs })
  refuse(100.4)
  pace = { perSecond: 9.8, inFlight: 4 }
  refuse(0)
  pace = { perSecond: 5, inFlight: 4 }
  refuse(0)
  watch.onEnd({ verdict: { kind: 'answered' }, tookMs: 50, heldMs: 0 })
  watch.onEnd({ verdict: { kind: 'timed-out' }, tookMs: 45_000, heldMs: 0 })
  watch.onOutage(500)
  expect(events).toEqual([
    { kind: 'held', cause: 'refused', status: 429, heldMs: 100 },
    { kind: 'pace', pace: { perSecond: 5, inFlight: 4 } },
    { kind: 'strain', phase: 'began', refusals: 3, status: 429, pace: { perSecond: 5, inFlight: 4 }, heldMs: 0 },
    { kind: 'held', cause: 'unreachable', status: undefined, heldMs: 500 },
  ])
  expect(watch.traffic.report).toMatchObject({ requests: 5, refused: { 429: 3 } })
})
