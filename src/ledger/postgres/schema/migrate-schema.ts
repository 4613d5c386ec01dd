import { randomUUID } from 'node:crypto'
import { find } from '../../../messages/catalogue.ts'
import { BatchError } from '../../../support/errors.ts'
import { movedToKey, requireNotMoved } from '../../moved.ts'
import type { Queryable } from '../../store/queryable.ts'
import type { ReconnectingConnection } from '../connection/reconnecting-connection.ts'
import { grantRoles, lockSchema } from './roles.ts'
import { postgresMigrations } from './schema.ts'

/**
 * Creates or migrates the ledger's schema, once even when several processes start at a time. Resolves to true if it
 * was created.
 * @throws BatchError `ledger` when it is of a newer version.
 */
export function migrateSchema(
  connection: ReconnectingConnection,
  schema: string,
  steps: readonly string[] = postgresMigrations,
): Promise<boolean> {
  return connection.transaction(async (statements) => {
    await lockSchema(statements, schema)
    const version = await readSchemaVersion(statements, connection.shown, schema, steps.length)
    if (version === steps.length) return false
    // A user of an existing schema may have no right to create one.
    if (version === 0) await statements.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`)
    for (const sql of steps.slice(version)) await statements.query(sql)
    await statements.query(
      `INSERT INTO meta VALUES ('version', $1) ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
      [String(steps.length)],
    )
    if (version === 0) await statements.query(`INSERT INTO meta VALUES ('ledger_id', $1)`, [randomUUID()])
    // The rights name columns of the newest version.
    if (steps.length >= postgresMigrations.length) await grantRoles(statements, schema)
    return version === 0
  })
}

/**
 * The version of the ledger in a schema, 0 without one. Changes nothing.
 * @throws BatchError `ledger` when it is of a newer version.
 */
export async function readSchemaVersion(
  statements: Queryable,
  shown: string,
  schema: string,
  latest: number = postgresMigrations.length,
): Promise<number> {
  const [found] = await statements.query<{ isThere: boolean }>(`SELECT to_regclass($1) IS NOT NULL AS "isThere"`, [
    `${schema}.meta`,
  ])
  if (found?.isThere !== true) return 0
  const kept = await statements.query<{ key: string; value: string }>('SELECT key, value FROM meta')
  const meta = new Map(kept.map(({ key, value }) => [key, value]))
  requireNotMoved(shown, meta.get(movedToKey))
  const version = Number(meta.get('version'))
  if (version <= latest) return version
  throw new BatchError('ledger', find('ledger-newer', { name: `at ${shown}`, version, latest }))
}
