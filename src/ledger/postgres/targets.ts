import { BatchError } from '../../support/errors.ts'
import type { Target, Targets } from '../port/targets.ts'
import { normalizeLabel, parseFingerprint } from '../target-keys.ts'
import type { ReconnectingConnection } from './reconnecting-connection.ts'

export function createTargets(connection: ReconnectingConnection): Targets {
  async function findKnown(address: string, company: string): Promise<Target | undefined> {
    const known = await connection.query<Target>(
      'SELECT id, address, company FROM targets WHERE address = $1 ORDER BY id',
      [address],
    )
    return known.find((target) => normalizeLabel(target.company) === normalizeLabel(company))
  }

  /** Concurrent calls must find one target for each label. */
  function add(address: string, company: string): Promise<Target | undefined> {
    return connection.transaction(async (statements) => {
      await statements.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 1))', [address])
      const known = await statements.query<Target>('SELECT id, address, company FROM targets WHERE address = $1', [
        address,
      ])
      const same = known.find((target) => normalizeLabel(target.company) === normalizeLabel(company))
      if (same !== undefined) return same
      const [added] = await statements.query<Target>(
        'INSERT INTO targets (address, company) VALUES ($1, $2) RETURNING id, address, company',
        [address, company],
      )
      return added
    })
  }

  async function read<Column extends string>(
    target: Target,
    ...columns: Column[]
  ): Promise<Partial<Record<Column, string | null>>> {
    const [row] = await connection.query<Record<Column, string | null>>(
      `SELECT ${columns.join(', ')} FROM targets WHERE id = $1`,
      [target.id],
    )
    return row ?? {}
  }

  return {
    async find(address, company, dataId) {
      const label = company.trim()
      if (label === '') {
        throw new BatchError('usage', 'the label of the company is empty', {
          hint: 'Leave ‹company› out, or name one.',
        })
      }
      const target = (await findKnown(address, label)) ?? (await add(address, label))
      if (target === undefined) throw new BatchError('defect', 'a target that was just written is missing')
      if (dataId !== undefined) {
        await connection.query('UPDATE targets SET data_id = $1 WHERE id = $2 AND data_id IS NULL', [dataId, target.id])
      }
      return target
    },
    async retire(address, dataId, now) {
      const retired = await connection.query(
        `UPDATE targets SET address = address || $1, retired_at = $2
          WHERE address = $3 AND data_id IS NOT NULL AND data_id <> $4 AND retired_at IS NULL RETURNING id`,
        [` (deleted, noticed ${new Date(now).toISOString()})`, now, address, dataId],
      )
      return retired.length
    },
    async others(target) {
      const others = await connection.query<Target & { token_hash: string }>(
        'SELECT id, address, company, token_hash FROM targets WHERE id <> $1 AND token_hash IS NOT NULL ORDER BY id',
        [target.id],
      )
      return others.flatMap(({ token_hash, ...other }) => {
        const fingerprint = parseFingerprint(token_hash)
        return fingerprint === undefined ? [] : [{ target: other, fingerprint }]
      })
    },
    async fingerprint(target) {
      const { token_hash: stored } = await read(target, 'token_hash')
      // An altered fingerprint must match no token, not every token.
      return typeof stored === 'string' ? (parseFingerprint(stored) ?? { salt: '', hash: '' }) : undefined
    },
    async rememberToken(target, { salt, hash }) {
      await connection.query('UPDATE targets SET token_hash = $1 WHERE id = $2', [`${salt}:${hash}`, target.id])
    },
    isConfirmed: async (target) => typeof (await read(target, 'confirmed_at')).confirmed_at === 'number',
    async confirm(target, now) {
      await connection.query('UPDATE targets SET confirmed_at = $1 WHERE id = $2', [now, target.id])
    },
    async fourEyesSince(target) {
      const [kept] = await connection.query<{ since: number | null }>(
        'SELECT second_pair_at AS since FROM targets WHERE id = $1',
        [target.id],
      )
      return kept?.since ?? undefined
    },
    async enableFourEyes(target, now) {
      await connection.query('UPDATE targets SET second_pair_at = $1 WHERE id = $2 AND second_pair_at IS NULL', [
        now,
        target.id,
      ])
    },
    async readMemory(target) {
      const { limiter, poll_schedule } = await read(target, 'limiter', 'poll_schedule')
      return { limiter: limiter ?? undefined, pollSchedule: poll_schedule ?? undefined }
    },
    async writeMemory(target, { limiter, pollSchedule }) {
      await connection.query('UPDATE targets SET limiter = $1, poll_schedule = $2 WHERE id = $3', [
        limiter ?? null,
        pollSchedule ?? null,
        target.id,
      ])
    },
  }
}
