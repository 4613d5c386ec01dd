import { type DetachedSheet, detachSheet } from '../../app/team/detached-sheet.ts'
import type { Operation } from '../../pipeline/model/operation.ts'
import type { RunRequest } from '../../pipeline/model/options.ts'
import { BatchError } from '../../support/errors.ts'
import type { ExitCode } from '../exit-code.ts'
import type { Host } from '../host.ts'
import { exitOnInterrupt } from '../interrupts.ts'
import { logEvent } from '../output/format-event.ts'
import { beginSession } from '../output/ledger-session.ts'
import { printJson } from '../output/print.ts'
import { askUser } from '../output/questions.ts'
import { ledgerArguments, quoteCommand, resumeCommand } from '../quote-command.ts'
import type { TerminalSession } from '../run-interactively.ts'
import type { Arguments } from '../setting-options.ts'

export interface DetachParts {
  input: string
  args: Arguments
  terminal: TerminalSession
}

/** `--detach`: does everything before the first request; workers do the rest. */
export async function detachCommand(
  host: Host,
  operation: Operation,
  options: RunRequest,
  { input, args, terminal: { logger, display, settings } }: DetachParts,
): Promise<ExitCode> {
  requireDetachable(args)
  const { ports } = beginSession(host, args.ledger)
  const left = await exitOnInterrupt(host)(
    () => {},
    () =>
      detachSheet(operation, options, settings, {
        ...ports,
        logger,
        onEvent(event) {
          if (event.kind === 'progress') display.update(event)
          else logEvent(event, logger)
        },
        ask(question) {
          display.pause()
          return askUser(host, question, {
            isConfirmed: args.confirm,
            isQuiet: args.quiet,
            interrupt: ports.interrupt,
            output: options.output,
          })
        },
      }),
  )
  display.end()
  for (const line of describeDetached(host, left, { input, args })) logger.info(line)
  if (left.workers === 0) {
    logger.warn(
      `no worker serves company “${args.company}”: nothing is sent until one starts with its token: npx rwa-batch worker`,
    )
  }
  if (args.json) printJson(host, summariseDetached(left))
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
  { runId, rows, sending }: DetachedSheet,
  { input, args }: Omit<DetachParts, 'terminal'>,
): string[] {
  const { toSend, toAsk } = sending
  const counts = [
    `${toSend.toLocaleString('en')} to send`,
    ...(toAsk > 0 ? [`${toAsk.toLocaleString('en')} to ask for`] : []),
  ]
  const ledger = ledgerArguments(host, args.ledger)
  return [
    `Run ${runId} is left to workers: ${rows.toLocaleString('en')} rows, ${counts.join(', ')}.`,
    `To follow it: ${quoteCommand(['status', '--watch', ...ledger], host.platform)}`,
    `To see what is known at any time: ${quoteCommand(['collect', input, ...ledger], host.platform)}`,
    `Next: ${resumeCommand(host)}`,
  ]
}

function summariseDetached({ runId, rows, sending, workers }: DetachedSheet): object {
  const { toSend, toAsk, targetLabel: target } = sending
  return { exitCode: 0, run: runId, target, rows, toSend, toAsk, workers }
}
