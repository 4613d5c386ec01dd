import type { Face } from '../messages/face.ts'
import type { Operation } from '../pipeline/model/operation.ts'
import type { BatchOptions, RefreshOptions, RunPorts, RunReport } from '../pipeline/model/options.ts'
import type { RunConnection } from '../pipeline/model/run.ts'
import { releaseBatch } from '../pipeline/release-run.ts'
import { runBatch } from '../pipeline/run.ts'
import { runRefresh } from '../pipeline/run-refresh.ts'
import type { DestinationFacts } from './batch-options.ts'
import type { Destination } from './destination.ts'
import { foldersOf } from './ledger/ledger-access.ts'
import { type ConnectionSettings, withConnection } from './ledger/with-connection.ts'
import { type RuleSettings, requireFourEyes, requireFourEyesByRegister } from './require-four-eyes.ts'
import { reportRows } from './row-report.ts'
import type { RowConsumer } from './sheet-run.ts'
import { version } from './version.ts'

export interface RunSettings extends Omit<ConnectionSettings, 'concurrency'>, RuleSettings {
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
  options: Omit<BatchOptions, DestinationFacts>,
  settings: RunSettings,
  ports: RunPorts,
): Promise<RunReport> {
  const { company, destination, surroundings, newLedger } = settings
  if (newLedger && options.release === undefined)
    requireFourEyesByRegister(operation, { address: destination.address, company }, surroundings)
  return runConnected(operation, options, settings, ports, async (connection) => {
    if (options.release === undefined) await requireFourEyes(operation, connection, settings.demands)
    const all = { ...options, ...describeDestination(settings.destination) }
    const { release } = all
    if (release !== undefined) return releaseBatch(operation, connection, { ...all, release }, ports)
    return runBatch(operation, connection, all, ports)
  })
}

/** Starts a run that only asks again for scores. @throws BatchError when there is nothing to ask for. */
export function startRefresh(
  operation: Operation,
  options: Omit<RefreshOptions, DestinationFacts>,
  settings: RunSettings,
  ports: RunPorts,
): Promise<RunReport> {
  return runConnected(operation, options, settings, ports, (connection) =>
    runRefresh(operation, connection, { ...options, ...describeDestination(settings.destination) }, ports),
  )
}

export function describeDestination({
  label,
  isTest,
}: Pick<Destination, 'label' | 'isTest'>): Pick<BatchOptions, DestinationFacts> {
  return { targetLabel: label, isTestTarget: isTest, toolVersion: version }
}

function runConnected(
  operation: Operation,
  { input, output, send }: Pick<RefreshOptions, 'input' | 'output' | 'send'>,
  settings: RunSettings,
  ports: RunPorts,
  run: (connection: RunConnection) => Promise<RunReport>,
): Promise<RunReport> {
  const connecting = { ...settings, folders: foldersOf(input, output), concurrency: send.concurrency }
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
