import {
  type HiddenLimit,
  limitBoth,
  limitForATime,
  limitInFlight,
  limitRate,
  limitWindow,
} from '../../pipeline/engine/simulate-service.ts'

/** A service with a limit that it does not tell. */
export interface LimitScene {
  kind: 'rate' | 'window' | 'in flight' | 'both' | 'changing'
  title: string
  create(): HiddenLimit
  latencyMs: number
  maxInFlight: number
  saysRetryAfter: boolean
}

const limits: { kind: LimitScene['kind']; title: string; create(latencyMs: number): HiddenLimit }[] = [
  { kind: 'rate', title: '20/s, burst 1', create: () => limitRate(20, 1) },
  { kind: 'rate', title: '20/s, burst 5', create: () => limitRate(20, 5) },
  { kind: 'rate', title: '20/s, burst 20', create: () => limitRate(20, 20) },
  { kind: 'window', title: '20 in each second', create: () => limitWindow(20, 1_000) },
  { kind: 'window', title: '200 in each ten seconds', create: () => limitWindow(200, 10_000) },
  { kind: 'in flight', title: '4 in flight', create: (latencyMs) => limitInFlight(4, latencyMs) },
  { kind: 'in flight', title: '8 in flight', create: (latencyMs) => limitInFlight(8, latencyMs) },
  {
    kind: 'both',
    title: '20/s, burst 5, and 4 in flight',
    create: (latencyMs) => limitBoth(limitRate(20, 5), limitInFlight(4, latencyMs)),
  },
  {
    kind: 'changing',
    title: '20/s, 5/s from 40 s to 80 s',
    create: () => limitForATime(limitRate(20, 5), limitRate(5, 5), 40_000, 80_000),
  },
  {
    kind: 'changing',
    title: '8 in flight, 3 from 40 s to 80 s',
    create: (latencyMs) => limitForATime(limitInFlight(8, latencyMs), limitInFlight(3, latencyMs), 40_000, 80_000),
  },
]

export const scenes: readonly LimitScene[] = limits.flatMap(({ kind, title, create }) =>
  [10, 100, 1_000].flatMap((latencyMs) =>
    [8, 32].flatMap((maxInFlight) =>
      [false, true].map((saysRetryAfter) => ({
        kind,
        title,
        create: () => create(latencyMs),
        latencyMs,
        maxInFlight,
        saysRetryAfter,
      })),
    ),
  ),
)
