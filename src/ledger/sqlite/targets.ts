import { BatchError } from '../../support/errors.ts'
import type { Database } from '../../support/sqlite.ts'
import type { Target, Targets } from '../port/targets.ts'
import { normalizeLabel, parseFingerprint } from '../target-keys.ts'
import type { SyncPart } from './async-part.ts'

export function createTargets(db: Database): SyncPart<Targets> {
  const insert = db.prepare('INSERT INTO targets (address, company) VALUES (?, ?) ON CONFLICT DO NOTHING')
  const noteData = db.prepare('UPDATE targets SET data_id = ? WHERE id = ? AND data_id IS NULL')
  const retire = db.prepare(
    `UPDATE targets SET address = address || ?, retired_at = ?
      WHERE address = ? AND data_id IS NOT NULL AND data_id <> ? AND retired_at IS NULL`,
  )
  const select = db.prepare<[string, string], Target>(
    'SELECT id, address, company FROM targets WHERE address = ? AND company = ?',
  )
  const selectByAddress = db.prepare<[string], Target>(
    'SELECT id, address, company FROM targets WHERE address = ? ORDER BY id',
  )
  const selectOthers = db.prepare<[number], Target & { token_hash: string }>(
    'SELECT id, address, company, token_hash FROM targets WHERE id <> ? AND token_hash IS NOT NULL ORDER BY id',
  )
  const selectHash = db.prepare<[number], { token_hash: string | null }>('SELECT token_hash FROM targets WHERE id = ?')
  const updateHash = db.prepare('UPDATE targets SET token_hash = ? WHERE id = ?')
  const selectMemory = db.prepare<[number], { limiter: string | null; poll_schedule: string | null }>(
    'SELECT limiter, poll_schedule FROM targets WHERE id = ?',
  )
  const selectConfirmed = db.prepare<[number], { confirmed_at: number | null }>(
    'SELECT confirmed_at FROM targets WHERE id = ?',
  )
  const updateConfirmed = db.prepare('UPDATE targets SET confirmed_at = ? WHERE id = ?')
  const selectSecondPair = db
    .prepare<[number], number | null>('SELECT second_pair_at FROM targets WHERE id = ?')
    .pluck()
  const updateSecondPair = db.prepare('UPDATE targets SET second_pair_at = ? WHERE id = ? AND second_pair_at IS NULL')
  const updateMemory = db.prepare('UPDATE targets SET limiter = ?, poll_schedule = ? WHERE id = ?')

  function findOrAdd(address: string, company: string): Target {
    const known = selectByAddress
      .all(address)
      .find((target) => normalizeLabel(target.company) === normalizeLabel(company))
    if (known !== undefined) return known
    insert.run(address, company.trim())
    const target = select.get(address, company.trim())
    if (target === undefined) throw new BatchError('defect', 'a target that was just written is missing')
    return target
  }

  return {
    find(address, company, dataId) {
      if (company.trim() === '') {
        throw new BatchError('usage', 'the label of the company is empty', {
          hint: 'Leave ‹company› out, or name one.',
        })
      }
      const target = findOrAdd(address, company)
      if (dataId !== undefined) noteData.run(dataId, target.id)
      return target
    },
    retire: (address, dataId, now) =>
      retire.run(` (deleted, noticed ${new Date(now).toISOString()})`, now, address, dataId).changes,
    others: (target) =>
      selectOthers.all(target.id).flatMap(({ token_hash, ...other }) => {
        const fingerprint = parseFingerprint(token_hash)
        return fingerprint === undefined ? [] : [{ target: other, fingerprint }]
      }),
    fingerprint(target) {
      const stored = selectHash.get(target.id)?.token_hash ?? undefined
      // An altered fingerprint must match no token, not every token.
      return stored === undefined ? undefined : (parseFingerprint(stored) ?? { salt: '', hash: '' })
    },
    rememberToken: (target, { salt, hash }) => void updateHash.run(`${salt}:${hash}`, target.id),
    isConfirmed: (target) => typeof selectConfirmed.get(target.id)?.confirmed_at === 'number',
    confirm: (target, now) => void updateConfirmed.run(now, target.id),
    fourEyesSince: (target) => selectSecondPair.get(target.id) ?? undefined,
    enableFourEyes: (target, now) => void updateSecondPair.run(now, target.id),
    readMemory(target) {
      const row = selectMemory.get(target.id)
      return { limiter: row?.limiter ?? undefined, pollSchedule: row?.poll_schedule ?? undefined }
    },
    writeMemory(target, memory) {
      updateMemory.run(memory.limiter ?? null, memory.pollSchedule ?? null, target.id)
    },
  }
}
