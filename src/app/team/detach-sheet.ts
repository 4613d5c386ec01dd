import { resolve } from 'node:path'
import type { Operation } from '../../pipeline/model/operation.ts'
import type { BatchOptions, RunPorts } from '../../pipeline/model/options.ts'
import { type DetachResult, detachBatch } from '../../pipeline/run.ts'
import { messageOf } from '../../support/errors.ts'
import type { DestinationFacts } from '../batch-options.ts'
import type { Destination } from '../destination.ts'
import { findTarget } from '../ledger/find-target.ts'
import { foldersOf, type LedgerSettings, withLedger } from '../ledger/ledger-access.ts'
import { openRegister } from '../ledger/rollback-check.ts'
import { type LedgerOverrides, requireSameLedger } from '../ledger/same-ledger.ts'
import { type RuleSettings, requireFourEyes } from '../require-four-eyes.ts'
import { describeDestination } from '../start-run.ts'
import { openEngine, requireDatabase } from './open-engine.ts'
import { nameQueues, toCheckJob } from './run-jobs.ts'

export interface DetachSettings extends LedgerSettings, RuleSettings, LedgerOverrides {
  company: string
  destination: Omit<Destination, 'close'>
}

export interface DetachedSheet extends DetachResult {
  workers: number
}

/**
 * Loads, checks and confirms a sheet, and leaves sending to workers. Needs no token.
 * @throws BatchError when it cannot be detached, or was not confirmed.
 */
export async function detachSheet(
  operation: Operation,
  options: Omit<BatchOptions, DestinationFacts>,
  { company, destination, demands, ...settings }: DetachSettings,
  ports: RunPorts,
): Promise<DetachedSheet> {
  const { logger } = ports
  requireDatabase(settings)
  await requireSameLedger(settings, { address: destination.address, company }, settings)
  return withLedger({ ...settings, folders: foldersOf(options.input, options.output) }, ports, async (ledger) => {
    const engine = await openEngine(settings, 0, logger)
    try {
      const known = openRegister(settings.surroundings)
      const target = await findTarget(ledger, destination, company, { demands, known }, ports)
      await requireFourEyes(operation, { ledger, target }, demands)
      const all = { ...options, ...describeDestination(destination) }
      const file = resolve(options.input)
      const others = (await ledger.waiting.list(target)).filter(
        (run) => run.waitsFor === 'workers' && run.file === file,
      )
      const left = await detachBatch(operation, { ledger, target }, all, ports)
      if (others.length > 0)
        logger.info(
          `Workers still have rows of this sheet from run ${others.map(({ id }) => id).join(', ')}: what they send is not sent twice`,
        )
      await engine.enqueue(nameQueues(ledger.id, target).check, [toCheckJob(left.runId)]).catch((error: unknown) => {
        logger.warn(`the workers were not notified (${messageOf(error)}): they find the run themselves within seconds`)
      })
      return { ...left, workers: (await ledger.team?.countWorkers(target)) ?? 0 }
    } finally {
      await engine.close()
    }
  })
}
