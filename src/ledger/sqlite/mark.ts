import { closeSync, constants, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { BatchError } from '../../support/errors.ts'
import type { Database } from '../../support/sqlite.ts'
import { findRealFile } from './real-file.ts'

/**
 * Counts the commits of a ledger, within it and in a file beside it. A ledger with fewer than the file says has lost
 * some: it was restored from an older copy, or what stood beside it was taken for rubbish. Requests that it no longer
 * knows of would be sent once more.
 */
export interface Mark {
  /** Within a transaction. */
  count(): void
  /** After its commit, so that the file is never ahead of a ledger that is whole. */
  note(): void
  close(): void
}

interface Noted {
  ledgerId: string
  commits: number
}

const countDigits = 16
/** Windows has no such flag. */
const noFollow = constants.O_NOFOLLOW ?? 0

/** From now on the ledger is what it is, whatever it was. */
export function forgetMark(file: string): void {
  rmSync(`${findRealFile(file)}.mark`, { force: true })
}

/** Before SQLite takes an empty file for a new one. @throws BatchError `ledger` when the ledger was used and is lost. */
export function requireNotLost(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size
  if (size === undefined || size === 0) requireUnused(file, size === undefined ? 'is gone' : 'is empty')
}

/** @throws BatchError `ledger` when the mark beside a ledger that has nothing in it says that it was used. */
export function requireUnused(file: string, what = 'is empty'): void {
  const noted = readMark(file)
  if (noted === undefined || noted.commits === 0) return
  throw new BatchError('ledger', `the ledger ${file} ${what}, and the mark beside it says that it was used`, {
    hint: `Put it back from the bin or from a copy, with the file -wal that belongs to it. ${wayOut(file)}`,
  })
}

/** @throws BatchError `ledger` when the ledger has fewer commits than were noted of it. */
export function openMark(db: Database, file: string, ledgerId: string): Mark {
  db.prepare("INSERT INTO meta (key, value) VALUES ('commits', '0') ON CONFLICT DO NOTHING").run()
  const increase = db
    .prepare<[], string>("UPDATE meta SET value = value + 1 WHERE key = 'commits' RETURNING value")
    .pluck()
  const select = db.prepare<[], string>("SELECT value FROM meta WHERE key = 'commits'").pluck()
  let commits = Number(select.get())
  requireUpToDate(file, { ledgerId, commits })
  // Never truncated: what it says is replaced in one write.
  const handle = openSync(`${file}.mark`, constants.O_RDWR | constants.O_CREAT | noFollow, 0o600)
  function note(): void {
    try {
      writeSync(handle, `${ledgerId} ${String(commits).padStart(countDigits, '0')}\n`, 0)
    } catch {
      // The commit counts; a file that lags behind warns later, that is all.
    }
  }
  note()
  return {
    count() {
      commits = Number(increase.get())
    },
    note,
    close: () => closeSync(handle),
  }
}

function requireUpToDate(file: string, found: Noted): void {
  const noted = readMark(file)
  // Another ledger that somebody put there has a count of its own.
  if (noted === undefined || noted.ledgerId !== found.ledgerId || noted.commits <= found.commits) return
  const lost = noted.commits - found.commits
  throw new BatchError(
    'ledger',
    `the ledger ${file} lacks the last ${lost} of ${noted.commits} changes that were written to it: it is an older copy, or its file ${file}-wal was removed`,
    { hint: `Put back the newest copy, with the file -wal that belongs to it. ${wayOut(file)}` },
  )
}

function wayOut(file: string): string {
  return `Without it, trips that were created before would be created again; the last output names them, and can be given as input instead of the sheet. To go on all the same: rwa-batch ledger init '${file}' ‹acceptRestored›`
}

function readMark(file: string): Noted | undefined {
  try {
    const [, ledgerId, commits] = /^([0-9a-f-]+) (\d+)\n$/.exec(readFileSync(`${file}.mark`, 'utf8')) ?? []
    return ledgerId === undefined ? undefined : { ledgerId, commits: Number(commits) }
  } catch {
    return undefined
  }
}
