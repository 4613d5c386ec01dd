import { resolve } from 'node:path'
import { type Addressee, findTarget } from '../../app/find-target.ts'
import { announceMemory } from '../../app/memory.ts'
import { parseKept } from '../../ledger/kept-json.ts'
import { ledgerAt } from '../../ledger/open.ts'
import { checkRows } from '../../pipeline/check/check-rows.ts'
import { describeSending } from '../../pipeline/confirm-sending.ts'
import { readChanges } from '../../pipeline/earlier-output/changed-sheet.ts'
import { recallDefaults } from '../../pipeline/earlier-output/recall-defaults.ts'
import { readResolutions } from '../../pipeline/earlier-output/unknown-sheet.ts'
import { loadInput, openInput } from '../../pipeline/load/load-input.ts'
import { planSending } from '../../pipeline/plan.ts'
import { listEarlier } from '../../pipeline/put-out.ts'
import { sheetsRead } from '../../pipeline/rows/loaded-input.ts'
import type { Operation } from '../../pipeline/terms/operation.ts'
import type { BatchOptions } from '../../pipeline/terms/options.ts'
import { systemClock } from '../../support/clock.ts'
import type { Logger } from '../../support/logger.ts'
import type { BatchArguments } from '../batch-options.ts'
import { type ExitCode, exitCodeOf } from '../exit-code.ts'
import { summariseCheck } from '../output/check-report.ts'
import { describeDryRun } from '../output/dry-run-words.ts'
import { printJson, printLines } from '../output/print.ts'
import { describeEnvironment } from '../output/sending-words.ts'
import { quoteArgument } from '../quote-command.ts'
import { withScratchLedger } from '../scratch-ledger.ts'

export interface PlanParts {
  args: BatchArguments
  destination: Addressee
  logger: Logger
}

/** `--dry-run`: everything load does, in a copy of the ledger that is thrown away, and what would be sent. */
export async function planRun<Request extends object>(
  operation: Operation<Request>,
  options: BatchOptions,
  { args, destination, logger }: PlanParts,
): Promise<ExitCode> {
  const store = ledgerAt(args.ledger)
  announceMemory({ name: store.name, isNew: !(await store.exists()) }, logger)
  return withScratchLedger(args.ledger, async (ledger) => {
    const source = await openInput(options.input, options.load)
    try {
      const target = findTarget(ledger.targets, destination, args.company, { clock: systemClock, logger })
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
      const runId = loaded.runId
      const plan = planSending(operation, ledger, runId, options, options.send.limit)
      const counted = operation.needsConfirmation ? plan : undefined
      const sending = describeSending(operation, { ledger, target }, options, systemClock.now(), {
        runId,
        plan: counted,
      })
      const report = await checkRows({ operation, ledger, runId }, loaded)
      const { balance } = report
      if (args.json) {
        printJson({
          target: destination.address,
          isTest: options.isTestTarget,
          environment: describeEnvironment(options.targetLabel, options.isTestTarget),
          rows: loaded.rows,
          sheets: sheetsRead(loaded),
          balance: balance.map(({ state, wasDone, count }) => ({ state, alreadyDone: wasDone, rows: count })),
          problems: summariseCheck({ file: options.input, report, cannotKnow: [], output: undefined }).problems,
          toSend: sending.toSend,
          later: sending.later,
          toAsk: sending.toAsk,
          estimate: sending.estimate ?? null,
          firstRequests: plan.first.map(({ request }) => parseKept(request, 'request')),
          firstRows: plan.first.map(({ row }) => row),
        })
      } else {
        const checkCommand = `npx rwa-batch check ${operation.name} ${quoteArgument(options.input)} -o checked.xlsx${hasReadingOptions(args) ? ', with the same --columns, --set, --lists …' : ''}`
        printLines(
          describeDryRun({ file: options.input, report, sending, plan: counted, first: plan.first, checkCommand }),
        )
      }
      logger.info('Nothing was sent.')
      const willBeSent = balance.filter(({ state }) => state !== 'ready' && state !== 'accepted')
      return exitCodeOf({ halt: undefined, balance: willBeSent }, true)
    } finally {
      await source.close()
    }
  })
}

/** Whether the sheet is read in a way that `check` must be told as well. */
function hasReadingOptions({ columns, lists, set, dateFormat, sheet, encoding, delimiter }: BatchArguments): boolean {
  const given = [columns, lists, encoding, delimiter].some((option) => option !== undefined)
  return given || set.size > 0 || sheet.length > 0 || dateFormat.length > 0
}
