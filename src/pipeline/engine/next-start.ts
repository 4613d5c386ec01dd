/** What a late timer missed may be made up for, idle time never: that would be a burst. */
const leastCatchUpMs = 2
const catchUpShare = 0.1

/** When the request after one that starts now may start; that one was due at `dueAt`. */
export function nextStart(dueAt: number, now: number, gapMs: number): number {
  const isMadeUp = now - dueAt <= Math.max(leastCatchUpMs, catchUpShare * gapMs)
  return (isMadeUp ? dueAt : now) + gapMs
}
