import type { Face } from '../messages/face.ts'
import { releaseBatch } from '../pipeline/later-run.ts'
import type { Operation } from '../pipeline/model/operation.ts'
import type { RefreshRequest, RunOptions, RunPorts, RunReport, RunRequest } from '../pipeline/model/options.ts'
import type { RunConnection } from '../pipeline/model/run.ts'
import { runBatch } from '../pipeline/run.ts'
import { runRefresh } from '../pipeline/run-refresh.ts'
import type { Destination } from './destination.ts'
import { requireFourEyes, requireFourEyesByRegister } from './ledger/find-target.ts'
import { foldersOf } from './ledger/ledger-access.ts'
import { type ConnectionSettings, withConnection } from './ledger/with-connection.ts'
import { reportRows } from './row-report.ts'
import type { RowConsumer } from './sheet-run.ts'

export interface RunSettings extends Omit<ConnectionSettings, 'concurrency'> {
  destination: Omit<Destination, 'close'>
  /** Called with the rows in input order once the output is written. */
  readRows?: RowConsumer | undefined
  /** Called before the ledger is closed, however the run ended: who reads its rows (`onLoaded`) stops. */
  onClosing?: () => Promise<void>
  /** Who reads these rows. @default users of the library */
  rowFace?: Face
}

/**
 * Runs with the ledger open, for the command line, the page and the library.
 * @throws BatchError when nothing could be done; `halt` in the report gives the reason for a stop midway.
 */
export async function startRun(
  operation: Operation,
  request: RunRequest,
  settings: RunSettings,
  ports: RunPorts,
): Promise<RunReport> {
  const { company, destination, demands, surroundings, newLedger } = settings
  const { release } = request
  if (newLedger && release === undefined)
    requireFourEyesByRegister(operation, { address: destination.address, company }, surroundings)
  return runConnected(operation, request, settings, ports, async (connection) => {
    if (release !== undefined) return releaseBatch(operation, connection, { ...request, release }, ports)
    await requireFourEyes(operation, connection, demands)
    return runBatch(operation, connection, request, ports)
  })
}

/** Starts a run that only asks again for scores. @throws BatchError when there is nothing to ask for. */
export function startRefresh(
  operation: Operation,
  request: RefreshRequest,
  settings: RunSettings,
  ports: RunPorts,
): Promise<RunReport> {
  return runConnected(operation, request, settings, ports, (connection) =>
    runRefresh(operation, connection, request, ports),
  )
}

function runConnected(
  operation: Operation,
  { input, output, concurrency }: RunOptions & Pick<RefreshRequest, 'input'>,
  settings: RunSettings,
  ports: RunPorts,
  run: (connection: RunConnection) => Promise<RunReport>,
): Promise<RunReport> {
  const connecting = { ...settings, folders: foldersOf(input, output), concurrency }
  return withConnection(connecting, ports, async (connection) => {
    try {
      const report = await run(connection)
      await settings.readRows?.(reportRows(operation, connection.ledger, report, settings.rowFace))
      return report
    } finally {
      await settings.onClosing?.()
    }
  })
}
