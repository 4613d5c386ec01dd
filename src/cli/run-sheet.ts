import { startRun } from '../app/start-run.ts'
import type { RowState } from '../contract/outcome.ts'
import type { Operation } from '../pipeline/terms/operation.ts'
import type { BatchOptions, RunReport } from '../pipeline/terms/options.ts'
import { systemClock } from '../support/clock.ts'
import { systemRandom } from '../support/random.ts'
import type { BatchArguments } from './batch-options.ts'
import type { Destination } from './destination.ts'
import { describeSpill } from './output/balance.ts'
import type { EventFile } from './output/event-file.ts'
import { toEventLine, toRowLine } from './output/event-lines.ts'
import { tellEvent } from './output/event-words.ts'
import type { Messages } from './output/messages.ts'
import { confirmPlan } from './output/plan-question.ts'
import { printJsonAside } from './output/print.ts'
import type { ProgressDisplay } from './output/progress.ts'
import { askToGoOn } from './output/question.ts'
import { confirmTarget } from './output/target-question.ts'

export interface RunParts {
  args: BatchArguments
  destination: Destination
  logger: Messages
  events: EventFile
  display: ProgressDisplay
  interrupt: AbortSignal
}

/** One run with the people at the terminal. */
export async function runSheet<Request extends object>(
  operation: Operation<Request>,
  options: BatchOptions,
  { args, destination, logger, events, display, interrupt }: RunParts,
): Promise<RunReport> {
  let spilled = 0
  const settings = {
    ledger: args.ledger,
    company: args.company,
    tokenRotated: args.tokenRotated,
    destination,
    requestTimeoutMs: args.requestTimeout,
    retryStatuses: args.retryStatus,
    onSpill(line: string) {
      spilled += 1
      printJsonAside(line)
    },
  }
  function tellRow(state: RowState, rowNumber: number | undefined, sheet: string | undefined): void {
    const line = toRowLine(state, rowNumber, sheet)
    if (line !== undefined) events.add(line)
  }
  try {
    return await startRun(operation, options, settings, {
      clock: systemClock,
      random: systemRandom,
      logger,
      onProgress: (progress) => display.update(progress),
      onEvent(event) {
        tellEvent(event, logger)
        events.add(toEventLine(event))
      },
      ...(events.isOpen ? { onRowState: tellRow } : {}),
      interrupt,
      confirmTarget: (sending) => {
        display.pause()
        return confirmTarget(sending, args.yes, interrupt)
      },
      confirmPlan: (plan) => {
        display.pause()
        return confirmPlan(plan, args.yes, interrupt)
      },
      confirmRejections: process.stdin.isTTY && !args.quiet ? askToGoOn : undefined,
    })
  } finally {
    if (spilled > 0) logger.error(describeSpill(spilled))
  }
}
