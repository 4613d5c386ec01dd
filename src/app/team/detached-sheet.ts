import { resolve } from 'node:path'
import { currentOperator } from '../../ledger/operator.ts'
import type { RunStatus } from '../../ledger/port/reports.ts'
import type { Target } from '../../ledger/port/targets.ts'
import type { Ledger } from '../../ledger/port.ts'
import { find } from '../../messages/catalogue.ts'
import { findOperation, operations } from '../../operations/all.ts'
import { digestOf } from '../../pipeline/earlier-output/edited-output.ts'
import { type CollectReport, collectRun } from '../../pipeline/later-run.ts'
import type { Operation } from '../../pipeline/model/operation.ts'
import type { RunPorts, RunRequest } from '../../pipeline/model/options.ts'
import { isSimulated } from '../../pipeline/model/run.ts'
import { readStoredRun, storeRun } from '../../pipeline/model/stored-run.ts'
import { confirmSending, dropUnlessDone, prepareRun } from '../../pipeline/prepare-run.ts'
import { BatchError, messageOf } from '../../support/errors.ts'
import { requireFourEyes, type TargetOfUser } from '../ledger/find-target.ts'
import { findStore, foldersOf, type LedgerLocation, type LedgerSettings, withLedger } from '../ledger/ledger-access.ts'
import type { LedgerOverrides } from '../ledger/same-ledger.ts'
import { withTarget } from '../ledger/with-connection.ts'
import { prepareFolder } from '../output-file.ts'
import { type GivenRun, parseRequest } from '../parse-request.ts'
import { nameQueues, openEngine, requireDatabase, toCheckJob } from './run-jobs.ts'

/**
 * Loads, checks and confirms a sheet, and releases it to workers, who send it. Needs no token.
 * @throws BatchError when it cannot be detached, or was not confirmed.
 */
export async function detachSheet(
  operation: Operation,
  request: RunRequest,
  given: LedgerSettings & LedgerOverrides & TargetOfUser,
  ports: RunPorts,
) {
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
      const startedAt = ports.clock.now()
      const digest = await digestOf(request.input)
      const { options, loaded } = await prepareRun(operation, connection, request, { output: request.output }, ports)
      const { runId, rows } = loaded
      const run = { operation, connection, options, ports, startedAt }
      const workers = storeRun(options, loaded, digest)
      const sending = await dropUnlessDone(run, loaded, () => confirmSending(run, loaded, { workers }))
      if (others.length > 0)
        logger.info(
          `Workers still have rows of this sheet from run ${others.map(({ id }) => id).join(', ')}: what they send is not sent twice`,
        )
      await engine.enqueue(nameQueues(ledger.id, target).check, [toCheckJob(runId)]).catch((error: unknown) => {
        logger.warn(`the workers were not notified (${messageOf(error)}): they find the run themselves within seconds`)
      })
      return { runId, rows, sending, workers: (await ledger.team?.countWorkers(target)) ?? 0 }
    } finally {
      await engine.close()
    }
  })
}

/**
 * Writes the ledger's results of a sheet's latest run, from any machine. Needs neither token nor service.
 * @throws BatchError `input` when no run has read the sheet.
 */
export async function collectSheet(
  request: Pick<GivenRun, 'input' | 'output' | 'newWorkbook'>,
  settings: LedgerSettings,
  ports: RunPorts,
): Promise<CollectReport> {
  const known = await findRun(request.input, settings)
  const operation = findOperation(known.operation)
  const simulated = isSimulated(known)
  const startedAt = ports.clock.now()
  const usual = parseRequest(operation, { ...request, sandbox: simulated })
  return withLedger({ ...settings, folders: foldersOf(usual.input, usual.output) }, ports, async (ledger) => {
    const target = await ledger.targets.find(known.address, known.company)
    const output = request.output ?? (await findStoredOutput(ledger, known.id, target))
    const options = parseRequest(operation, { ...request, output, sandbox: simulated })
    prepareFolder(options.output)
    return collectRun({ operation, connection: { ledger, target }, options, ports, startedAt }, known.id)
  })
}

/** As it was named when the run was left to others; on another machine it would be another place. */
async function findStoredOutput({ waiting }: Ledger, runId: number, target: Target): Promise<string | undefined> {
  const run = await waiting.find(runId, target)
  return run?.how === undefined || run.machine !== currentOperator().machine ? undefined : readStoredRun(run.how).output
}

async function findRun(input: string, connection: LedgerLocation): Promise<RunStatus> {
  const store = findStore(connection)
  const { runs } = await store.status({ input: resolve(input) })
  const run = runs.find(({ operation }) => operations.some(({ name }) => name === operation))
  if (run !== undefined) return run
  throw new BatchError('input', find('run-not-found', { ledger: store.name, input }))
}
