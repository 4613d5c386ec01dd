import { createServiceClient, type ServiceClient } from '../client/service.ts'
import { createTransport } from '../client/transport.ts'
import { openLedger } from '../ledger/open.ts'
import type { Operation } from '../pipeline/operation.ts'
import type { BatchOptions, RunReport } from '../pipeline/options.ts'
import { runBatch } from '../pipeline/run.ts'
import { systemClock } from '../support/clock.ts'
import type { Logger } from '../support/logger.ts'
import { systemRandom } from '../support/random.ts'
import type { BatchArguments } from './batch-options.ts'
import type { Destination } from './destination.ts'
import { describeSpill } from './output/balance.ts'
import { confirmPlan } from './output/plan-question.ts'
import type { ProgressDisplay } from './output/progress.ts'
import { askToGoOn } from './output/question.ts'
import { requireSameToken } from './same-token.ts'

export interface RunParts {
  args: BatchArguments
  destination: Destination
  logger: Logger
  display: ProgressDisplay
  interrupt: AbortSignal
}

/** One run with the ledger open: the ledger, the connection and the people at the terminal meet here. */
export async function runSheet<Request extends object>(
  operation: Operation<Request>,
  options: BatchOptions,
  { args, destination, logger, display, interrupt }: RunParts,
): Promise<RunReport> {
  const { token, baseUrl, address } = destination
  let spilled = 0
  // What the ledger cannot take must not be lost: one JSON line each.
  const onSpill = (record: unknown): void => {
    spilled += 1
    process.stderr.write(`${token.redact(JSON.stringify(record))}\n`)
  }
  const ledger = openLedger({ file: args.ledger, clock: systemClock, onSpill })
  let client: ServiceClient | undefined
  try {
    if (ledger.recovered > 0) {
      logger.warn(`an earlier run ended while ${ledger.recovered} requests were on their way; their outcome is unknown`)
    }
    const target = ledger.targets.find(address, args.company)
    // It takes a tenth of a second; the sheet is read meanwhile.
    const fingerprint = (await requireSameToken(ledger, target, token, args)) ? undefined : token.fingerprint()
    const transport = createTransport({
      baseUrl,
      token,
      requestTimeoutMs: args.requestTimeout,
      connections: args.concurrency,
      env: process.env,
    })
    client = createServiceClient({ transport, token, policy: { retryStatuses: args.retryStatus } })
    let remembering: Promise<void> | undefined
    const place = {
      ledger,
      target,
      client,
      rememberToken() {
        remembering = fingerprint?.then((known) => ledger.targets.rememberToken(target, known))
        // It is awaited below.
        remembering?.catch(() => {})
      },
    }
    const report = await runBatch(operation, place, options, {
      clock: systemClock,
      random: systemRandom,
      logger,
      onProgress: (progress) => display.update(progress),
      interrupt,
      confirmPlan: (plan) => {
        display.pause()
        return confirmPlan(plan, args.yes, interrupt)
      },
      confirmRejections: process.stdin.isTTY && !args.quiet ? askToGoOn : undefined,
    })
    await remembering
    return report
  } finally {
    await client?.close()
    try {
      ledger.close()
    } finally {
      if (spilled > 0) logger.error(describeSpill(spilled))
    }
  }
}
