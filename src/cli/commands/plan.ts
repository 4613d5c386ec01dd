import type { SheetPlan } from '../../app/plan-sheet.ts'
import { parseStored } from '../../ledger/stored-json.ts'
import { type ExitCode, exitCodeOfPlan } from '../exit-code.ts'
import { summariseCheck } from '../output/check-report.ts'
import { describeDryRun } from '../output/format-plan.ts'
import { describeEnvironment } from '../output/format-sending.ts'
import { printJson, printLines } from '../output/print.ts'
import { toCheckCommand } from '../quote-command.ts'
import type { TerminalSession } from '../run-interactively.ts'

/** `--dry-run`: shows the outcome of each row, and the requests to send. */
export function showPlan(
  { host, args, destination, policy }: TerminalSession,
  { report, sheets, sending, plan }: Pick<SheetPlan, 'report' | 'sheets' | 'sending' | 'plan'>,
  input: string,
): ExitCode {
  const { balance, rows } = report
  if (args.json) {
    const { problems } = summariseCheck({ file: input, report, cannotKnow: [], written: undefined })
    printJson(host, {
      target: destination.address,
      profile: args.profile?.file ?? null,
      retryStatus: [...policy.retryStatuses],
      isTest: sending.isTestTarget,
      environment: describeEnvironment(sending.targetLabel, sending.isTestTarget),
      rows,
      sheets,
      balance: balance.map(({ state, wasDone, count }) => ({ state, alreadyDone: wasDone, rows: count })),
      problems,
      toSend: sending.toSend,
      later: sending.later,
      toAsk: sending.toAsk,
      estimate: sending.estimate ?? null,
      firstRequests: plan.first.map(({ request }) => parseStored(request, 'request')),
      firstRows: plan.first.map(({ row }) => row),
      ...(plan.lines === undefined ? {} : { lines: plan.lines, repeatedEvents: plan.repeatedEvents }),
    })
  } else {
    const checkCommand = toCheckCommand(host)
    const confirmed = sending.hasPlan ? plan : undefined
    printLines(
      host,
      describeDryRun({ file: input, report, sending, plan: confirmed, first: plan.first, policy, checkCommand }),
    )
  }
  return exitCodeOfPlan(report)
}
