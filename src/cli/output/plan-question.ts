import type { Plan } from '../../pipeline/options.ts'
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

export function describePlan({ operation, targetLabel, isTestTarget, counts, total, first, estimate }: Plan): string[] {
  return [
    describeSending({ operation, targetLabel, isTestTarget, toSend: total, toAsk: 0, estimate }),
    ...[...counts].map(([label, count]) => `  ${String(count).padStart(6)}  ${label}`),
    ...first.map(({ row, request }) => `  ${row}: ${request}`),
    ...(total > first.length ? ['  …'] : []),
  ]
}
