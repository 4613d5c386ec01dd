import { vi } from 'vitest'
import { type Clock, systemClock } from '../rooms/support.ts'

const { sleep } = systemClock

/** A clock that goes `factor` times as fast as the real one, and sleeps as much less. */
export function hurryClock(factor: number): Clock {
  const start = Date.now()
  const startedAt = performance.now()
  return {
    now: () => Math.floor(start + (performance.now() - startedAt) * factor),
    sleep: (ms, signal) => sleep(ms / factor, signal),
  }
}

/** The same for what takes the clock of the machine, until `vi.restoreAllMocks()`. */
export function hurrySystemClock(factor: number): void {
  const clock = hurryClock(factor)
  vi.spyOn(systemClock, 'now').mockImplementation(clock.now)
  vi.spyOn(systemClock, 'sleep').mockImplementation(clock.sleep)
}
