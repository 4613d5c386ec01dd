export const dayMs = 86_400_000
const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }

/** Injected wherever the program waits or reads the time, so that tests control it. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number
  /** Resolves after `ms` milliseconds, or at once when `signal` aborts (it never rejects). */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/**
 * Follows `wall` forwards, across a suspended machine too, and never backwards. When `wall` is set back, time
 * continues by `steady`: no wait grows by hours, and no end precedes its start.
 */
export function createForwardClock(wall: () => number, steady: () => number): () => number {
  let ahead = Number.NEGATIVE_INFINITY
  return () => {
    const steadyNow = steady()
    ahead = Math.max(ahead, wall() - steadyNow)
    return Math.floor(steadyNow + ahead)
  }
}

/** Node.js's limit for timers: a longer one fires at once. */
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

/** ISO 8601 in UTC, e.g. `2026-03-01T09:30:00.000Z`. */
export function toIsoTime(epochMs: number): string {
  return new Date(epochMs).toISOString()
}

/** In UTC, for people: `2026-03-01 09:30`. */
export function toMinute(epochMs: number): string {
  return toIsoTime(epochMs).slice(0, 16).replace('T', ' ')
}

/** `250ms`, `45s`, `10m`, `1.5h` in milliseconds; undefined for anything else. */
export function parseDurationMs(text: string): number | undefined {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)\s*(ms|s|m|h)$/.exec(text.trim()) ?? []
  const factor = unitMs[unit]
  return factor === undefined ? undefined : Math.round(Number(amount) * factor)
}

/** Inverse of `parseDurationMs`, in the largest unit without a fraction: `2m`, `90s`, `8h`. */
export function formatDuration(ms: number): string {
  const [unit, factor] = Object.entries(unitMs).findLast(([, each]) => ms >= each && ms % each === 0) ?? ['ms', 1]
  return `${ms / factor}${unit}`
}
