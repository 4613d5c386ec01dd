/** How long the service takes, in ways that ask for different schedules. */
import type { Random } from '../../rooms/support.ts'
import { seededRandom } from '../../support/seeded-random.mjs'
export const distributions: readonly { name: string; draw(random: Random): number }[] = [
  { name: 'constant 5 s', draw: () => 5_000 },
  { name: 'exponential, mean 20 s', draw: (random) => -20_000 * Math.log(1 - random()) },
  { name: '2 s or 60 s', draw: (random) => (random() < 0.5 ? 2_000 : 60_000) },
  {
    name: 'lognormal, median 15 s',
    draw: (random) => 15_000 * Math.exp(Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())),
  },
]

export function drawReadyTimes(draw: (random: Random) => number, count: number, seed = 17): number[] {
  const random = seededRandom(seed)
  return Array.from({ length: count }, () => draw(random))
}

/** When each was accepted: 8 in flight at 100 ms, or all at once. */
export function acceptSteadily(count: number): number[] {
  return Array.from({ length: count }, (_, id) => 100 * (1 + Math.floor(id / 8)))
}

export function acceptAtOnce(count: number): number[] {
  return Array.from({ length: count }, () => 0)
}
