import { collectSheet } from '../../app/team/detached-sheet.ts'
import { type ExitCode, exitCodeOf } from '../exit-code.ts'
import type { Host } from '../host.ts'
import { exitOnInterrupt } from '../interrupts.ts'
import { describeRun, summariseRun } from '../output/balance.ts'
import { beginSession } from '../output/ledger-session.ts'
import { printJson } from '../output/print.ts'
import { quoteCommand } from '../quote-command.ts'
import type { Arguments } from '../setting-options.ts'

export async function collect(
  host: Host,
  input: string,
  { output, newWorkbook, ledger, json, quiet }: Arguments,
): Promise<ExitCode> {
  const { settings, ports } = beginSession(host, ledger, { quiet })
  const collected = await exitOnInterrupt(host)(
    () => {},
    () => collectSheet({ input, output, newWorkbook }, settings, ports),
  )
  const sameCommand = `${quoteCommand([collected.operation, input], host.platform)}, with the options of before`
  for (const line of describeRun(collected, sameCommand)) ports.logger.info(line)
  const exitCode = exitCodeOf(collected, collected.waits)
  if (json) printJson(host, summariseRun(collected, exitCode))
  return exitCode
}
