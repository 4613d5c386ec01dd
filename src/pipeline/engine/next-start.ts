/** A late timer may be caught up with, idle time never: that would be a burst. */
const leastCatchUpMs = 2
const catchUpShare = 0.1

export function nextStart(dueAt: number, now: number, gapMs: number): number {
  const isMadeUp = now - dueAt <= Math.max(leastCatchUpMs, catchUpShare * gapMs)
  return (isMadeUp ? dueAt : now) + gapMs
}
