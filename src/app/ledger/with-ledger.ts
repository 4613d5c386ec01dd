import type { Ledger } from '../../ledger/port.ts'
import { type LedgerLocation, type LedgerPorts, logLedgerState, openTrackedLedger } from './ledger-access.ts'

export interface LedgerSettings extends LedgerLocation {
  /** Takes one line of JSON with results that the ledger could not write and that must not be lost. */
  onSpill(line: string): void
}

/** Opens the ledger for `use`, reports its state, and closes it. @throws BatchError when it cannot be opened. */
export async function withLedger<Result>(
  { onSpill, ...location }: LedgerSettings,
  ports: LedgerPorts,
  use: (ledger: Ledger) => Promise<Result>,
): Promise<Result> {
  const { logger } = ports
  const ledger = await openTrackedLedger(location, { ...ports, onSpill })
  try {
    logLedgerState(ledger, location.surroundings.folder, logger)
    if (ledger.recovered > 0) {
      logger.warn(
        `an earlier run ended without an answer to ${ledger.recovered} of its requests: their outcome is unknown`,
      )
    }
    return await use(ledger)
  } finally {
    await ledger.close()
  }
}
