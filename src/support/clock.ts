/** Time as the product sees it. Everything that waits or reads the time does so through this, so that tests can own it. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number
  /** Resolves after `ms` milliseconds, or at once when `signal` aborts (it never rejects). */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => Date.now(),
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
      const timer = setTimeout(finish, Math.max(0, ms))
      signal?.addEventListener('abort', finish, { once: true })
    }),
}

/** The moment as ISO 8601 in UTC, e.g. `2026-03-01T09:30:00.000Z`. */
export function toIsoTime(epochMs: number): string {
  return new Date(epochMs).toISOString()
}
