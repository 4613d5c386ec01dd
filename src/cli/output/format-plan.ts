import { describeRepeated } from '../../messages/plans.ts'
import type { Plan } from '../../pipeline/model/events.ts'
import { toMinute } from '../../support/clock.ts'
import { describeSending } from './format-sending.ts'

/** `most`: lines of it that are shown, of a plan that is not released by two. */
export function describePlan(plan: Plan, most = Number.POSITIVE_INFINITY): string[] {
  const { operation, targetLabel, isTestTarget, counts, actors, total, later, replaced, estimate } = plan
  const lines = plan.lines ?? plan.first.map(({ words }) => words)
  const shown = plan.isRelease === true ? lines : lines.slice(0, most)
  return [
    describeSending({ operation, targetLabel, isTestTarget, toSend: total, later, toAsk: 0, estimate }),
    ...listCounts(counts, ''),
    ...listCounts(actors, 'by '),
    ...describeReplaced(replaced),
    ...plan.repeatedEvents.map((repeated) => `  warning: ${describeRepeated(repeated)}`),
    ...shown.map((line) => `  ${line}`),
    ...(shown.length < total ? ['  …'] : []),
  ]
}

/** The most frequent first, equal ones by name: an approver is found, and compared with the sheet. */
function listCounts(counts: ReadonlyMap<string, number>, before: string): string[] {
  const sorted = [...counts].toSorted(([one, many], [other, few]) => few - many || (one < other ? -1 : 1))
  return sorted.map(([label, count]) => `  ${String(count).padStart(6)}  ${before}${label}`)
}

function describeReplaced({ count, released, first }: Plan['replaced']): string[] {
  if (count === 0) return []
  return [
    `  ${String(count).padStart(6)}  replace what was recorded before:`,
    ...first.map(({ row, now, before, by, at, isUnknown, wasReleased }) => {
      const who = by === undefined ? '' : ` by ${by}`
      const when = `${who}${at === undefined ? '' : ` of ${toMinute(at)}`}`
      const doubt = isUnknown ? ', whose outcome is unknown' : ''
      return `          ${row}: ${now} replaces ${before}${when}${doubt}${wasReleased ? ', which two people released' : ''}`
    }),
    ...(count > first.length ? ['          …'] : []),
    ...(released === 0
      ? []
      : [`  ${String(released).padStart(6)}  of these were released by two people (one sealed, another released)`]),
  ]
}
