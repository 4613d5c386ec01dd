/** A hold, then one probe; the others follow after its answer. Pure. */
export class ProbedHold {
  #hold = { until: 0, ms: 0 }
  #probe: 'none' | 'due' | 'out' = 'none'

  hold(now: number, ms: number): void {
    if (now + ms > this.#hold.until) this.#hold = { until: now + ms, ms }
    this.#probe = 'due'
  }

  /** Rest of the hold; never longer than asked for, even when the clock jumps. */
  heldMs(now: number): number {
    return now < this.#hold.until ? Math.min(this.#hold.ms, this.#hold.until - now) : 0
  }

  get isProbeDue(): boolean {
    return this.#probe === 'due'
  }

  get isProbing(): boolean {
    return this.#probe === 'out'
  }

  /** True when the request is the probe. */
  start(): boolean {
    if (this.#probe !== 'due') return false
    this.#probe = 'out'
    return true
  }

  endProbe(): boolean {
    if (this.#probe !== 'out') return false
    this.#probe = 'none'
    return true
  }

  /** A request was not sent after all; if it was the probe, the next one is. */
  undoStart(isProbe: boolean): void {
    if (isProbe && this.#probe === 'out') this.#probe = 'due'
  }

  /** Takes over the probe of a process that may have died. */
  claimProbe(): void {
    if (this.#probe === 'none') this.#probe = 'due'
  }

  /** Ends the hold without a probe of this process. */
  end(): void {
    this.#hold = { until: 0, ms: 0 }
    this.#probe = 'none'
  }
}
