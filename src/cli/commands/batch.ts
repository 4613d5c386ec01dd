import { requireOwnLog } from '../../app/log-file.ts'
import { prepareFolder } from '../../app/output-file.ts'
import { version } from '../../app/version.ts'
import { isTestAddress } from '../../client/base-url.ts'
import type { Operation } from '../../pipeline/terms/operation.ts'
import type { BatchOptions } from '../../pipeline/terms/options.ts'
import { messageOf } from '../../support/errors.ts'
import type { BatchArguments } from '../batch-options.ts'
import { type Destination, openDestination } from '../destination.ts'
import { type ExitCode, exitCodeOf, exitCodeOfError } from '../exit-code.ts'
import { watchInterrupts } from '../interrupts.ts'
import { describeRun, summariseRun } from '../output/balance.ts'
import { type EventFile, openEventFile } from '../output/event-file.ts'
import { describeStart } from '../output/log-header.ts'
import { createMessages, type Messages } from '../output/messages.ts'
import { printJson } from '../output/print.ts'
import { createProgressDisplay, type ProgressDisplay } from '../output/progress.ts'
import { describeSimulation } from '../output/sandbox-words.ts'
import { quoteCommand } from '../quote-command.ts'
import { isBroken, judgeRun } from '../rehearsal/judge.ts'
import { toBatchOptions } from '../run-options.ts'
import { runSheet } from '../run-sheet.ts'
import { planRun } from './plan.ts'

/** `assess`, and every further operation on a sheet. */
export async function runBatchCommand<Request extends object>(
  operation: Operation<Request>,
  input: string,
  args: BatchArguments,
  command: string,
): Promise<ExitCode> {
  let redact = (text: string): string => text
  const logger = createMessages({
    quiet: args.quiet,
    verbose: args.verbose,
    logFile: args.logFile,
    redact: (text) => redact(text),
    pauseDisplay: () => display.pause(),
  })
  const display = await createProgressDisplay(process.stderr, {
    isQuiet: args.quiet,
    onLine: (line) => logger.note(line),
  })
  const options = toBatchOptions(operation, input, args)
  requireOwnLog(args.logFile, { ...options, ledger: args.ledger })
  const destination = await openDestination(args, logger)
  redact = (text) => destination.token.redact(text)
  try {
    options.targetLabel = destination.label
    options.isTestTarget = isTestAddress(destination.baseUrl)
    const given = quoteCommand(process.argv.slice(2))
    logger.note(describeStart({ version, command: given, ...options, company: args.company, ledger: args.ledger }))
    if (args.dryRun) return await planRun(operation, options, { args, destination, logger })
    const events = openEventFile(args.events, { redact, warn: (message) => logger.warn(message) })
    try {
      return await send(operation, options, { args, command, destination, logger, display, events })
    } catch (error) {
      events.add({ event: 'ended', exitCode: exitCodeOfError(error), error: messageOf(error) })
      throw error
    } finally {
      events.close()
    }
  } finally {
    display.end()
    await destination.close()
  }
}

interface SendParts {
  args: BatchArguments
  command: string
  destination: Destination
  logger: Messages
  display: ProgressDisplay
  events: EventFile
}

async function send<Request extends object>(
  operation: Operation<Request>,
  options: BatchOptions,
  { args, command, destination, logger, display, events }: SendParts,
): Promise<ExitCode> {
  prepareFolder(options.output)
  const interrupts = watchInterrupts(logger, command)
  try {
    const parts = { args, destination, logger, events, display, interrupt: interrupts.signal }
    const report = await runSheet(operation, options, parts)
    display.end()
    for (const line of describeRun(report, command)) logger.info(line)
    if (args.sandbox) logger.info(describeSimulation(destination.baseUrl))
    const { rehearsal } = destination
    const rehearsed = { id: report.runId, operation: operation.name, ledger: args.ledger }
    const verdict = rehearsal === undefined ? undefined : await judgeRun(rehearsal, rehearsed, logger)
    const exitCode = verdict !== undefined && isBroken(verdict) ? 1 : exitCodeOf(report, !args.noWait)
    const summary = { ...summariseRun(report, exitCode), verdict }
    events.add({ event: 'ended', ...summary })
    if (args.json) printJson(summary)
    return exitCode
  } finally {
    interrupts.stop()
  }
}
