const step = 1.04
/** Below this, ages tell services apart that have the scores at once; where they lie above it does not hang on them. */
const noticedMs = 250
const unnoticedAges = 59
const firstAgeMs = noticedMs / step ** unnoticedAges
const lastAgeMs = 3_600_000
const rounds = 40
const usualMs = 5_000

/** Ages in milliseconds, each 4 % above the one before: what is worth telling apart. */
export const ages: readonly number[] = Array.from(
  { length: Math.ceil(Math.log(lastAgeMs / firstAgeMs) / Math.log(step)) + 1 },
  (_, index) => Math.round(firstAgeMs * step ** index),
)

/** Became ready after `afterMs` and not after `untilMs`: asking tells no more. Still pending: not after infinity. */
export interface Sighting {
  afterMs: number
  untilMs: number
}

/** Shares of assessments by the age at which they get ready: one for each of `ages`, up to it from the one before. */
export type ReadyShares = readonly number[]

/**
 * When nothing is known: what is still pending after some seconds is as likely as not to be so at twice that age. What
 * is ready sooner than anybody notices counts as one age.
 */
export const unknownShares: ReadyShares = normalise(
  ages.map((age) => 1 / (age + usualMs) / (age < noticedMs ? unnoticedAges : 1)),
)

/** What is thought before anything is seen, and how many sightings that is worth. */
export interface Prior {
  shares: ReadyShares
  weight: number
}

/**
 * The shares that explain best what was seen (Turnbull's estimate: each sighting is spread over its interval as the
 * shares are, and the shares are the mean of that and of the prior, until they agree). Pure.
 */
export function estimateReadyShares(sightings: readonly Sighting[], prior: Prior): ReadyShares {
  const spans = sightings.map(({ afterMs, untilMs }) => ({ from: cellAfter(afterMs), to: cellOf(untilMs) }))
  let shares = prior.shares
  for (let round = 0; round < rounds; round += 1) {
    const sums = sumUp(shares)
    // How much weight begins and ends at each cell: one pass adds up all the intervals.
    const slopes = new Array<number>(ages.length + 1).fill(0)
    for (const { from, to } of spans) {
      const weight = 1 / Math.max(1e-12, at(sums, to + 1) - at(sums, from))
      slopes[from] = at(slopes, from) + weight
      slopes[to + 1] = at(slopes, to + 1) - weight
    }
    let slope = 0
    shares = shares.map((share, cell) => {
      slope += at(slopes, cell)
      return (share * slope + prior.weight * at(prior.shares, cell)) / (spans.length + prior.weight)
    })
  }
  return shares
}

/** The first cell that holds what is after an age. */
function cellAfter(ms: number): number {
  const cell = ages.findIndex((age) => age > ms)
  return cell < 0 ? ages.length - 1 : cell
}

/** The cell that holds an age. */
function cellOf(ms: number): number {
  const cell = ages.findIndex((age) => age >= ms)
  return cell < 0 ? ages.length - 1 : cell
}

function sumUp(values: readonly number[]): number[] {
  const sums = [0]
  for (const value of values) sums.push(at(sums, sums.length - 1) + value)
  return sums
}

function at(values: readonly number[], index: number): number {
  return values[index] ?? 0
}

function normalise(weights: readonly number[]): number[] {
  const sum = weights.reduce((left, right) => left + right, 0)
  return weights.map((weight) => weight / sum)
}
