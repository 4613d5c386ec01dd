import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyLedger } from '../ledger/copy.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { openLedger } from '../ledger/open.ts'
import { systemClock } from '../support/clock.ts'
import { BatchError } from '../support/errors.ts'

/** Runs `use` on a ledger that is thrown away afterwards: a copy of the one in `copyOf`, or an empty one. */
export async function withScratchLedger<Result>(
  copyOf: string | undefined,
  use: (ledger: Ledger) => Promise<Result>,
): Promise<Result> {
  const folder = makeTemporaryFolder()
  try {
    const file = join(folder, 'ledger.sqlite')
    if (copyOf !== undefined) copyLedger(copyOf, file)
    const ledger = openLedger({ file, clock: systemClock, onSpill: () => {}, ballastMegabytes: 0 })
    try {
      return await use(ledger)
    } finally {
      ledger.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function makeTemporaryFolder(): string {
  try {
    return mkdtempSync(join(tmpdir(), 'rwa-batch-'))
  } catch (error) {
    throw new BatchError('surroundings', `no temporary file can be kept in ${tmpdir()}`, {
      hint: 'Free space there, or name another folder with the variable TMPDIR.',
      cause: error,
    })
  }
}
