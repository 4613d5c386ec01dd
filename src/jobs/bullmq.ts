import { Socket } from 'node:net'
import {
  assertSchemaCompatibility,
  createPostgresBackend,
  DEFAULT_SCHEMA,
  DelayedError,
  isPgPool,
  type Job,
  LATEST_SCHEMA_VERSION,
  runMigrations,
  SchemaMigrationRequiredError,
  withBackend,
} from 'bullmq'
import { Pool, type PoolClient, type PoolConfig } from 'pg'
import { systemClock } from '../support/clock.ts'
import { BatchError, codeOf, messageOf } from '../support/errors.ts'
import type { JobEngine, JobKeys, JobResult } from './port.ts'

/**
 * The engine's schema; BullMQ gives no other when it is passed a pool. The ledger can rebuild its tables at any time.
 * They need not survive a crash of the server, so commits do not wait for the disk.
 */
const sessionSettings = `-c search_path=${DEFAULT_SCHEMA} -c synchronous_commit=off`
/** Beside the listeners, one for each queue. */
const connections = 4
/**
 * A worker without a heartbeat for this long has lost its jobs. One worker searches for all, twice in that time, and
 * two searches may be nearly twice as far apart: a stalled job is found after 12 s at most.
 */
const lockMs = 6_000
const stalledCheckMs = 3_000
/** A further attempt does no harm, so a job is never given up. */
const unlimited = 1_000_000
const jobOptions = {
  attempts: unlimited,
  backoff: { type: 'fixed', delay: 1_000 },
  // A job that stays, in any state, would keep the next of its name from being added.
  removeOnComplete: true,
  removeOnFail: true,
} as const
const addedAtOnce = 64
/** The longest wait for a connection or an answer: a network without answers would keep this process from ending. */
const longestMs = 30_000
/** Once its jobs have ended, a queue is closed or left as it is: other workers find its jobs when their locks expire. */
const longestCloseMs = 5_000

const { Queue, Worker } = withBackend(createPostgresBackend)

export interface EngineOptions {
  /** The ledger's database, as options of its driver. */
  connection: PoolConfig
  queues: number
  /** Receives failures beside the jobs; the engine recovers from them by itself. */
  onWarning(message: string): void
}

/**
 * BullMQ on the ledger's database. All queues of the process share one pool.
 * @throws BatchError `ledger` when its tables are missing and cannot be created.
 */
export async function openJobEngine({ connection, queues, onWarning }: EngineOptions): Promise<JobEngine> {
  const sockets = new Set<Socket>()
  const pool = new Pool({
    ...connection,
    stream() {
      const socket = new Socket()
      sockets.add(socket.once('close', () => sockets.delete(socket)))
      return socket
    },
    options: sessionSettings,
    max: connections + queues,
    connectionTimeoutMillis: longestMs,
    query_timeout: longestMs,
  })
  pool.setMaxListeners(0)
  if (!isPgPool(pool)) throw new BatchError('defect', 'BullMQ does not accept the pool of connections')
  const onError = (error: Error): void => onWarning(messageOf(error))
  // An error event without a listener would end the process.
  pool.on('error', onError)
  try {
    await migrateTables(pool)
  } catch (error) {
    await pool.end()
    throw error
  }
  const opened = new Map<string, InstanceType<typeof Queue>>()
  const workers = new Map<string, { worker: InstanceType<typeof Worker<JobKeys>>; handling: Set<Promise<JobResult>> }>()

  // Not a declaration: that would not know what the pool was checked for.
  const queueOf = (name: string): InstanceType<typeof Queue> => {
    const known = opened.get(name)
    if (known !== undefined) return known
    const queue = new Queue(name, { connection: pool })
    queue.on('error', onError)
    opened.set(name, queue)
    return queue
  }

  async function pause(name: string): Promise<void> {
    const served = workers.get(name)
    if (served === undefined) return
    const { worker, handling } = served
    // Closed while it starts, a worker would take a connection afterwards and keep it: the pool would never end.
    const ready = worker.waitUntilReady().catch(onError)
    const closed = ready.then(() => worker.close())
    await Promise.allSettled(handling)
    await withinBound(closed)
    workers.delete(name)
  }

  return {
    async enqueue(name, jobs) {
      const queue = queueOf(name)
      // One by one: for bulk additions BullMQ creates a sequence, for which few users have the right.
      for (let at = 0; at < jobs.length; at += addedAtOnce) {
        const some = jobs.slice(at, at + addedAtOnce)
        await Promise.all(some.map(({ id, keys }) => queue.add('job', keys, { ...jobOptions, jobId: id })))
      }
    },
    work(name, atOnce, handle) {
      const handling = new Set<Promise<JobResult>>()
      const process = async (job: Job<JobKeys>, token?: string): Promise<void> => {
        const handled = handle(job.data)
        handling.add(handled)
        const end = await handled.finally(() => handling.delete(handled))
        if (end === 'done') return
        await job.moveToDelayed(end.again, token)
        // Tells BullMQ that the job was already moved.
        throw new DelayedError()
      }
      const worker = new Worker<JobKeys>(name, process, {
        connection: pool,
        concurrency: atOnce,
        lockDuration: lockMs,
        stalledInterval: stalledCheckMs,
        maxStalledCount: unlimited,
        runRetryDelay: 500,
      })
      worker.on('error', onError)
      worker.on('failed', (_, error) => onError(error))
      workers.set(name, { worker, handling })
    },
    pause,
    async close() {
      await Promise.all([...workers.keys()].map(pause))
      await withinBound(Promise.all([...opened.values()].map((queue) => queue.close())).then(() => pool.end()))
      for (const socket of sockets) socket.destroy()
    },
  }
}

async function withinBound(closing: Promise<unknown>): Promise<void> {
  const closed = new AbortController()
  await Promise.race([closing.finally(() => closed.abort()), systemClock.sleep(longestCloseMs, closed.signal)])
}

/** Creates or migrates the tables, and grants them to a role. @throws BatchError `ledger` without the right to. */
export async function prepareJobTables(connection: PoolConfig, role: string): Promise<void> {
  const pool = new Pool({ ...connection, max: 1 })
  pool.on('error', () => {})
  try {
    await migrateTables(pool)
    const { rowCount } = await pool.query('SELECT FROM pg_roles WHERE rolname = $1', [role])
    if (rowCount === 0) return
    // Two concurrent grants would fail each other.
    await pool.query(`SELECT pg_advisory_xact_lock(hashtextextended('rwa-batch ${DEFAULT_SCHEMA}', 0));
      GRANT USAGE ON SCHEMA ${DEFAULT_SCHEMA} TO ${role};
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${DEFAULT_SCHEMA} TO ${role};
      GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${DEFAULT_SCHEMA} TO ${role}`)
  } finally {
    await pool.end()
  }
}

/** Creates or migrates the engine's tables when they are older and this user has the right. */
async function migrateTables(pool: Pool): Promise<void> {
  let client: PoolClient | undefined
  try {
    client = await pool.connect()
    const version = await assertSchemaCompatibility(client).catch((error) => {
      if (error instanceof SchemaMigrationRequiredError) return 0
      throw error
    })
    if (version < LATEST_SCHEMA_VERSION) await runMigrations(client)
  } catch (error) {
    const isRefused = codeOf(error) === '42501'
    throw new BatchError('ledger', `the queues of the workers cannot be used: ${messageOf(error)}`, {
      cause: error,
      hint: isRefused
        ? 'Have the owner of the database create them once: rwa-batch ledger init <address>.'
        : 'Nothing is lost: start the same command again once the database works.',
    })
  } finally {
    client?.release()
  }
}
