import type { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { Socket } from 'node:net'
import type { Client, ClientConfig } from 'pg'
import type { Clock } from '../../../support/clock.ts'
import { BatchError } from '../../../support/errors.ts'
import type { DatabaseAddress } from '../../database-address.ts'
import { type Absence, explainHandshake } from './failure.ts'

const farewellMs = 1_000
/** PostgreSQL's type number of bigint. */
const int8 = 20

/** For groups the server gives up first; otherwise each retry would wait behind the last attempt. */
const timeouts = { groups: { query_timeout: 15_000, statement_timeout: 10_000 }, rest: { query_timeout: 60_000 } }
const sessionSettings = [
  'jit=off',
  'tcp_keepalives_idle=5',
  'tcp_keepalives_interval=2',
  'tcp_keepalives_count=3',
  // Shorter than a lease: a process that stalls in the middle of a load must not cost other processes theirs.
  'idle_in_transaction_session_timeout=10000',
]
/** With these plans rows are locked in the given order: concurrent groups wait, without a deadlock. */
const groupSettings = ['enable_seqscan=off', 'enable_hashjoin=off', 'enable_mergejoin=off']

export interface ConnectionOptions {
  address: DatabaseAddress
  clock: Clock
  /** For a connection that only commits groups: only plans by an index, in the given order. */
  isForGroups?: boolean
  /** Shared by all connections of a ledger. @default its own */
  absence?: Absence
}

export interface Connection {
  client: Client
  /** The server's process for this connection. */
  processId: number | undefined
  /** Closes at once, without a farewell to a server that may be away. */
  destroy(): void
}

/** @throws BatchError `ledger` for a server that may lose confirmed commits; else the driver's error. */
export async function connectTo({ address, isForGroups = false }: ConnectionOptions): Promise<Connection> {
  const [{ types }, { GuardedClient }] = await Promise.all([import('pg'), import('./guarded-client.ts')])
  const socket = new Socket()
  const settings = [...sessionSettings, ...(isForGroups ? groupSettings : []), `search_path=${address.schema}`]
  const client = new GuardedClient({
    ...toClientConfig(address),
    ...(isForGroups ? timeouts.groups : timeouts.rest),
    options: settings.map((setting) => `-c ${setting}`).join(' '),
    stream: () => socket,
    // Identifiers and times are far below 2^53.
    types: { getTypeParser: (type, format) => (type === int8 ? Number : types.getTypeParser(type, format)) },
  })
  // An error event without a listener would end the process.
  client.on('error', () => {})
  try {
    await client.connect().catch((error: unknown) => {
      throw explainHandshake(address.shown, error)
    })
    const { rows } = await client.query<Durability & { processId: number }>(selectDurability)
    if (rows[0] !== undefined) requireDurable(address.shown, rows[0])
    return { client, processId: rows[0]?.processId, destroy: () => socket.destroy() }
  } catch (error) {
    socket.destroy()
    throw error
  }
}

export function toClientConfig({ host, port, user, database, password, tls }: DatabaseAddress): ClientConfig {
  return {
    host,
    port,
    user,
    database,
    password,
    ssl: tls === undefined ? false : { rejectUnauthorized: true, ...readPresent(tls) },
    application_name: 'rwa-batch',
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    connectionTimeoutMillis: 10_000,
  }
}

function readPresent(files: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(files).flatMap(([name, file]) => (file === undefined ? [] : [[name, readFileSync(file, 'utf8')]])),
  )
}

/** Waits for the farewell only for a limited time. */
export async function endConnection({ client, destroy }: Connection, clock: Clock): Promise<void> {
  const hasEnded = new AbortController()
  const farewell = client.end().catch(() => {})
  await Promise.race([farewell.then(() => hasEnded.abort()), clock.sleep(farewellMs, hasEnded.signal)])
  destroy()
}

/** Ignores this connection's own notifications. Undefined: some may have been missed. */
export async function listenToChannels(
  { client, processId: own, destroy }: Connection,
  channels: EventEmitter<Record<string, [payload: string | undefined]>>,
): Promise<void> {
  client.on('notification', ({ channel, payload = '', processId }) => {
    if (processId !== own) channels.emit(channel, payload)
  })
  try {
    for (const channel of channels.eventNames()) {
      await client.query(`LISTEN ${channel}`)
      channels.emit(channel, undefined)
    }
  } catch (error) {
    destroy()
    throw error
  }
}

export interface Durability {
  fsync: string
  fullPageWrites: string
  synchronousCommit: string
  isStandby: boolean
}

export const selectDurability = `SELECT current_setting('fsync') AS fsync, current_setting('full_page_writes') AS "fullPageWrites",
  current_setting('synchronous_commit') AS "synchronousCommit", pg_is_in_recovery() AS "isStandby", pg_backend_pid() AS "processId"`

/** @throws BatchError `ledger` for a server that may lose confirmed commits: a lost intent is a row sent twice. */
export function requireDurable(shown: string, durability: Durability): void {
  const { fsync, fullPageWrites, synchronousCommit, isStandby } = durability
  const reason = [
    isStandby && 'it is a copy that only follows another one',
    fsync !== 'on' && `fsync is ${fsync}`,
    fullPageWrites !== 'on' && `full_page_writes is ${fullPageWrites}`,
    !['on', 'remote_apply'].includes(synchronousCommit) && `synchronous_commit is ${synchronousCommit}`,
  ].find((each) => each !== false)
  if (reason === undefined) return
  throw new BatchError('ledger', `the database at ${shown} may lose what it has confirmed: ${reason}`, {
    hint: 'A ledger needs fsync, full_page_writes and synchronous_commit on, and the primary server.',
  })
}
