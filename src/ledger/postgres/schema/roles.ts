import { codeOf } from '../../../support/errors.ts'
import type { Queryable } from '../../store/queryable.ts'
import type { ReconnectingConnection } from '../connection/reconnecting-connection.ts'
import { listGrants } from './sender-rights.ts'

/** For senders, and for readers. */
export const ledgerRoles = ['rwa_user', 'rwa_reader'] as const

/**
 * Creates the roles of a team, once for all databases of the server. False when this user has no right to: then a user
 * with the right has to create them, and this one starts again.
 */
export async function makeRoles(connection: ReconnectingConnection): Promise<boolean> {
  for (const role of await listMissing(connection)) {
    try {
      await connection.query(`CREATE ROLE ${role} NOLOGIN`)
    } catch (error) {
      const isThere = !(await listMissing(connection)).includes(role)
      if (!isThere && codeOf(causeOf(error)) === '42501') return false
      if (!isThere) throw error
    }
  }
  return true
}

/** Until the transaction ends, no other process changes the schema or its grants. */
export async function lockSchema(statements: Queryable, schema: string): Promise<void> {
  await statements.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`rwa-batch ${schema}`])
}

/**
 * Grants the roles their rights in the schema of a ledger, if they exist. A sender cannot change the log, the version,
 * the new address of a moved ledger, or the requests and rows stored.
 */
export async function grantRoles(statements: Queryable, schema: string): Promise<void> {
  if ((await listMissing(statements)).length > 0) return
  await lockSchema(statements, schema)
  for (const sql of listGrants(schema, ...ledgerRoles)) await statements.query(sql)
}

async function listMissing(statements: Queryable): Promise<string[]> {
  const there = await statements.query<{ name: string }>(
    'SELECT rolname AS name FROM pg_roles WHERE rolname = ANY($1)',
    [ledgerRoles],
  )
  return ledgerRoles.filter((role) => !there.some(({ name }) => name === role))
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined
}
