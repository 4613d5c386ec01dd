/** Everything is held for a while; then one request goes alone, and the others follow when it was answered. Pure. */
export class ProbedHold {
  #hold = { until: 0, ms: 0 }
  #probe: 'none' | 'due' | 'out' = 'none'

  hold(now: number, ms: number): void {
    if (now + ms > this.#hold.until) this.#hold = { until: now + ms, ms }
    this.#probe = 'due'
  }

  /** Of the hold that is left; 0 when there is none. Never longer than was asked for, even when the clock jumps. */
  heldMs(now: number): number {
    return now < this.#hold.until ? Math.min(this.#hold.ms, this.#hold.until - now) : 0
  }

  /** The next request is the probe. */
  get isProbeDue(): boolean {
    return this.#probe === 'due'
  }

  get isProbing(): boolean {
    return this.#probe === 'out'
  }

  /** A request starts: whether it is the probe. */
  start(): boolean {
    if (this.#probe !== 'due') return false
    this.#probe = 'out'
    return true
  }

  /** The probe has come back, and not because it was refused: whether there was one. */
  endProbe(): boolean {
    if (this.#probe !== 'out') return false
    this.#probe = 'none'
    return true
  }

  /** A request was never sent after all: when it was to be the probe, the next one is. */
  undoStart(isProbe: boolean): void {
    if (isProbe && this.#probe === 'out') this.#probe = 'due'
  }

  /** The probe of somebody who may have died is ours to send. */
  claimProbe(): void {
    if (this.#probe === 'none') this.#probe = 'due'
  }

  /** It is over without a probe of ours. */
  end(): void {
    this.#hold = { until: 0, ms: 0 }
    this.#probe = 'none'
  }
}
