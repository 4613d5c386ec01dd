import { detachSheet } from '../../app/team/detached-sheet.ts'
import type { Operation } from '../../pipeline/model/operation.ts'
import type { RunRequest } from '../../pipeline/model/options.ts'
import { BatchError } from '../../support/errors.ts'
import type { ExitCode } from '../exit-code.ts'
import type { Host } from '../host.ts'
import { untilInterrupt } from '../interrupts.ts'
import { printJson } from '../output/print.ts'
import { askUser } from '../output/questions.ts'
import { ledgerArguments, quoteCommand, resumeCommand } from '../quote-command.ts'
import { createRunPorts, type TerminalSession } from '../run-interactively.ts'
import type { Arguments } from '../setting-options.ts'

/** `--detach`: does everything before the first request; workers do the rest. */
export async function detachCommand(
  terminal: TerminalSession,
  operation: Operation,
  options: RunRequest,
): Promise<ExitCode> {
  const { host, args, logger, display, settings } = terminal
  requireDetachable(args)
  const { confirm: isConfirmed, quiet: isQuiet } = args
  const ports = createRunPorts(terminal, new AbortController().signal, {
    ask: (question, interrupt) => askUser(host, question, { isConfirmed, isQuiet, interrupt, output: options.output }),
  })
  const left = await untilInterrupt(host, () => detachSheet(operation, options, settings, ports))
  display.end()
  for (const line of describeDetached(host, left, options.input, args.ledger)) logger.info(line)
  if (left.workers === 0) {
    logger.warn(
      `no worker serves company “${args.company}”: nothing is sent until one starts with its token: npx rwa-batch worker`,
    )
  }
  const { runId: run, rows, workers, sending } = left
  const { toSend, toAsk, targetLabel: target } = sending
  if (args.json) printJson(host, { exitCode: 0, run, target, rows, toSend, toAsk, workers })
  return 0
}

/** @throws BatchError `usage` for options that only a single process can follow. */
function requireDetachable({ sandbox, limit, maxErrors }: Arguments): void {
  const given = [sandbox && '--sandbox', limit !== undefined && '--limit', maxErrors !== undefined && '--max-errors']
  const [refused] = given.filter((name) => name !== false)
  if (refused === undefined) return
  throw new BatchError('usage', `${refused} does not go with --detach: workers do not know it`, {
    hint: `Leave one of the two out. Nothing was sent.`,
  })
}

function describeDetached(
  host: Host,
  { runId, rows, sending }: Awaited<ReturnType<typeof detachSheet>>,
  input: string,
  location: string,
): string[] {
  const { toSend, toAsk } = sending
  const counts = [
    `${toSend.toLocaleString('en')} to send`,
    ...(toAsk > 0 ? [`${toAsk.toLocaleString('en')} to ask for`] : []),
  ]
  const ledger = ledgerArguments(host, location)
  return [
    `Run ${runId} is left to workers: ${rows.toLocaleString('en')} rows, ${counts.join(', ')}.`,
    `To follow it: ${quoteCommand(['status', '--watch', ...ledger], host.platform)}`,
    `To see what is known at any time: ${quoteCommand(['collect', input, ...ledger], host.platform)}`,
    `Next: ${resumeCommand(host)}`,
  ]
}
