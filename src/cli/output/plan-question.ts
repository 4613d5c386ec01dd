import { createInterface } from 'node:readline/promises'
import type { Plan } from '../../pipeline/options.ts'
import { BatchError } from '../../support/errors.ts'

/** Shows what is about to be sent; it must be confirmed by typing how many, or by `--yes`. */
export async function confirmPlan(plan: Plan, isConfirmed: boolean): Promise<boolean> {
  // It holds personal data: for the terminal, not for the log file.
  process.stderr.write(`${describePlan(plan).join('\n')}\n`)
  if (isConfirmed) return true
  if (!process.stdin.isTTY) {
    throw new BatchError('usage', `${plan.total} requests to send, and nobody to confirm them: this is no terminal`, {
      hint: 'Add --yes once the plan is right (--dry-run shows it). Nothing was sent.',
    })
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const typed = await terminal.question(`Type the number of requests (${plan.total}) to send them: `)
    return typed.trim() === String(plan.total)
  } finally {
    terminal.close()
  }
}

export function describePlan({ operation, targetLabel, isTestTarget, counts, total, first }: Plan): string[] {
  const environment = isTestTarget ? 'the test environment' : 'NOT marked as the test environment'
  return [
    `${operation}: ${total} to send to ${targetLabel} (${environment})`,
    ...[...counts].map(([label, count]) => `  ${String(count).padStart(6)}  ${label}`),
    ...first.map(({ rowNumber, request }) => `  row ${rowNumber}: ${request}`),
    ...(total > first.length ? ['  …'] : []),
  ]
}
