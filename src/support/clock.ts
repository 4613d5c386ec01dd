export const dayMs = 86_400_000
const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }

/** Time as the product sees it. Everything that waits or reads the time does so through this, so that tests can own it. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number
  /** Resolves after `ms` milliseconds, or at once when `signal` aborts (it never rejects). */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/**
 * The time of day that follows `wall` forwards, a suspended machine included, and never backwards: when it is set back,
 * time goes on as `steady` tells it, so that no wait grows by hours and no end comes before its start.
 */
export function createForwardClock(wall: () => number, steady: () => number): () => number {
  let ahead = Number.NEGATIVE_INFINITY
  return () => {
    const steadyNow = steady()
    ahead = Math.max(ahead, wall() - steadyNow)
    return Math.floor(steadyNow + ahead)
  }
}

/** Node's timers end here: a longer one fires at once. */
const longestTimerMs = 2 ** 31 - 1

export const systemClock: Clock = {
  now: createForwardClock(
    () => Date.now(),
    () => performance.now(),
  ),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) {
        resolve()
        return
      }
      const finish = (): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', finish)
        resolve()
      }
      let leftMs = Math.max(0, ms)
      let timer: NodeJS.Timeout | undefined
      const wait = (): void => {
        const pieceMs = Math.min(leftMs, longestTimerMs)
        leftMs -= pieceMs
        timer = setTimeout(leftMs > 0 ? wait : finish, pieceMs)
      }
      wait()
      signal?.addEventListener('abort', finish, { once: true })
    }),
}

/** The moment as ISO 8601 in UTC, e.g. `2026-03-01T09:30:00.000Z`. */
export function toIsoTime(epochMs: number): string {
  return new Date(epochMs).toISOString()
}

/** `250ms`, `45s`, `10m`, `1.5h` in milliseconds; undefined for anything else. */
export function parseDurationMs(text: string): number | undefined {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)\s*(ms|s|m|h)$/.exec(text.trim()) ?? []
  const factor = unitMs[unit]
  return factor === undefined ? undefined : Math.round(Number(amount) * factor)
}

/** The same the other way round, in the largest unit that needs no fraction: `2m`, `90s`, `8h`. */
export function formatDuration(ms: number): string {
  const [unit, factor] = Object.entries(unitMs).findLast(([, each]) => ms >= each && ms % each === 0) ?? ['ms', 1]
  return `${ms / factor}${unit}`
}
