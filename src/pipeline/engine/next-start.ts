/** A late timer may be caught up with, idle time never: that would be a burst. */
const leastCatchUpMs = 2
const catchUpShare = 0.1

/** Start time of the request after one that was due at `dueAt` and starts now. */
export function nextStart(dueAt: number, now: number, gapMs: number): number {
  const isMadeUp = now - dueAt <= Math.max(leastCatchUpMs, catchUpShare * gapMs)
  return (isMadeUp ? dueAt : now) + gapMs
}
