import { closeSync, constants, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { find } from '../../../messages/catalogue.ts'
import { BatchError } from '../../../support/errors.ts'
import type { Database } from '../../../support/sqlite.ts'
import { findRealFile } from './real-file.ts'
import {
  type CommitRecord,
  countCommits,
  digestFile,
  formatCommitRecord,
  hasLog,
  noFollow,
  readCommitRecord,
  type Seal,
} from './seal.ts'

/**
 * Counts the commits of a ledger, in it and in a file beside it. A ledger with fewer commits than the file has lost
 * some. It was restored from an older copy, or its log was deleted. Lost requests would be sent once more.
 */
export interface CommitCounter {
  /** Within a transaction. */
  increment(): void
  /** After its commit: the file is never ahead of a whole ledger. */
  persist(): void
  /** Once the ledger is closed and its log is empty: notes the digest of its file. */
  seal(holder: number): void
  close(): void
}

/** From now on the ledger's present content counts. */
export function deleteCommitCounter(file: string): void {
  rmSync(`${findRealFile(file)}.mark`, { force: true })
}

/**
 * Called before SQLite takes an empty file for a new ledger.
 * @throws BatchError `ledger` when the ledger was used and is lost.
 */
export function requireNotLost(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size
  if (size === undefined || size === 0) requireUnused(file, size === undefined ? 'is gone' : 'is empty')
}

/** @throws BatchError `ledger` when the mark beside an empty ledger says that it was used. */
export function requireUnused(file: string, what = 'is empty'): void {
  const noted = readCommitRecord(file)
  if (noted === undefined || noted.commits === 0) return
  throw new BatchError('ledger', find('ledger-emptied', { file, what }))
}

/** @throws BatchError `ledger` when the ledger has fewer commits than its mark. */
export function openCommitCounter(db: Database, file: string, ledgerId: string): CommitCounter {
  db.prepare("INSERT INTO meta (key, value) VALUES ('commits', '0') ON CONFLICT DO NOTHING").run()
  const increase = db
    .prepare<[], string>("UPDATE meta SET value = value + 1 WHERE key = 'commits' RETURNING value")
    .pluck()
  let commits = countCommits(db)
  requireUpToDate(file, { ledgerId, commits })
  // Never truncated: one write replaces its content.
  const handle = openSync(`${file}.mark`, constants.O_RDWR | constants.O_CREAT | noFollow, 0o600)
  function write(seal?: Seal): void {
    try {
      writeSync(handle, formatCommitRecord({ ledgerId, commits, seal }), 0)
    } catch {
      // The commit is durable already; a mark that lags behind only warns later.
    }
  }
  const persist = () => write()
  persist()
  return {
    increment() {
      commits = Number(increase.get())
    },
    persist,
    seal(holder) {
      try {
        if (!hasLog(file)) write({ holder, digest: digestFile(file) })
      } catch {
        // Without a seal the next opening checks the whole file.
      }
    },
    close: () => closeSync(handle),
  }
}

function requireUpToDate(file: string, found: CommitRecord): void {
  const noted = readCommitRecord(file)
  // Another ledger at this path has its own count.
  if (noted === undefined || noted.ledgerId !== found.ledgerId || noted.commits <= found.commits) return
  const lost = noted.commits - found.commits
  throw new BatchError('ledger', find('ledger-older-copy', { file, lost, commits: noted.commits }))
}
