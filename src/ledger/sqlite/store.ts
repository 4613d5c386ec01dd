import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { LedgerStore } from '../port.ts'
import { readAudit } from './audit.ts'
import { copyLedger } from './copy.ts'
import { openHoldings } from './holdings.ts'
import { judgeReading } from './judge-failure.ts'
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
    status: ({ input, runId }) => judging(file, () => readStatus(file, input, runId)),
    audit: (input) => judgingEach(file, readAudit(file, input)),
    statements: (operation) => judging(file, async () => readStatements(file, operation)),
    recorded: () => judgingEach(file, readRecorded(file)),
    overview: () => judging(file, async () => overlookLedger(file)),
    compare: (runId) => judging(file, async () => openHoldings(file, runId)),
  }
}

async function judging<Result>(file: string, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    throw judgeReading(file, error)
  }
}

async function* judgingEach<Item>(file: string, items: AsyncIterable<Item>): AsyncGenerator<Item> {
  try {
    yield* items
  } catch (error) {
    throw judgeReading(file, error)
  }
}
