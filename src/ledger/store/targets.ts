import { find } from '../../messages/catalogue.ts'
import { BatchError } from '../../support/errors.ts'
import type { Target, Targets } from '../port/targets.ts'
import { normalizeLabel, parseFingerprint } from '../target-keys.ts'
import { execute, type Queryable, readValue, readValues, type Store } from './store.ts'

export async function findKnownTarget(
  statements: Queryable,
  address: string,
  company: string,
): Promise<Target | undefined> {
  const known = await statements.query<Target>(
    'SELECT id, address, company FROM targets WHERE address = $1 ORDER BY id',
    [address],
  )
  return known.find((target) => normalizeLabel(target.company) === normalizeLabel(company))
}

export function createTargets(store: Store): Targets {
  /** Concurrent calls must find one target for each label. */
  function add(address: string, company: string): Promise<Target | undefined> {
    return store.transaction(async (statements) => {
      await statements.query(store.dialect.lock, [address])
      const known = await findKnownTarget(statements, address, company)
      if (known !== undefined) return known
      // Read again instead of `RETURNING`: SQLite's plan for that names a scan of every table that may refer to it.
      await statements.query('INSERT INTO targets (address, company) VALUES ($1, $2)', [address, company])
      return findKnownTarget(statements, address, company)
    })
  }

  return {
    async find(address, company, dataId) {
      const label = company.trim()
      if (label === '') {
        throw new BatchError('usage', find('company-empty'))
      }
      const target = (await findKnownTarget(store, address, label)) ?? (await add(address, label))
      if (target === undefined) throw new BatchError('defect', 'a target that was just written is missing')
      if (dataId !== undefined) {
        await store.query('UPDATE targets SET data_id = $1 WHERE id = $2 AND data_id IS NULL', [dataId, target.id])
      }
      return target
    },
    async retire(address, dataId, now) {
      const retired = await store.query(
        `UPDATE targets SET address = address || $1, retired_at = $2
          WHERE address = $3 AND data_id IS NOT NULL AND data_id <> $4 AND retired_at IS NULL RETURNING id`,
        [` (deleted, noticed ${new Date(now).toISOString()})`, now, address, dataId],
      )
      return retired.length
    },
    addresses: () => readValues(store, 'SELECT DISTINCT address FROM targets ORDER BY address'),
    async others(target) {
      const others = await store.query<Target & { token_hash: string }>(
        'SELECT id, address, company, token_hash FROM targets WHERE id <> $1 AND token_hash IS NOT NULL ORDER BY id',
        [target.id],
      )
      return others.flatMap(({ token_hash, ...other }) => {
        const fingerprint = parseFingerprint(token_hash)
        return fingerprint === undefined ? [] : [{ target: other, fingerprint }]
      })
    },
    async fingerprint(target) {
      const stored = await readValue<string>(store, 'SELECT token_hash FROM targets WHERE id = $1', [target.id])
      // An altered fingerprint must match no token, not every token.
      return stored === undefined ? undefined : (parseFingerprint(stored) ?? { salt: '', hash: '' })
    },
    rememberToken: (target, { salt, hash }) =>
      execute(store, 'UPDATE targets SET token_hash = $1 WHERE id = $2', [`${salt}:${hash}`, target.id]),
    isConfirmed: async (target) =>
      (await readValue(store, 'SELECT confirmed_at FROM targets WHERE id = $1', [target.id])) !== undefined,
    confirm: (target, now) => execute(store, 'UPDATE targets SET confirmed_at = $1 WHERE id = $2', [now, target.id]),
    async readMemory(target) {
      const text = 'SELECT limiter, poll_schedule AS "pollSchedule" FROM targets WHERE id = $1'
      const [memory] = await store.query<Record<'limiter' | 'pollSchedule', string | null>>(text, [target.id])
      return { limiter: memory?.limiter ?? undefined, pollSchedule: memory?.pollSchedule ?? undefined }
    },
    writeMemory: (target, { limiter = null, pollSchedule = null }) =>
      execute(store, 'UPDATE targets SET limiter = $1, poll_schedule = $2 WHERE id = $3', [
        limiter,
        pollSchedule,
        target.id,
      ]),
  }
}
