import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { announceMemory } from '../../app/memory.ts'
import { parseKept } from '../../ledger/kept-json.ts'
import { loadInput, openInput, sheetsRead } from '../../pipeline/load/load-input.ts'
import { readChanges } from '../../pipeline/load/read-changes.ts'
import { readResolutions } from '../../pipeline/load/read-resolutions.ts'
import { recallDefaults } from '../../pipeline/load/recall-defaults.ts'
import type { Operation } from '../../pipeline/operation.ts'
import type { BatchOptions } from '../../pipeline/options.ts'
import { listEarlier } from '../../pipeline/put-out.ts'
import { systemClock } from '../../support/clock.ts'
import type { Logger } from '../../support/logger.ts'
import type { BatchArguments } from '../batch-options.ts'
import { type ExitCode, exitCodeOf } from '../exit-code.ts'
import { printJson } from '../output/print.ts'
import { withScratchLedger } from '../scratch-ledger.ts'

const shownPayloads = 3

export interface PlanParts {
  args: BatchArguments
  address: string
  logger: Logger
}

/** `--dry-run`: everything load does, in a copy of the ledger that is thrown away, and what would be sent. */
export async function planRun<Request extends object>(
  operation: Operation<Request>,
  options: BatchOptions,
  { args, address, logger }: PlanParts,
): Promise<ExitCode> {
  announceMemory({ file: args.ledger, isNew: !existsSync(args.ledger) }, logger)
  return withScratchLedger(args.ledger, async (ledger) => {
    const source = await openInput(options.input, options.load)
    try {
      const target = ledger.targets.find(address, args.company)
      const answered = [options.input, ...(await listEarlier(operation, { ledger, target }, options))]
      const answers = await readChanges(answered, { logger })
      await readResolutions(answered, operation, ledger, { clock: systemClock, logger })
      const request = {
        operation,
        target,
        file: resolve(options.input),
        load: await recallDefaults(options.input, operation, options.load, { logger }),
        resend: options.resend,
        answers,
      }
      const loaded = await loadInput(source, request, ledger, { clock: systemClock, logger, onProgress() {} })
      const balance = ledger.runs.balance(loaded.run.id)
      const payloads = ledger.submissions
        .readyPage(loaded.run.id, -1, shownPayloads)
        .map(({ request }) => parseKept(request, 'request'))
      const plan = {
        target: address,
        isTest: options.isTestTarget,
        rows: loaded.rows,
        sheets: sheetsRead(loaded),
        balance: balance.map(({ state, wasDone, count }) => ({ state, alreadyDone: wasDone, rows: count })),
        firstRequests: payloads,
      }
      printJson(plan, args.json ? 0 : 2)
      logger.info('Nothing was sent.')
      const willBeSent = balance.filter(({ state }) => state !== 'ready' && state !== 'accepted')
      return exitCodeOf({ halt: undefined, balance: willBeSent }, true)
    } finally {
      await source.close()
    }
  })
}
