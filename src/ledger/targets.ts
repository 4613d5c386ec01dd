import { randomBytes, timingSafeEqual } from 'node:crypto'
import type Database from 'better-sqlite3'
import { BatchError } from '../support/errors.ts'

/** Where requests go: a base address (normalised, or `sandbox:<data file>`) and the label of a company there. */
export interface Target {
  id: number
  address: string
  company: string
}

/** What a run learned about a target, kept for the next one; JSON whose shape belongs to the pipeline. */
export interface TargetMemory {
  limiter: string | undefined
  pollSchedule: string | undefined
}

/** A slow hash of the token, as hex; the ledger never sees the token itself. */
export type Fingerprint = (salt: string) => string

export interface Targets {
  find(address: string, company: string): Target
  /** True when no token was accepted for this target yet, or this is the one. */
  isKnownToken(target: Target, fingerprint: Fingerprint): boolean
  /** Whether a token was accepted for this target before. */
  hasToken(target: Target): boolean
  /** Keeps the salted fingerprint of a token that the service has accepted. */
  rememberToken(target: Target, fingerprint: Fingerprint): void
  recall(target: Target): TargetMemory
  remember(target: Target, memory: TargetMemory): void
}

export function createTargets(db: Database.Database): Targets {
  const insert = db.prepare('INSERT INTO targets (address, company) VALUES (?, ?) ON CONFLICT DO NOTHING')
  const select = db.prepare<[string, string], Target>(
    'SELECT id, address, company FROM targets WHERE address = ? AND company = ?',
  )
  const selectHash = db.prepare<[number], { token_hash: string | null }>('SELECT token_hash FROM targets WHERE id = ?')
  const updateHash = db.prepare('UPDATE targets SET token_hash = ? WHERE id = ?')
  const selectMemory = db.prepare<[number], { limiter: string | null; poll_schedule: string | null }>(
    'SELECT limiter, poll_schedule FROM targets WHERE id = ?',
  )
  const updateMemory = db.prepare('UPDATE targets SET limiter = ?, poll_schedule = ? WHERE id = ?')

  return {
    find(address, company) {
      insert.run(address, company)
      const target = select.get(address, company)
      if (target === undefined) throw new BatchError('defect', 'a target that was just written is not there')
      return target
    },
    isKnownToken(target, fingerprint) {
      const stored = selectHash.get(target.id)?.token_hash
      if (typeof stored !== 'string') return true
      const [salt = '', hash = ''] = stored.split(':')
      return timingSafeEqual(Buffer.from(hash), Buffer.from(fingerprint(salt)))
    },
    hasToken: (target) => typeof selectHash.get(target.id)?.token_hash === 'string',
    rememberToken(target, fingerprint) {
      const salt = randomBytes(16).toString('hex')
      updateHash.run(`${salt}:${fingerprint(salt)}`, target.id)
    },
    recall(target) {
      const row = selectMemory.get(target.id)
      return { limiter: row?.limiter ?? undefined, pollSchedule: row?.poll_schedule ?? undefined }
    },
    remember(target, memory) {
      updateMemory.run(memory.limiter ?? null, memory.pollSchedule ?? null, target.id)
    },
  }
}
