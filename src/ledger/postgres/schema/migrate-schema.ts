import { randomUUID } from 'node:crypto'
import { find } from '../../../messages/catalogue.ts'
import { BatchError, codeOf } from '../../../support/errors.ts'
import { movedToKey, requireNotMoved } from '../../store/copy-tables.ts'
import { type Queryable, readValue, readValues } from '../../store/store.ts'
import type { ReconnectingConnection } from '../connection/reconnecting-connection.ts'
import { postgresSteps } from './steps.sql.ts'

/** The files of this folder: numbered and append-only, never edited once released. */
export const postgresMigrations: readonly string[] = Object.values(postgresSteps)

/**
 * Creates or migrates the ledger's schema, once even when several processes start. Resolves to true if it was created.
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
    const insert = `INSERT INTO meta VALUES ('version', $1) ON CONFLICT (key) DO UPDATE SET value = excluded.value`
    await statements.query(insert, [String(steps.length)])
    if (version === 0) await statements.query(`INSERT INTO meta VALUES ('ledger_id', $1)`, [randomUUID()])
    // The rights name columns of the newest version.
    if (steps.length >= postgresMigrations.length) await grantRoles(statements, schema)
    return version === 0
  })
}

/** The version of the ledger in a schema, 0 without one. @throws BatchError `ledger` when it is of a newer version. */
export async function readSchemaVersion(
  statements: Queryable,
  shown: string,
  schema: string,
  latest: number = postgresMigrations.length,
): Promise<number> {
  const isThere = await readValue<boolean>(statements, 'SELECT to_regclass($1) IS NOT NULL', [`${schema}.meta`])
  if (isThere !== true) return 0
  const kept = await statements.query<{ key: string; value: string }>('SELECT key, value FROM meta')
  const meta = new Map(kept.map(({ key, value }) => [key, value]))
  requireNotMoved(shown, meta.get(movedToKey))
  const version = Number(meta.get('version'))
  if (version <= latest) return version
  throw new BatchError('ledger', find('ledger-newer', { name: `at ${shown}`, version, latest }))
}

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
      if (!isThere && codeOf(error instanceof Error && error.cause) === '42501') return false
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
  const there = await readValues<string>(statements, 'SELECT rolname FROM pg_roles WHERE rolname = ANY($1)', [
    ledgerRoles,
  ])
  return ledgerRoles.filter((role) => !there.includes(role))
}

/** Rights besides reading, by columns; all other columns stay as they were written. */
interface Rights {
  insert?: string
  update?: string
  canDelete?: true
}

/**
 * Of every table of the schema; a new table without an entry could not be written by a sender. What a sender may do for
 * others: replace a fingerprint (`token_hash`), since any of them may have the new token; end a run (`ending`,
 * `output`), since workers and the second person end what others began; record what a profile demands (`rules`), and loosen a rule where
 * that needs no second person: only the owner forgets. A time in `attempts` is the sender's clock's;
 * the server's own, and the login, stand beside it and are in no right.
 */
export const senderRights: Readonly<Record<string, Rights>> = {
  meta: {},
  earlier_versions: {},
  counters: { update: 'next_id' },
  holders: {
    insert: 'account, machine, process, since, lease_until',
    update: 'lease_until, last_group, answer, reaped_at, ended_at',
  },
  targets: {
    insert: 'address, company',
    update: 'address, token_hash, limiter, poll_schedule, confirmed_at, data_id, retired_at',
  },
  paces: {
    insert: 'target_id',
    update: 'per_second, ceiling, next_start_at, hold_until, probe_until, cut_at, cuts, started, used_at',
  },
  inputs: { insert: 'id, operation, target_id' },
  runs: {
    insert: 'operation, done_word, holder_id, target_id, file, account, machine, started_at',
    update:
      'holder_id, epoch, loaded_at, ended_at, ending, output, waits_for, waits_until, sealed_by, released_by, released_at, how',
  },
  rules: { insert: 'target_id, name, value, since, run_id' },
  workers: { insert: 'holder_id, target_id', canDelete: true },
  run_sheets: { insert: 'run_id, position, name, own_input_id', update: 'columns, input_id' },
  run_answers: { insert: 'digest, run_id, answers', canDelete: true },
  run_claims: { insert: 'run_id, claim, sheet, row_number', canDelete: true },
  outputs: { insert: 'machine, file, digest, asked, run_id', update: 'asked, run_id', canDelete: true },
  submissions: {
    insert: `id, operation, target_id, request_hash, ordinal, generation, epoch, input_id, request, subject, trait_a, trait_b,
      state, order_key`,
    update: `request, request_hash, ordinal, generation, subject, trait_a, trait_b, epoch, input_id, turn, doubted, doubted_turn,
      kept, sent_in, state, identifier, report_url, result, problem_field, problem, raw_answer, tries, holder, claim, sent_by, sent_at,
      accepted_at, done_at, next_poll_at, superseded_by, held_against`,
    canDelete: true,
  },
  run_changes: { insert: 'run_id, step, submission_id, state, identifier, change', canDelete: true },
  rows: {
    insert: `run_id, seq, sheet, row_number, is_hidden, cells, warnings, order_key, request_hash, ordinal, submission_id, held,
      detail, was_done, was_named`,
    update: 'submission_id, held, detail, was_done, planned, planned_request, planned_identifier, sealed_line',
    canDelete: true,
  },
  attempts: { insert: 'submission_id, run_id, operation, sent_at, answered_at, http_status, outcome, detail' },
}

/** All columns of targets but the fingerprint of the token. */
const readOfTargets = 'id, address, company, limiter, poll_schedule, confirmed_at, data_id, retired_at'

/** All rights of the roles in a ledger's schema; revokes rights that an earlier version granted. */
export function listGrants(schema: string, sender: string, reader: string): string[] {
  return [
    `GRANT USAGE ON SCHEMA ${schema} TO ${sender}, ${reader}`,
    `REVOKE ALL ON ALL TABLES IN SCHEMA ${schema} FROM ${sender}, ${reader}`,
    `GRANT SELECT ON ALL TABLES IN SCHEMA ${schema} TO ${sender}, ${reader}`,
    `REVOKE SELECT ON ${schema}.targets FROM ${reader}`,
    `GRANT SELECT (${readOfTargets}) ON ${schema}.targets TO ${reader}`,
    ...Object.entries(senderRights).flatMap(([table, { insert, update, canDelete }]) => {
      const rights = [
        ...(insert === undefined ? [] : [`INSERT (${insert})`]),
        ...(update === undefined ? [] : [`UPDATE (${update})`]),
        ...(canDelete ? ['DELETE'] : []),
      ]
      return rights.length === 0 ? [] : [`GRANT ${rights.join(', ')} ON ${schema}.${table} TO ${sender}`]
    }),
    `GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${schema} TO ${sender}`,
  ]
}
