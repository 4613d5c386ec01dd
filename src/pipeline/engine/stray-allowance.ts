/** So many answers make up for one refusal. */
const answersForOne = 50
const mostStrays = 6
const straysAtFirst = 2
/** Left once a limit was found. */
const straysAtLimit = 1

/**
 * Tells a stray refusal, as a gateway may give one in a hundred, from those of a limit, which come together. A lone one is
 * passed over while enough answers came before. Pure.
 */
export class StrayAllowance {
  #allowed = straysAtFirst
  #isAfterRefusal = false

  answer(): void {
    this.#allowed = Math.min(mostStrays, this.#allowed + 1 / answersForOne)
    this.#isAfterRefusal = false
  }

  /** True for a stray one. `isExplained`: by a limit. */
  refuse(isExplained: boolean): boolean {
    const isStray = !isExplained && !this.#isAfterRefusal && this.#allowed >= 1
    this.#isAfterRefusal = true
    this.#allowed = isStray ? this.#allowed - 1 : Math.min(this.#allowed, straysAtLimit)
    return isStray
  }
}
