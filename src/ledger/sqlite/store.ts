import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { LedgerStore } from '../port.ts'
import { readAudit } from './audit.ts'
import { copyLedger } from './copy.ts'
import { openHoldings } from './holdings.ts'
import { openLedger } from './open.ts'
import { overlookLedger } from './overview.ts'
import { readRecorded } from './recorded.ts'
import { lookAtFile } from './sight.ts'
import { readStatements } from './statements.ts'
import { readStatus } from './status.ts'

/** A ledger in one file. */
export function createSqliteStore(file: string): LedgerStore {
  return {
    name: file,
    exists: async () => existsSync(file),
    look: async () => lookAtFile(file),
    open: async (options) => openLedger({ file, ...options }),
    async openCopy(folder, clock) {
      const copy = join(folder, 'ledger.sqlite')
      copyLedger(file, copy)
      return openLedger({ file: copy, clock, onSpill() {}, ballastMegabytes: 0 })
    },
    status: ({ input, runId }) => readStatus(file, input, runId),
    audit: (input) => readAudit(file, input),
    statements: async (operation) => readStatements(file, operation),
    recorded: () => readRecorded(file),
    overview: async () => overlookLedger(file),
    compare: async (runId) => openHoldings(file, runId),
  }
}
