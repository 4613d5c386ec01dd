import { type Clock, systemClock } from '../../src/support/clock.ts'

/** A clock that goes `factor` times as fast as the real one, and sleeps as much less. */
export function hurryClock(factor: number): Clock {
  const start = Date.now()
  const startedAt = performance.now()
  return {
    now: () => Math.floor(start + (performance.now() - startedAt) * factor),
    sleep: (ms, signal) => systemClock.sleep(ms / factor, signal),
  }
}
