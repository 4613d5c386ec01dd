import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { find } from '../../../messages/catalogue.ts'
import { BatchError } from '../../../support/errors.ts'
import type { Database } from '../../../support/sqlite.ts'
import { explainStorageFailure } from '../../storage-failure.ts'
import { copyPrivately } from '../schema/migrate.ts'

/**
 * Tells if the open ledger is still the file at its path, with its log beside it. A deleted file can still be written,
 * and is lost. Without its log the next process would find an older ledger.
 */
export interface FileIdentity {
  isUnchanged(): boolean
  /** Removes SQLite's files beside an open ledger: SQLite would take them for those of another file at its path. */
  removeCompanions(): void
}

const companions = ['-wal', '-shm']

/** Call it after the first write to the ledger: only then do its companions exist. */
export function captureFileIdentity(file: string): FileIdentity {
  const first = inodeOf(file)
  const beside = companions.map((end) => [file + end, inodeOf(file + end)] as const)
  return {
    isUnchanged: () => inodeOf(file) === first && beside.every(([path, before]) => inodeOf(path) === before),
    removeCompanions() {
      for (const [path, before] of beside) if (inodeOf(path) === before) rmSync(path, { force: true })
    },
  }
}

/** @throws BatchError `surroundings` when another file, or none, is at the path of the open ledger. */
export function requireSameFile(identity: FileIdentity, file: string): void {
  if (!identity.isUnchanged()) throw new BatchError('surroundings', describeLoss(file))
}

/**
 * Called before the ledger is closed. If it is not at its path any more, it is written there again, or beside the file
 * that is there now.
 * @throws BatchError `surroundings` in that case, with the path of the copy.
 */
export function saveReplacedLedger(db: Database, identity: FileIdentity, file: string, now: number): void {
  if (identity.isUnchanged()) return
  const isGone = !existsSync(file)
  const copy = isGone ? file : `${file}.rescued-${now}`
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    identity.removeCompanions()
    copyPrivately(db, copy)
  } catch (error) {
    throw explainStorageFailure(`${describeLoss(file)}, and its content could not be written to ${copy}`, error)
  }
  throw new BatchError('surroundings', find('ledger-displaced', { loss: describeLoss(file), file, copy, isGone }))
}

function describeLoss(file: string): string {
  return `the ledger ${file}, or its log beside it, was deleted or replaced while this run was writing it`
}

export function inodeOf(file: string): string | undefined {
  const stat = statSync(file, { throwIfNoEntry: false, bigint: true })
  return stat === undefined ? undefined : `${stat.dev}:${stat.ino}`
}
