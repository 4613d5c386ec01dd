import type { Plan } from '../../pipeline/terms/options.ts'
import { toIsoTime } from '../../support/clock.ts'
import { BatchError } from '../../support/errors.ts'
import { ask } from './ask.ts'
import { printAside } from './print.ts'
import { describeSending } from './sending-words.ts'

/** Shows what is about to be sent; it must be confirmed by typing how many, or by `--yes`. */
export async function confirmPlan(plan: Plan, isConfirmed: boolean, signal: AbortSignal): Promise<boolean> {
  // It holds personal data: for the terminal, not for the log file.
  printAside(describePlan(plan))
  if (isConfirmed) return true
  if (!process.stdin.isTTY) {
    throw new BatchError('usage', `${plan.total} requests to send, and nobody to confirm them: this is no terminal`, {
      hint: 'Add --yes once the plan is right (--dry-run shows it). Nothing was sent.',
    })
  }
  const typed = await ask(`Type the number of requests (${plan.total}) to send them: `, signal)
  return typed === String(plan.total)
}

export function describePlan(plan: Plan): string[] {
  const { operation, targetLabel, isTestTarget, counts, actors, total, later, first, replaced, estimate } = plan
  return [
    describeSending({ operation, targetLabel, isTestTarget, toSend: total, later, toAsk: 0, estimate }),
    ...listCounts(counts, ''),
    ...listCounts(actors, 'by '),
    ...describeReplaced(replaced),
    ...first.map(({ row, words }) => `  ${row}: ${words}`),
    ...(total > first.length ? ['  …'] : []),
  ]
}

function listCounts(counts: ReadonlyMap<string, number>, before: string): string[] {
  return [...counts].map(([label, count]) => `  ${String(count).padStart(6)}  ${before}${label}`)
}

function describeReplaced({ count, first }: Plan['replaced']): string[] {
  if (count === 0) return []
  return [
    `  ${String(count).padStart(6)}  replace what was recorded before:`,
    ...first.map(({ row, now, before, at, isUnknown }) => {
      const when = at === undefined ? '' : ` of ${toIsoTime(at).slice(0, 10)}`
      const doubt = isUnknown ? ', whose outcome is unknown' : ''
      return `          ${row}: ${now} replaces ${before}${when}${doubt}`
    }),
    ...(count > first.length ? ['          …'] : []),
  ]
}
