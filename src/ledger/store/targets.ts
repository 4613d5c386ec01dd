import { find } from '../../messages/catalogue.ts'
import { BatchError } from '../../support/errors.ts'
import type { Fingerprint, Target, TargetMemory } from '../port/targets.ts'
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

export function createTargets(store: Store) {
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
    /**
     * The label is compared without case; the first run's spelling is kept. `dataId`: the data of a sandbox.
     * @throws BatchError `usage` when the label is empty.
     */
    async find(address: string, company: string, dataId?: string) {
      const label = company.trim()
      if (label === '') throw new BatchError('usage', find('company-empty'))
      const target = (await findKnownTarget(store, address, label)) ?? (await add(address, label))
      if (target === undefined) throw new BatchError('defect', 'a target that was just written is missing')
      if (dataId !== undefined) {
        await store.query('UPDATE targets SET data_id = $1 WHERE id = $2 AND data_id IS NULL', [dataId, target.id])
      }
      return target
    },
    /**
     * Call it before finding a sandbox's target: its data may have been deleted. Targets used with other data get
     * another address, so none of their requests counts as done. Returns their number.
     */
    async retire(address: string, dataId: string, now: number) {
      const update = `UPDATE targets SET address = address || $1, retired_at = $2
        WHERE address = $3 AND data_id IS NOT NULL AND data_id <> $4 AND retired_at IS NULL RETURNING id`
      const retired = await store.query(update, [
        ` (deleted, noticed ${new Date(now).toISOString()})`,
        now,
        address,
        dataId,
      ])
      return retired.length
    },
    addresses: () => readValues<string>(store, 'SELECT DISTINCT address FROM targets ORDER BY address'),
    async others(target: Target) {
      const others = await store.query<Target & { token_hash: string }>(
        'SELECT id, address, company, token_hash FROM targets WHERE id <> $1 AND token_hash IS NOT NULL ORDER BY id',
        [target.id],
      )
      return others.flatMap(({ token_hash, ...other }) => {
        const fingerprint = parseFingerprint(token_hash)
        return fingerprint === undefined ? [] : [{ target: other, fingerprint }]
      })
    },
    /** For the token that this target accepted before; undefined without one. */
    async fingerprint(target: Target) {
      const stored = await readValue<string>(store, 'SELECT token_hash FROM targets WHERE id = $1', [target.id])
      // An altered fingerprint must match no token, not every token.
      return stored === undefined ? undefined : (parseFingerprint(stored) ?? { salt: '', hash: '' })
    },
    /** For a token that the service has accepted. */
    rememberToken: (target: Target, { salt, hash }: Fingerprint) =>
      execute(store, 'UPDATE targets SET token_hash = $1 WHERE id = $2', [`${salt}:${hash}`, target.id]),
    isConfirmed: async (target: Target) =>
      (await readValue(store, 'SELECT confirmed_at FROM targets WHERE id = $1', [target.id])) !== undefined,
    confirm: (target: Target, now: number) =>
      execute(store, 'UPDATE targets SET confirmed_at = $1 WHERE id = $2', [now, target.id]),
    async readMemory(target: Target) {
      const text = 'SELECT limiter, poll_schedule AS "pollSchedule" FROM targets WHERE id = $1'
      const [memory] = await store.query<Record<'limiter' | 'pollSchedule', string | null>>(text, [target.id])
      return { limiter: memory?.limiter ?? undefined, pollSchedule: memory?.pollSchedule ?? undefined }
    },
    writeMemory: (target: Target, { limiter, pollSchedule }: TargetMemory) =>
      execute(store, 'UPDATE targets SET limiter = $1, poll_schedule = $2 WHERE id = $3', [
        limiter ?? null,
        pollSchedule ?? null,
        target.id,
      ]),
  }
}
