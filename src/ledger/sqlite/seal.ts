import { closeSync, constants, fsyncSync, openSync, readSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { codeOf } from '../../support/errors.ts'
import { type Database, openDatabase } from '../../support/sqlite.ts'
import { damaged } from '../damage.ts'
import { readLedgerId } from '../event-id.ts'
import { type CommitRecord, formatCommitRecord, noFollow, readCommitRecord } from './commit-record.ts'
import { applicationId } from './schema.ts'

/**
 * Whether a ledger is byte for byte what its last run left: `open` when none sealed it, because it died, or somebody read
 * along when it ended. Rows have checksums of their own; this one is over indexes and all other tables as well, in a
 * second a gigabyte.
 * @throws BatchError `ledger` when it is the ledger that was sealed, and is not.
 */
export function checkSeal(db: Database, file: string): 'whole' | 'open' {
  const noted = readCommitRecord(file)
  if (noted?.seal === undefined || hasLog(file)) return 'open'
  if (digestFile(file) === noted.seal.digest) return 'whole'
  // Whoever opened it meanwhile has broken the seal first.
  if (!isOfSeal(db, noted) || readCommitRecord(file)?.seal?.digest !== noted.seal.digest) return 'open'
  throw damaged(
    file,
    `it is not what the last run left. Where another program changed it on purpose: rwa-batch ledger init '${file}' ‹acceptRestored›, and only its rows are checked`,
  )
}

/** One that was just made of a ledger need not be looked over when it is opened. */
export function sealCopy(file: string): void {
  const db = openDatabase(file, { isReadonly: true })
  try {
    const [ledgerId, holder] = [readLedgerId(db), latestHolder(db)]
    if (ledgerId === undefined || holder === undefined) return
    const line = formatCommitRecord({ ledgerId, commits: countCommits(db), seal: { holder, digest: digestFile(file) } })
    writeFileSync(`${file}.mark`, line, { mode: 0o600, flag: 'wx' })
  } finally {
    db.close()
  }
}

function latestHolder(db: Database): number | undefined {
  return db.prepare<[], number | null>('SELECT MAX(id) FROM holders').pluck().get() ?? undefined
}

/** Before anything is written; durable, for a power cut must not bring the seal back. */
export function breakSeal(file: string): void {
  const noted = readCommitRecord(file)
  if (noted?.seal === undefined) return
  const handle = openSync(`${file}.mark`, constants.O_RDWR | noFollow)
  try {
    writeSync(handle, formatCommitRecord({ ...noted, seal: undefined }), 0)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Another ledger or another copy that somebody put there differs in one of these; the name may be what is damaged. */
function isOfSeal(db: Database, { commits, seal }: CommitRecord): boolean {
  try {
    return latestHolder(db) === seal?.holder && countCommits(db) === commits
  } catch (error) {
    // Its tables are not those that were sealed; another database may have none of them.
    if (codeOf(error) === 'SQLITE_ERROR') return db.pragma('application_id') === applicationId
    throw error
  }
}

export function countCommits(db: Database): number {
  return Number(db.prepare<[], string>("SELECT value FROM meta WHERE key = 'commits'").pluck().get())
}

/** What is in the log beside a ledger belongs to it. */
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
