import { requireOwnLog } from '../../app/log-file.ts'
import { prepareFolder } from '../../app/output-file.ts'
import { prepareRefresh } from '../../app/prepare-run.ts'
import { runDefaults } from '../../app/run-defaults.ts'
import { startRefresh } from '../../app/start-run.ts'
import { isTestAddress } from '../../client/base-url.ts'
import { assess } from '../../operations/assess.ts'
import type { RunReport } from '../../pipeline/terms/options.ts'
import { systemClock } from '../../support/clock.ts'
import { systemRandom } from '../../support/random.ts'
import { openDestination } from '../destination.ts'
import { type ExitCode, exitCodeOf } from '../exit-code.ts'
import { watchInterrupts } from '../interrupts.ts'
import { readColumnsFile } from '../option-files.ts'
import { describeRun, describeSpill, summariseRun } from '../output/balance.ts'
import { tellEvent } from '../output/event-words.ts'
import { createMessages } from '../output/messages.ts'
import { printJson, printJsonAside } from '../output/print.ts'
import { createProgressDisplay } from '../output/progress.ts'
import { describeEnvironment } from '../output/sending-words.ts'
import type { RefreshArguments } from '../refresh-options.ts'

/** `refresh`: asks again for scores, and creates nothing. */
export async function refresh(input: string | undefined, args: RefreshArguments, command: string): Promise<ExitCode> {
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
  const { sheet, encoding, delimiter, concurrency, rate, pollTimeout } = args
  const columns = args.columns === undefined ? new Map<string, string>() : readColumnsFile(args.columns)
  const { retries: tries, maxUnknown } = runDefaults
  const options = prepareRefresh({
    input,
    output: args.output,
    isSimulated: args.sandbox,
    isScoredToo: args.all,
    load: { sheet, encoding, delimiter, columns },
    send: {
      concurrency,
      ratePerSecond: rate,
      tries,
      maxUnknown,
      maxErrors: undefined,
      pollTimeoutMs: pollTimeout,
      waits: true,
    },
  })
  requireOwnLog(args.logFile, { input, output: options.output, ledger: args.ledger })
  const destination = await openDestination({ ...args, faults: undefined, dryRun: false }, logger)
  redact = (text) => destination.token.redact(text)
  const interrupts = watchInterrupts(logger)
  let spilled = 0
  try {
    options.targetLabel = destination.label
    options.isTestTarget = isTestAddress(destination.baseUrl)
    prepareFolder(options.output)
    logger.info(
      `refresh: asks ${options.targetLabel} (${describeEnvironment(options.targetLabel, options.isTestTarget)}); nothing is created`,
    )
    const settings = {
      ledger: args.ledger,
      company: args.company,
      tokenRotated: args.tokenRotated,
      destination,
      requestTimeoutMs: args.requestTimeout,
      retryStatuses: new Set<number>(),
      onSpill(line: string) {
        spilled += 1
        printJsonAside(line)
      },
    }
    const report = await startRefresh(assess, options, settings, {
      clock: systemClock,
      random: systemRandom,
      logger,
      onProgress: (progress) => display.update(progress),
      interrupt: interrupts.signal,
      confirmPlan: async () => false,
      onEvent: (event) => tellEvent(event, logger),
      confirmRejections: undefined,
    })
    display.end()
    for (const line of describeRun(report, command)) logger.info(line)
    const exitCode = exitCodeOfRefresh(report)
    if (args.json) printJson(summariseRun(report, exitCode))
    return exitCode
  } finally {
    if (spilled > 0) logger.error(describeSpill(spilled))
    interrupts.stop()
    display.end()
    await destination.close()
  }
}

/** Scores of an earlier run that could not be asked for anew are open. */
function exitCodeOfRefresh(report: RunReport): ExitCode {
  const code = exitCodeOf(report, true)
  const isOpen = report.balance.some(({ wasDone }) => wasDone)
  return report.halt === undefined && isOpen ? 4 : code
}
