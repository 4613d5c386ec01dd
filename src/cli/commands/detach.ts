import type { DestinationFacts } from '../../app/prepare-run.ts'
import { type DetachedSheet, detachSheet } from '../../app/team/detach-sheet.ts'
import type { Operation } from '../../pipeline/terms/operation.ts'
import type { BatchOptions } from '../../pipeline/terms/options.ts'
import { systemClock } from '../../support/clock.ts'
import { BatchError } from '../../support/errors.ts'
import { systemRandom } from '../../support/random.ts'
import type { Terminal } from '../attend-run.ts'
import type { BatchArguments } from '../batch-options.ts'
import type { ExitCode } from '../exit-code.ts'
import { endingAtOnce } from '../interrupts.ts'
import { tellEvent } from '../output/event-words.ts'
import { wordOptions } from '../output/option-words.ts'
import { printJson, printJsonAside } from '../output/print.ts'
import { askPeople } from '../output/questions.ts'
import { quoteCommand } from '../quote-command.ts'

export interface DetachParts {
  input: string
  args: BatchArguments
  /** The line that takes part in what is left, and writes the output. */
  command: string
  terminal: Terminal
}

/** `--detach`: everything before the first request; the rest is left to workers. */
export async function leaveToWorkers(
  operation: Operation,
  options: Omit<BatchOptions, DestinationFacts>,
  { input, args, command, terminal: { logger, display, destination } }: DetachParts,
): Promise<ExitCode> {
  requireForWorkers(args)
  const interrupt = new AbortController().signal
  const settings = { ledger: args.ledger, company: args.company, destination, onSpill: printJsonAside }
  const left = await endingAtOnce(
    () => {},
    () =>
      detachSheet(operation, options, settings, {
        clock: systemClock,
        random: systemRandom,
        logger,
        interrupt,
        word: wordOptions,
        onEvent(event) {
          if (event.kind === 'progress') display.update(event)
          else tellEvent(event, logger)
        },
        ask(question) {
          display.pause()
          return askPeople(question, { isConfirmed: args.yes, isQuiet: args.quiet, interrupt })
        },
      }),
  )
  display.end()
  for (const line of describeLeft(left, { input, args, command })) logger.info(line)
  if (left.workers === 0) {
    logger.warn(
      `no worker for company “${args.company}” is heard of: nothing is sent until one is started, with its token: npx rwa-batch worker`,
    )
  }
  if (args.json) printJson(summariseLeft(left))
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
  { runId, rows, sending }: DetachedSheet,
  { input, args, command }: Omit<DetachParts, 'terminal'>,
): string[] {
  const { toSend, toAsk } = sending
  const counts = [
    `${toSend.toLocaleString('en')} to send`,
    ...(toAsk > 0 ? [`${toAsk.toLocaleString('en')} to ask for`] : []),
  ]
  const ledger = process.argv.some((argument) => /^--ledger(?:=|$)/.test(argument)) ? ['--ledger', args.ledger] : []
  return [
    `Run ${runId} is left to workers: ${rows.toLocaleString('en')} rows, ${counts.join(', ')}.`,
    `To follow it: ${quoteCommand(['status', '--watch', ...ledger])}`,
    `To see what is known at any time: ${quoteCommand(['collect', input, ...ledger])}`,
    `Next: ${command}`,
  ]
}

function summariseLeft({ runId, rows, sending, workers }: DetachedSheet): object {
  const { toSend, toAsk, targetLabel: target } = sending
  return { exitCode: 0, run: runId, target, rows, toSend, toAsk, workers }
}
