import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { openDatabase, type Random } from '../../rooms/support.ts'
import { ledgerFile, type Workspace } from '../../support/program.ts'
import type { CrashRun } from './crash-run.ts'

/** One submission as the ledger has it; the request is parsed. */
export interface Submitted {
  state: string
  identifier: string | null
  request: Record<string, unknown>
}

/** What a ledger that no process holds says; nothing when there is none yet. */
export function readSubmissions(space: Workspace): Submitted[] {
  if (!existsSync(space.path(ledgerFile))) return []
  const db = openDatabase(space.path(ledgerFile), { isReadonly: true })
  try {
    return db
      .prepare<[], { state: string; identifier: string | null; request: string }>(
        'SELECT state, identifier, request FROM submissions ORDER BY id',
      )
      .all()
      .map(toSubmitted)
  } finally {
    db.close()
  }
}

export function toSubmitted({ request, ...rest }: Omit<Submitted, 'request'> & { request: string }): Submitted {
  return { ...rest, request: JSON.parse(request) }
}

/** What became of the log's bytes that were written and not synced when power failed. */
export const tears = ['dropped', 'cut', 'zeros', 'mixed'] as const
export type Tear = (typeof tears)[number]

const sector = 512

/**
 * Leaves of the ledger what a disk may hold after a power cut: everything that was synced, and of the bytes written
 * since none, the first ones, zeros in their place, or any of their sectors. The index in shared memory is gone.
 */
export function losePower(space: Workspace, { synced }: CrashRun, tear: Tear, random: Random): void {
  if (synced === undefined) return
  const file = space.path(ledgerFile)
  const now = { main: readFileSync(file), wal: readIfThere(`${file}-wal`) }
  rmSync(`${file}-shm`, { force: true })
  writeFileSync(file, tear === 'mixed' ? mixSectors(synced.main, now.main, random) : synced.main)
  // A log is deleted or emptied only when what it held is synced in the file; until that is on disk it may be there again.
  const wal =
    now.wal === undefined || now.wal.length === 0
      ? synced.wal
      : tearUp(synced.wal ?? Buffer.alloc(0), now.wal, tear, random)
  if (wal === undefined) rmSync(`${file}-wal`, { force: true })
  else writeFileSync(`${file}-wal`, wal)
}

/** Takes away what would tell that the ledger lost commits. */
export function forgetMark(space: Workspace): void {
  rmSync(`${space.path(ledgerFile)}.mark`, { force: true })
}

/** How many bytes a process had written and not synced. */
export function countUnsynced(space: Workspace, { synced }: CrashRun): number {
  if (synced === undefined) return 0
  const file = space.path(ledgerFile)
  const wal = readIfThere(`${file}-wal`) ?? Buffer.alloc(0)
  return countDifferent(synced.main, readFileSync(file)) + countDifferent(synced.wal ?? Buffer.alloc(0), wal)
}

export function tearUp(synced: Buffer, written: Buffer, tear: Tear, random: Random): Buffer {
  if (tear === 'dropped') return synced
  if (tear === 'mixed') return mixSectors(synced, written, random)
  const from = firstDifference(synced, written)
  const end = from + Math.floor(random() * (written.length - from))
  const kept = written.subarray(0, end)
  if (tear === 'zeros') return zeroWritten(synced, written, end)
  return Buffer.concat([kept, synced.subarray(end)])
}

/** What is as it was synced was not written: it stays. */
function zeroWritten(synced: Buffer, written: Buffer, from: number): Buffer {
  const zeroed = Buffer.from(written)
  for (let at = from; at < written.length; at += sector - (at % sector)) {
    const end = Math.min(written.length, at + sector - (at % sector))
    if (!written.subarray(at, end).equals(synced.subarray(at, end))) zeroed.fill(0, at, end)
  }
  return zeroed
}

function mixSectors(synced: Buffer, written: Buffer, random: Random): Buffer {
  const mixed = Buffer.alloc(Math.max(synced.length, written.length))
  synced.copy(mixed)
  for (let at = 0; at < written.length; at += sector) {
    if (random() < 0.5) written.copy(mixed, at, at, at + sector)
  }
  return mixed
}

function firstDifference(left: Buffer, right: Buffer): number {
  let at = 0
  while (at < left.length && at < right.length && left[at] === right[at]) at += 1
  return at
}

function countDifferent(left: Buffer, right: Buffer): number {
  let count = Math.abs(left.length - right.length)
  for (let at = 0; at < Math.min(left.length, right.length); at += 1) if (left[at] !== right[at]) count += 1
  return count
}

function readIfThere(file: string): Buffer | undefined {
  return existsSync(file) ? readFileSync(file) : undefined
}
