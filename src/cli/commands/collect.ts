import { collectSheet } from '../../app/team/collect-sheet.ts'
import { type ExitCode, exitCodeOf } from '../exit-code.ts'
import type { Host } from '../host.ts'
import { exitOnInterrupt } from '../interrupts.ts'
import { describeRun, summariseRun } from '../output/balance.ts'
import { createMessages } from '../output/messages.ts'
import { printJson, printJsonToStderr } from '../output/print.ts'
import { terminalFace } from '../output/terminal-face.ts'
import { quoteCommand } from '../quote-command.ts'
import type { Arguments } from '../setting-options.ts'

export async function collect(
  host: Host,
  input: string,
  { output, newWorkbook, ledger, json, quiet }: Arguments,
): Promise<ExitCode> {
  const logger = createMessages(host, { quiet })
  const ports = {
    clock: host.clock,
    random: host.random,
    logger,
    interrupt: new AbortController().signal,
    face: terminalFace,
  }
  const collected = await exitOnInterrupt(host)(
    () => {},
    () =>
      collectSheet(
        { input, output, newWorkbook },
        { ledger, surroundings: host, onSpill: (line) => printJsonToStderr(host, line) },
        ports,
      ),
  )
  const sameCommand = `${quoteCommand([collected.operation, input], host.platform)}, with the options of before`
  for (const line of describeRun(collected, sameCommand)) logger.info(line)
  const exitCode = exitCodeOf(collected, collected.waits)
  if (json) printJson(host, summariseRun(collected, exitCode))
  return exitCode
}
