import { exitCodeOf, exitCodeOfRefresh } from '../../app/exit-code.ts'
import { readColumnsFile } from '../../app/option-files.ts'
import { parseRefresh } from '../../app/parse-request.ts'
import { reportLedger } from '../../app/report/report-ledger.ts'
import { startRefresh } from '../../app/start-run.ts'
import { collectSheet } from '../../app/team/detached-sheet.ts'
import { assess } from '../../operations/assess.ts'
import type { ExitCode } from '../../settings/exit-codes.ts'
import { untilInterrupt } from '../interrupts.ts'
import { describeRun, summariseRun } from '../output/balance.ts'
import { describeTarget } from '../output/format-plan.ts'
import { beginSession } from '../output/ledger-session.ts'
import { countOf, printJson, printLines, printToStderr } from '../output/print.ts'
import { quoteCommand } from '../quote-command.ts'
import { runInteractively, withTerminal } from '../run-interactively.ts'
import type { CommandSession } from '../setting-options.ts'

/** `refresh`: asks again for scores, and creates nothing. */
export function refresh({ host, args }: CommandSession, input?: string): Promise<ExitCode> {
  const options = parseRefresh({ ...args, input, columns: readColumnsFile(args.columns) })
  return withTerminal({ host, args }, options, async (terminal) => {
    terminal.logger.info(`refresh: asks ${describeTarget(terminal.settings.destination)}; nothing is created`)
    const { output } = options
    const report = await runInteractively(terminal, { output }, (settings, all) =>
      startRefresh(assess, options, settings, all),
    )
    const exitCode = exitCodeOfRefresh(report)
    if (args.json) printJson(host, { ...summariseRun(report, exitCode), profile: args.profile?.file ?? null })
    return exitCode
  })
}

export async function collect({ host, args }: CommandSession, input: string): Promise<ExitCode> {
  const { output, newWorkbook } = args
  const { settings, ports } = beginSession(host, args.ledger, args)
  const collected = await untilInterrupt(host, () => collectSheet({ input, output, newWorkbook }, settings, ports))
  const command = `${quoteCommand([collected.operation, input], host.platform)}, with the options of before`
  for (const line of describeRun(collected, { command })) ports.logger.info(line)
  const exitCode = exitCodeOf(collected, collected.waits)
  if (args.json) printJson(host, summariseRun(collected, exitCode))
  return exitCode
}

export async function report({ host, args }: CommandSession): Promise<ExitCode> {
  const { settings, ports } = beginSession(host, args.ledger, { quiet: true })
  const { file, figures } = await reportLedger(args, settings, ports)
  const { trips, hires, people, excluded } = figures
  const left = [...excluded.values()].reduce((sum, count) => sum + count, 0)
  const counted = `${countOf(trips, 'trip')} and ${countOf(hires, 'hire')} of ${countOf(people, 'person', 'people')}`
  if (!args.quiet)
    printToStderr(host, [left === 0 ? counted : `${counted}; not counted: ${left}, see “What is not counted, and why”`])
  printLines(host, [file])
  return 0
}
