import { closeSync, constants, openSync, readFileSync, readSync, rmSync, statSync, writeSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { find } from '../../../messages/catalogue.ts'
import { BatchError, codeOf } from '../../../support/errors.ts'
import type { Database } from '../../../support/sqlite.ts'
import { writeDurably } from '../../durable-file.ts'
import { applicationId } from '../schema/migrate.ts'
import { findRealFile } from './own-files.ts'

/** Windows has no such flag. */
export const noFollow = constants.O_NOFOLLOW ?? 0

/** The last opening that was closed properly. */
export interface Seal {
  holder: number
  digest: string
}

const recordPattern = /^([0-9a-f-]+) (\d+)(?: (?:(\d+):([0-9a-f]{8})|-+))?\n$/

export interface CommitRecord {
  ledgerId: string
  commits: number
  seal?: Seal | undefined
}

const countDigits = 16
/** As long as a seal: the line keeps its length. */
const unsealed = '-'.repeat(countDigits + 9)

const pad = (count: number) => String(count).padStart(countDigits, '0')

/** The length is constant: one write replaces the content. */
export function formatCommitRecord({ ledgerId, commits, seal }: CommitRecord): string {
  return `${ledgerId} ${pad(commits)} ${seal === undefined ? unsealed : `${pad(seal.holder)}:${seal.digest}`}\n`
}

export function readCommitRecord(file: string): CommitRecord | undefined {
  try {
    const [, ledgerId, commits, holder, digest] = recordPattern.exec(readFileSync(`${file}.mark`, 'utf8')) ?? []
    if (ledgerId === undefined) return undefined
    const seal = digest === undefined ? undefined : { holder: Number(holder), digest }
    return { ledgerId, commits: Number(commits), seal }
  } catch {
    return undefined
  }
}

/**
 * Compares a ledger with its seal, byte for byte. `open`: without a seal, after a crash, or because a reader had it
 * open at its end. Rows have their own checksums; the seal covers indexes and all other tables, at 1 GB/s.
 * @throws BatchError `ledger` when the sealed ledger has changed.
 */
export function checkSeal(db: Database, file: string): 'whole' | 'open' {
  const noted = readCommitRecord(file)
  if (noted?.seal === undefined || hasLog(file)) return 'open'
  if (digestFile(file) === noted.seal.digest) return 'whole'
  // An opening in the meantime has broken the seal first.
  if (!isOfSeal(db, noted) || readCommitRecord(file)?.seal?.digest !== noted.seal.digest) return 'open'
  throw new BatchError('ledger', find('ledger-not-as-sealed', { file }))
}

function latestHolder(db: Database): number | undefined {
  return db.prepare<[], number | null>('SELECT MAX(id) FROM holders').pluck().get() ?? undefined
}

/** Before any write. Durable: a power cut must not bring the seal back. */
export function breakSeal(file: string): void {
  const noted = readCommitRecord(file)
  if (noted?.seal === undefined) return
  writeDurably(`${file}.mark`, constants.O_RDWR | noFollow, formatCommitRecord({ ...noted, seal: undefined }))
}

/** Another ledger, or another copy at this path, differs in one of these; the identifier may be the damaged part. */
function isOfSeal(db: Database, { commits, seal }: CommitRecord): boolean {
  try {
    return latestHolder(db) === seal?.holder && countCommits(db) === commits
  } catch (error) {
    // Its tables differ from the sealed ones; another program's database may have none of them.
    if (codeOf(error) === 'SQLITE_ERROR') return db.pragma('application_id') === applicationId
    throw error
  }
}

export function countCommits(db: Database): number {
  return Number(db.prepare<[], string>("SELECT value FROM meta WHERE key = 'commits'").pluck().get())
}

/** The log beside a ledger may hold commits that its file lacks. */
export function hasLog(file: string): boolean {
  return (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0
}

export function digestFile(file: string): string {
  const handle = openSync(file, 'r')
  try {
    const block = Buffer.allocUnsafe(1 << 20)
    let digest = 0
    for (let length = readSync(handle, block); length > 0; length = readSync(handle, block)) {
      digest = crc32(block.subarray(0, length), digest)
    }
    return digest.toString(16).padStart(8, '0')
  } finally {
    closeSync(handle)
  }
}

/** From now on the ledger's present content counts. */
export function deleteCommitCounter(file: string): void {
  rmSync(`${findRealFile(file)}.mark`, { force: true })
}

/** Before SQLite takes an empty file for a new ledger. @throws BatchError `ledger` when a used ledger is lost. */
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

/**
 * Counts the commits of a ledger, in it and in a file beside it. A ledger with fewer commits than the file has lost
 * some. It was restored from an older copy, or its log was deleted. Lost requests would be sent once more.
 * @throws BatchError `ledger` when the ledger has fewer commits than its mark.
 */
export function openCommitCounter(db: Database, file: string, ledgerId: string) {
  db.prepare("INSERT INTO meta (key, value) VALUES ('commits', '0') ON CONFLICT DO NOTHING").run()
  const increase = db
    .prepare<[], string>("UPDATE meta SET value = value + 1 WHERE key = 'commits' RETURNING value")
    .pluck()
  let commits = countCommits(db)
  const noted = readCommitRecord(file)
  // Another ledger at this path has its own count.
  const lost = noted?.ledgerId === ledgerId ? noted.commits - commits : 0
  if (lost > 0) throw new BatchError('ledger', find('ledger-older-copy', { file, lost, commits: commits + lost }))
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
    /** Within a transaction. */
    increment() {
      commits = Number(increase.get())
    },
    /** After its commit: the file is never ahead of a whole ledger. */
    persist,
    /** Once the ledger is closed and its log is empty: notes the digest of its file. */
    seal(holder: number) {
      try {
        if (!hasLog(file)) write({ holder, digest: digestFile(file) })
      } catch {
        // Without a seal the next opening checks the whole file.
      }
    },
    close: () => closeSync(handle),
  }
}
