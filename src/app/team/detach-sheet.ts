import { resolve } from 'node:path'
import { type DetachResult, detachBatch } from '../../pipeline/detach-run.ts'
import type { Operation } from '../../pipeline/model/operation.ts'
import type { RunPorts, RunRequest } from '../../pipeline/model/options.ts'
import { messageOf } from '../../support/errors.ts'
import { foldersOf, type LedgerSettings } from '../ledger/ledger-access.ts'
import type { LedgerOverrides } from '../ledger/same-ledger.ts'
import { type TargetOfUser, withTarget } from '../ledger/with-connection.ts'
import { requireFourEyes } from '../require-four-eyes.ts'
import { openEngine, requireDatabase } from './open-engine.ts'
import { nameQueues, toCheckJob } from './run-jobs.ts'

export interface DetachedSheet extends DetachResult {
  workers: number
}

/**
 * Loads, checks and confirms a sheet, and leaves sending to workers. Needs no token.
 * @throws BatchError when it cannot be detached, or was not confirmed.
 */
export async function detachSheet(
  operation: Operation,
  request: RunRequest,
  given: LedgerSettings & LedgerOverrides & TargetOfUser,
  ports: RunPorts,
): Promise<DetachedSheet> {
  const { logger } = ports
  requireDatabase(given)
  const settings = { ...given, folders: foldersOf(request.input, request.output) }
  return withTarget(settings, ports, async (connection) => {
    const { ledger, target } = connection
    const engine = await openEngine(settings, 0, logger)
    try {
      await requireFourEyes(operation, connection, settings.demands)
      const file = resolve(request.input)
      const others = (await ledger.waiting.list(target)).filter(
        (run) => run.waitsFor === 'workers' && run.file === file,
      )
      const left = await detachBatch(operation, connection, request, ports)
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
