export const slowestPerSecond = 0.1
const startPerSecond = 5
/** Growth in a second: least at the ceiling, faster the farther from it, and fastest where none is known. */
const leastGrowth = 0.001
const mostGrowth = 0.5
const growthBelow = 0.15
const growthAbove = 0.5
const belowCeiling = 0.95
const blindCut = 0.75
const deepestCut = 0.6

/** How many requests may start in a second; none until a rate limit was proven. Pure. */
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

  /** Just above it the last refusal came; none is known where the pace was never cut. */
  get ceiling(): number | undefined {
    return this.#ceiling
  }

  /** As others have set it. */
  follow(perSecond: number | undefined, ceiling: number | undefined): void {
    this.#perSecond = perSecond
    this.#ceiling = ceiling
  }

  /** A request that started as soon as the pace allowed was answered. */
  grow(): void {
    if (this.#perSecond === undefined) return
    this.#perSecond *= 1 + Math.min(mostGrowth, this.#growth(this.#perSecond) / this.#perSecond)
  }

  /**
   * A request was refused for its rate, while `measured` a second were borne. That and the pace itself lie on either
   * side of the limit: a bucket may have filled during a hold.
   */
  cut(measured: number | undefined): void {
    const before = this.#perSecond
    if (before === undefined) {
      // Borne in a burst, or counted before others were heard of: somewhere to look from, and no ceiling.
      this.#perSecond = measured === undefined ? startPerSecond : Math.max(slowestPerSecond, belowCeiling * measured)
      return
    }
    const between = measured === undefined ? blindCut * before : Math.sqrt(measured * before)
    this.#ceiling = Math.max(slowestPerSecond, Math.min(before, Math.max(deepestCut * before, between)))
    this.#perSecond = Math.max(slowestPerSecond, belowCeiling * this.#ceiling)
  }

  /** Where to look from, while it is open whether the rate was the trouble or the number in flight. */
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
