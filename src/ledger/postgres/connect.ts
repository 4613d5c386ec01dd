import { readFileSync } from 'node:fs'
import { Socket } from 'node:net'
import type { Client, ClientConfig } from 'pg'
import type { Clock } from '../../support/clock.ts'
import type { DatabaseAddress } from '../database-address.ts'
import { type Durability, requireDurable, selectDurability } from './durability.ts'

const farewellMs = 1_000
/** The type of a bigint. */
const int8 = 20

/** For groups the server gives up first, or each new try would wait behind the last. */
const timeouts = {
  groups: { query_timeout: 15_000, statement_timeout: 10_000 },
  rest: { query_timeout: 60_000 },
}
const sessionSettings = [
  'jit=off',
  'tcp_keepalives_idle=5',
  'tcp_keepalives_interval=2',
  'tcp_keepalives_count=3',
  // Below the length of a lease: who stands still in the middle of a load must not cost others theirs.
  'idle_in_transaction_session_timeout=10000',
]
/** Rows are then locked in the order in which they are given: whoever does the same waits, and nobody for ever. */
const groupSettings = ['enable_seqscan=off', 'enable_hashjoin=off', 'enable_mergejoin=off']

export interface Connection {
  client: Client
  /** Of the process at the server. */
  processId: number | undefined
  /** At once, and without a word to who may not be there any more. */
  destroy(): void
}

/** @throws BatchError `ledger` for a server that may lose what it confirms; else what the driver throws. */
export async function connectTo(address: DatabaseAddress, isForGroups: boolean): Promise<Connection> {
  // Nobody else needs the driver.
  const { Client: PostgresClient, types } = await import('pg')
  const socket = new Socket()
  const settings = [...sessionSettings, ...(isForGroups ? groupSettings : []), `search_path=${address.schema}`]
  const client = new PostgresClient({
    ...toClientConfig(address),
    ...(isForGroups ? timeouts.groups : timeouts.rest),
    options: settings.map((setting) => `-c ${setting}`).join(' '),
    stream: () => socket,
    // Identifiers and times are far below what a number holds.
    types: { getTypeParser: (type, format) => (type === int8 ? Number : types.getTypeParser(type, format)) },
  })
  // One that nobody hears would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<Durability & { processId: number }>(selectDurability)
    if (rows[0] !== undefined) requireDurable(address.shown, rows[0])
    return { client, processId: rows[0]?.processId, destroy: () => socket.destroy() }
  } catch (error) {
    socket.destroy()
    throw error
  }
}

/** What the driver is told of an address. */
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

/** Who does not hear the farewell is not waited for. */
export async function endConnection({ client, destroy }: Connection, clock: Clock): Promise<void> {
  const hasEnded = new AbortController()
  const farewell = client.end().catch(() => {})
  await Promise.race([farewell.then(() => hasEnded.abort()), clock.sleep(farewellMs, hasEnded.signal)])
  destroy()
}

/** Who hears what is told on a channel; without a word: something may have been missed. */
export type ChannelListeners = Map<string, (payload: string | undefined) => void>

/** What this connection tells itself is no news. */
export async function listenToChannels(
  { client, processId: own, destroy }: Connection,
  hearers: ChannelListeners,
): Promise<void> {
  client.on('notification', ({ channel, payload = '', processId }) => {
    if (processId !== own) hearers.get(channel)?.(payload)
  })
  try {
    for (const [channel, hear] of hearers) {
      await client.query(`LISTEN ${channel}`)
      hear(undefined)
    }
  } catch (error) {
    destroy()
    throw error
  }
}
