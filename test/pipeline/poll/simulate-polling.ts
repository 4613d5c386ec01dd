/** What a schedule is asked and told; `PollSchedule`, or something to measure it against. */
export interface Asker {
  firstPollAt(id: number, acceptedAt: number): number
  nextPollAt(id: number, acceptedAt: number, now: number): number
  deferral?(id: number, acceptedAt: number, now: number): number | undefined
  onReady?(id: number, acceptedAt: number, now: number): void
}

export interface PollCost {
  /** Retrieves for each assessment; an oracle that knows the ready times needs one. */
  calls: number
  /** From ready to seen, in milliseconds. */
  meanLagMs: number
  medianLagMs: number
  /** Median of each one's lag as a share of its own ready time. */
  ownShare: number
  /** Times that something was put off without a call, for each assessment. */
  deferrals: number
}

export interface Due {
  at: number
  id: number
}

/** A run that asks whenever the schedule says, in virtual time; each accepted at its time, ready so long after. */
export function simulatePolling(readyMs: readonly number[], acceptedAt: readonly number[], asker: Asker): PollCost {
  const due = new Soonest()
  const [lags, shares]: [number[], number[]] = [[], []]
  let [calls, deferrals, accepted] = [0, 0, 0]
  while (accepted < readyMs.length || due.size > 0) {
    const from = acceptedAt[accepted]
    if (from !== undefined && from <= due.at) {
      due.add({ at: asker.firstPollAt(accepted, from), id: accepted })
      accepted += 1
      continue
    }
    const { at, id } = due.take()
    const [start = 0, ms = 0] = [acceptedAt[id], readyMs[id]]
    const deferred = asker.deferral?.(id, start, at)
    if (deferred !== undefined) {
      deferrals += 1
      due.add({ at: deferred, id })
      continue
    }
    calls += 1
    if (at >= start + ms) {
      asker.onReady?.(id, start, at)
      lags.push(at - start - ms)
      shares.push((at - start - ms) / ms)
    } else due.add({ at: asker.nextPollAt(id, start, at), id })
  }
  const count = readyMs.length
  return {
    calls: calls / count,
    meanLagMs: lags.reduce((sum, lag) => sum + lag, 0) / count,
    medianLagMs: medianOf(lags),
    ownShare: medianOf(shares),
    deferrals: deferrals / count,
  }
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0
}

/** What is due, soonest first: a binary heap. */
export class Soonest {
  readonly #heap: Due[] = []

  get size(): number {
    return this.#heap.length
  }

  get at(): number {
    return this.#heap[0]?.at ?? Number.POSITIVE_INFINITY
  }

  add(due: Due): void {
    this.#heap.push(due)
    for (let child = this.#heap.length - 1; child > 0; ) {
      const parent = (child - 1) >> 1
      if (!this.#swapIfLater(parent, child)) break
      child = parent
    }
  }

  take(): Due {
    const [first] = this.#heap
    const last = this.#heap.pop()
    if (first === undefined || last === undefined) throw new Error('nothing is due')
    if (this.#heap.length === 0) return first
    this.#heap[0] = last
    for (let parent = 0; ; ) {
      const left = 2 * parent + 1
      const child = (this.#heap[left + 1]?.at ?? Number.POSITIVE_INFINITY) < this.#at(left) ? left + 1 : left
      if (!this.#swapIfLater(parent, child)) return first
      parent = child
    }
  }

  #at(index: number): number {
    return this.#heap[index]?.at ?? Number.POSITIVE_INFINITY
  }

  #swapIfLater(parent: number, child: number): boolean {
    const [upper, lower] = [this.#heap[parent], this.#heap[child]]
    if (upper === undefined || lower === undefined || upper.at <= lower.at) return false
    this.#heap[parent] = lower
    this.#heap[child] = upper
    return true
  }
}
