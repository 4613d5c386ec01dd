import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { ledgerAt } from '../../ledger/open.ts'
import type { RecordedRules } from '../../ledger/port/rules.ts'
import type { Ledger, LedgerStore } from '../../ledger/port.ts'
import type { RunPorts } from '../../pipeline/model/options.ts'
import { hasOwnerExited, parseProcessTag, processTag } from '../../sheet/writing/temporary-files.ts'
import { systemClock } from '../../support/clock.ts'
import { attempt, BatchError } from '../../support/errors.ts'

/** Calls `cleanUp` after `run`. */
export type WithCleanup = <Result>(cleanUp: () => void, run: () => Promise<Result>) => Promise<Result>

export interface DryRunPorts extends Pick<RunPorts, 'logger' | 'face' | 'onEvent'> {
  /** For a program that an interrupt ends at once. @default only after the run: the next one deletes what is left */
  cleaningUp?: WithCleanup
  /** Of the company, for what is checked without its ledger. @default none */
  rules?: RecordedRules | undefined
  /** Ends the reading of rows. */
  interrupt?: AbortSignal
}

/** Runs `use` on a temporary ledger: an excerpt, or an empty one. It holds trips: killed processes' are deleted too. */
export async function withScratchLedger<Result>(
  excerptOf: LedgerStore | undefined,
  { cleaningUp = (cleanUp, run) => run().finally(cleanUp) }: Pick<DryRunPorts, 'cleaningUp'>,
  use: (ledger: Ledger) => Promise<Result>,
): Promise<Result> {
  let folder: string | undefined
  const deleteFolder = (): void => {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
  }
  return cleaningUp(deleteFolder, async () => {
    removeStaleFolders()
    folder = makeTemporaryFolder()
    // Its schema takes a turn of the event loop: what went before has had one of its own.
    await setImmediate()
    const ledger = await (excerptOf ?? ledgerAt(join(folder, 'empty'), {})).openExcerpt(folder, systemClock)
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
  const names = attempt(() => readdirSync(tmpdir())) ?? []
  for (const name of names) {
    const maker = name.startsWith(namePrefix) ? parseProcessTag(name.slice(namePrefix.length)) : undefined
    if (maker === undefined || !hasOwnerExited(maker)) continue
    // It may belong to another user, or have something mounted in it.
    attempt(() => rmSync(join(tmpdir(), name), { recursive: true, force: true }))
  }
}
