import { prepareFolder } from '../../app/output-file.ts'
import { isTestAddress } from '../../client/base-url.ts'
import type { Operation } from '../../pipeline/operation.ts'
import type { BatchArguments } from '../batch-options.ts'
import { openDestination } from '../destination.ts'
import { type ExitCode, exitCodeOf } from '../exit-code.ts'
import { watchInterrupts } from '../interrupts.ts'
import { describeRun, summariseRun } from '../output/balance.ts'
import { createMessages } from '../output/messages.ts'
import { createProgressDisplay } from '../output/progress.ts'
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
  const destination = await openDestination(args, logger)
  redact = (text) => destination.token.redact(text)
  try {
    options.targetLabel = destination.label
    options.isTestTarget = isTestAddress(destination.baseUrl)
    if (args.dryRun) return await planRun(operation, options, { args, address: destination.address, logger })
    prepareFolder(options.output)
    const interrupts = watchInterrupts(logger)
    try {
      const report = await runSheet(operation, options, {
        args,
        destination,
        logger,
        display,
        interrupt: interrupts.signal,
      })
      display.end()
      for (const line of describeRun(report, command)) logger.info(line)
      if (args.sandbox) logger.info('The scores are simulated. Report links open while `npx rwa-batch sandbox` runs.')
      const { rehearsal } = destination
      const rehearsed = { id: report.runId, operation: operation.name, ledgerFile: args.ledger }
      const verdict = rehearsal === undefined ? undefined : judgeRun(rehearsal, rehearsed, logger)
      const exitCode = verdict !== undefined && isBroken(verdict) ? 1 : exitCodeOf(report, !args.noWait)
      if (args.json) process.stdout.write(`${JSON.stringify({ ...summariseRun(report, exitCode), verdict })}\n`)
      return exitCode
    } finally {
      interrupts.stop()
    }
  } finally {
    display.end()
    await destination.close()
  }
}
