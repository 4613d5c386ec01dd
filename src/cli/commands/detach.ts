import type { DestinationFacts } from '../../app/prepare-run.ts'
import { type DetachedSheet, detachSheet } from '../../app/team/detach-sheet.ts'
import type { Operation } from '../../pipeline/terms/operation.ts'
import type { BatchOptions } from '../../pipeline/terms/options.ts'
import { BatchError } from '../../support/errors.ts'
import type { Terminal } from '../attend-run.ts'
import type { BatchArguments } from '../batch-options.ts'
import type { ExitCode } from '../exit-code.ts'
import type { Host } from '../host.ts'
import { endingAtOnce } from '../interrupts.ts'
import { tellEvent } from '../output/event-words.ts'
import { wordOptions } from '../output/option-words.ts'
import { printJson, printJsonAside } from '../output/print.ts'
import { askPeople } from '../output/questions.ts'
import { nextCommand, quoteCommand } from '../quote-command.ts'

export interface DetachParts {
  input: string
  args: BatchArguments
  terminal: Terminal
}

/** `--detach`: everything before the first request; the rest is left to workers. */
export async function leaveToWorkers(
  host: Host,
  operation: Operation,
  options: Omit<BatchOptions, DestinationFacts>,
  { input, args, terminal: { logger, display, destination } }: DetachParts,
): Promise<ExitCode> {
  requireForWorkers(args)
  const interrupt = new AbortController().signal
  const { ledger, company, newLedger, profile } = args
  const onSpill = (line: string): void => printJsonAside(host, line)
  const secondPair = profile?.profile.secondPair
  const settings = { ledger, surroundings: host, company, newLedger, destination, secondPair, onSpill }
  const left = await endingAtOnce(host)(
    () => {},
    () =>
      detachSheet(operation, options, settings, {
        clock: host.clock,
        random: host.random,
        logger,
        interrupt,
        word: wordOptions,
        onEvent(event) {
          if (event.kind === 'progress') display.update(event)
          else tellEvent(event, logger)
        },
        ask(question) {
          display.pause()
          return askPeople(host, question, { isConfirmed: args.yes, isQuiet: args.quiet, interrupt })
        },
      }),
  )
  display.end()
  for (const line of describeLeft(host, left, { input, args })) logger.info(line)
  if (left.workers === 0) {
    logger.warn(
      `no worker for company “${args.company}” is heard of: nothing is sent until one is started, with its token: npx rwa-batch worker`,
    )
  }
  if (args.json) printJson(host, summariseLeft(left))
  return 0
}

/** @throws BatchError `usage` for what only the process that was asked for it can keep to. */
function requireForWorkers({ sandbox, limit, maxErrors }: BatchArguments): void {
  const given = [sandbox && '‹sandbox›', limit !== undefined && '‹limit›', maxErrors !== undefined && '‹maxErrors›']
  const [refused] = given.filter((name) => name !== false)
  if (refused === undefined) return
  throw new BatchError(
    'usage',
    `${refused} does not go with ‹detach›: workers, and other machines, know nothing of it`,
    {
      hint: `Leave one of the two out. Nothing was sent.`,
    },
  )
}

function describeLeft(
  host: Host,
  { runId, rows, sending }: DetachedSheet,
  { input, args }: Omit<DetachParts, 'terminal'>,
): string[] {
  const { toSend, toAsk } = sending
  const counts = [
    `${toSend.toLocaleString('en')} to send`,
    ...(toAsk > 0 ? [`${toAsk.toLocaleString('en')} to ask for`] : []),
  ]
  const ledger = host.argv.some((argument) => /^--ledger(?:=|$)/.test(argument)) ? ['--ledger', args.ledger] : []
  return [
    `Run ${runId} is left to workers: ${rows.toLocaleString('en')} rows, ${counts.join(', ')}.`,
    `To follow it: ${quoteCommand(['status', '--watch', ...ledger], host.platform)}`,
    `To see what is known at any time: ${quoteCommand(['collect', input, ...ledger], host.platform)}`,
    `Next: ${nextCommand(host)}`,
  ]
}

function summariseLeft({ runId, rows, sending, workers }: DetachedSheet): object {
  const { toSend, toAsk, targetLabel: target } = sending
  return { exitCode: 0, run: runId, target, rows, toSend, toAsk, workers }
}
