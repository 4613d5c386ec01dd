import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ledgerAt } from '../ledger/open.ts'
import type { Ledger, LedgerStore } from '../ledger/port.ts'
import type { RunPorts } from '../pipeline/model/options.ts'
import { hasOwnerExited, parseProcessTag, processTag } from '../sheet/writing/temporary-files.ts'
import { systemClock } from '../support/clock.ts'
import { BatchError } from '../support/errors.ts'

/** Runs something and cleans up behind it, also when the program is ended meanwhile. */
export type WithCleanup = <Result>(cleanUp: () => void, run: () => Promise<Result>) => Promise<Result>

/** What a face gives where nothing is sent. */
export interface DryRunPorts extends Pick<RunPorts, 'logger' | 'formatOptionNames'> {
  cleaningUp: WithCleanup
}

/**
 * Runs `use` on a ledger that is thrown away afterwards: a copy of the one in `copyOf`, or an empty one. It holds all
 * trips, so what a killed process left of its own is thrown away too.
 */
export async function withScratchLedger<Result>(
  { copyOf, cleaningUp }: { copyOf: LedgerStore | undefined; cleaningUp: WithCleanup },
  use: (ledger: Ledger) => Promise<Result>,
): Promise<Result> {
  let folder: string | undefined
  const throwAway = (): void => {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
  }
  return cleaningUp(throwAway, async () => {
    removeStaleFolders()
    folder = makeTemporaryFolder()
    const ledger = await (copyOf ?? ledgerAt(join(folder, 'empty'), {})).openCopy(folder, systemClock)
    try {
      return await use(ledger)
    } finally {
      await ledger.close()
    }
  })
}

const namePrefix = 'rwa-batch-'

function makeTemporaryFolder(): string {
  try {
    return mkdtempSync(join(tmpdir(), `${namePrefix}${processTag}-`))
  } catch (error) {
    throw new BatchError('surroundings', `no temporary file can be kept in ${tmpdir()}`, {
      hint: 'Free space there, or name another folder with the variable TMPDIR.',
      cause: error,
    })
  }
}

function removeStaleFolders(): void {
  try {
    for (const name of readdirSync(tmpdir())) {
      const maker = name.startsWith(namePrefix) ? parseProcessTag(name.slice(namePrefix.length)) : undefined
      if (maker !== undefined && hasOwnerExited(maker)) rmSync(join(tmpdir(), name), { recursive: true, force: true })
    }
  } catch {
    // It is somebody else's, or the folder may not be listed: nothing of ours hangs on it.
  }
}
