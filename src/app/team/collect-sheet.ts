import { resolve } from 'node:path'
import { currentOperator } from '../../ledger/operator.ts'
import type { RunStatus } from '../../ledger/port/reports.ts'
import type { Target } from '../../ledger/port/targets.ts'
import type { Ledger } from '../../ledger/port.ts'
import { find } from '../../messages/catalogue.ts'
import { findOperation, operations } from '../../operations/all.ts'
import { type CollectReport, collectRun } from '../../pipeline/collect-run.ts'
import type { RunPorts } from '../../pipeline/model/options.ts'
import { isSimulated } from '../../pipeline/model/run.ts'
import { readStoredRun } from '../../pipeline/model/stored-run.ts'
import { BatchError } from '../../support/errors.ts'
import { findStore, foldersOf, type LedgerLocation, type LedgerSettings, withLedger } from '../ledger/ledger-access.ts'
import { prepareFolder } from '../output-file.ts'
import { parseRequest } from '../parse-request.ts'

export interface CollectRequest {
  input: string
  /** @default named after the input, in the folder `output` */
  output?: string | undefined
  newWorkbook?: boolean | undefined
}

/**
 * Writes the ledger's results of a sheet's latest run, from any machine. Needs neither token nor service.
 * @throws BatchError `input` when no run has read the sheet.
 */
export async function collectSheet(
  request: CollectRequest,
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
