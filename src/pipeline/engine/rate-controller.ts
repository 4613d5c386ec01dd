export const slowestPerSecond = 0.1
const startPerSecond = 5
/** Growth a second: least at the ceiling, more with the distance from it, most without a ceiling. */
const leastGrowth = 0.001
const mostGrowth = 0.5
const growthBelow = 0.15
const growthAbove = 0.5
const belowCeiling = 0.95
const nearCeiling = 0.98
const blindCut = 0.75
const deepestCut = 0.6

/** Starts a second; undefined until a rate limit was proven. Pure. */
export class RateController {
  #perSecond: number | undefined
  #ceiling: number | undefined

  constructor(perSecond: number | undefined) {
    this.#perSecond = perSecond
    this.#ceiling = perSecond
  }

  get perSecond(): number | undefined {
    return this.#perSecond
  }

  /** The last refusal came just above it; undefined where the pace was never cut. */
  get ceiling(): number | undefined {
    return this.#ceiling
  }

  get isAtCeiling(): boolean {
    return (
      this.#perSecond !== undefined && this.#ceiling !== undefined && this.#perSecond >= nearCeiling * this.#ceiling
    )
  }

  follow(perSecond: number | undefined, ceiling: number | undefined): void {
    this.#perSecond = perSecond
    this.#ceiling = ceiling
  }

  /** For an answer to a request that the pace held back. */
  grow(): void {
    if (this.#perSecond === undefined) return
    this.#perSecond *= 1 + Math.min(mostGrowth, this.#growth(this.#perSecond) / this.#perSecond)
  }

  /** With `measured` admitted a second. The limit is between that and the pace: a bucket may have filled meanwhile. */
  cut(measured: number | undefined): void {
    const before = this.#perSecond
    if (before === undefined) {
      // Measured in a burst, or before other processes were counted: a start for the search, not a ceiling.
      this.#perSecond = measured === undefined ? startPerSecond : Math.max(slowestPerSecond, belowCeiling * measured)
      return
    }
    const between = measured === undefined ? blindCut * before : Math.sqrt(measured * before)
    this.#ceiling = Math.max(slowestPerSecond, Math.min(before, Math.max(deepestCut * before, between)))
    this.#perSecond = Math.max(slowestPerSecond, belowCeiling * this.#ceiling)
  }

  /** A start for the search, while the cause may be the rate or the number in flight. */
  startAt(perSecond: number): void {
    this.#perSecond ??= perSecond
  }

  #growth(perSecond: number): number {
    if (this.#ceiling === undefined) return mostGrowth
    const distance = perSecond / this.#ceiling - 1
    const growth = distance < 0 ? -distance * growthBelow : distance * growthAbove
    return Math.min(mostGrowth, Math.max(leastGrowth, growth))
  }
}
