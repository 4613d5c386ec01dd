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
import { BatchError, codeOf, messageOf } from '../support/errors.ts'
import type { JobCounts, JobEngine, JobKeys } from './port.ts'

/**
 * In which schema the engine keeps its tables when it is given a pool. What stands there can be made anew from the ledger
 * at any time: it need not outlive a crash of the server, and each commit of it is the faster for that.
 */
const sessionSettings = `-c search_path=${DEFAULT_SCHEMA} -c synchronous_commit=off`
/** Beside those that listen, one for each queue. */
const connections = 4
/**
 * Who is not heard of for so long has lost its jobs, and they are looked for as often. Of several workers one looks at a time,
 * and its look counts for the others: two looks may be nearly twice as far apart, so that a lost job is found after 12 s at
 * the latest.
 */
const lockMs = 6_000
const stalledCheckMs = 3_000
/** Nothing is lost by trying once more, so nothing is ever given up. */
const unlimited = 1_000_000
const jobOptions = {
  attempts: unlimited,
  backoff: { type: 'fixed', delay: 1_000 },
  // One that stays, in whatever state, would keep the next of its name from being added.
  removeOnComplete: true,
  removeOnFail: true,
} as const
const addedAtOnce = 64
/** The longest wait for a connection or an answer: a network that swallows everything would keep this process from ending. */
const longestMs = 30_000

const { Queue, Worker } = withBackend(createPostgresBackend)

export interface EngineOptions {
  /** Where the ledger is, as its driver is told. */
  connection: PoolConfig
  /** How many queues are worked on at most. */
  queues: number
  /** What goes wrong beside the jobs, and mends itself. */
  onWarning(message: string): void
}

/**
 * BullMQ on the database of the ledger. All queues of the process share one pool.
 * @throws BatchError `ledger` when its tables are not there and cannot be made.
 */
export async function openJobEngine({ connection, queues, onWarning }: EngineOptions): Promise<JobEngine> {
  const pool = new Pool({
    ...connection,
    options: sessionSettings,
    max: connections + queues,
    connectionTimeoutMillis: longestMs,
    query_timeout: longestMs,
  })
  pool.setMaxListeners(0)
  const shared = requirePgPool(pool)
  const onError = (error: Error): void => onWarning(messageOf(error))
  // One that nobody hears would end the process.
  pool.on('error', onError)
  try {
    await migrateTables(pool)
  } catch (error) {
    await pool.end()
    throw error
  }
  const opened = new Map<string, InstanceType<typeof Queue>>()
  const workers = new Map<string, InstanceType<typeof Worker<JobKeys>>>()

  function queueOf(name: string): InstanceType<typeof Queue> {
    const known = opened.get(name)
    if (known !== undefined) return known
    const queue = new Queue(name, { connection: shared })
    queue.on('error', onError)
    opened.set(name, queue)
    return queue
  }

  async function pause(name: string): Promise<void> {
    const worker = workers.get(name)
    if (worker === undefined) return
    // Closed as it begins, it would take a connection afterwards and keep it: the pool would never end.
    await worker.waitUntilReady().catch(onError)
    await worker.close()
    workers.delete(name)
  }

  return {
    async enqueue(name, jobs) {
      const queue = queueOf(name)
      // One by one: for many together it makes a sequence of its own, for which few have the right.
      for (let at = 0; at < jobs.length; at += addedAtOnce) {
        const some = jobs.slice(at, at + addedAtOnce)
        await Promise.all(some.map(({ id, keys }) => queue.add('job', keys, { ...jobOptions, jobId: id })))
      }
    },
    work(name, atOnce, handle) {
      const process = async (job: Job<JobKeys>, token?: string): Promise<void> => {
        const end = await handle(job.data)
        if (end === 'done') return
        await job.moveToDelayed(end.again, token)
        // So it is told that the job has moved on by itself.
        throw new DelayedError()
      }
      const worker = new Worker<JobKeys>(name, process, {
        connection: shared,
        concurrency: atOnce,
        lockDuration: lockMs,
        stalledInterval: stalledCheckMs,
        maxStalledCount: unlimited,
        runRetryDelay: 500,
      })
      worker.on('error', onError)
      worker.on('failed', (_, error) => onError(error))
      workers.set(name, worker)
    },
    pause,
    async counts(name) {
      const { waiting = 0, active = 0, delayed = 0 } = await queueOf(name).getJobCounts('waiting', 'active', 'delayed')
      return { waiting, active, delayed } satisfies JobCounts
    },
    async close() {
      await Promise.all([...workers.keys()].map(pause))
      await Promise.all([...opened.values()].map((queue) => queue.close()))
      await pool.end()
    },
  }
}

/**
 * Makes the tables, or brings them to this version, and lets a role work with them when there is one of that name.
 * @throws BatchError `ledger` when this user may not.
 */
export async function prepareJobTables(connection: PoolConfig, role: string): Promise<void> {
  const pool = new Pool({ ...connection, max: 1 })
  pool.on('error', () => {})
  try {
    await migrateTables(pool)
    const { rowCount } = await pool.query('SELECT FROM pg_roles WHERE rolname = $1', [role])
    if (rowCount === 0) return
    // Two who grant at once would hinder each other.
    await pool.query(`SELECT pg_advisory_xact_lock(hashtextextended('rwa-batch ${DEFAULT_SCHEMA}', 0));
      GRANT USAGE ON SCHEMA ${DEFAULT_SCHEMA} TO ${role};
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${DEFAULT_SCHEMA} TO ${role};
      GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${DEFAULT_SCHEMA} TO ${role}`)
  } finally {
    await pool.end()
  }
}

/** As the engine's types know it. */
function requirePgPool(pool: unknown) {
  if (isPgPool(pool)) return pool
  throw new BatchError('defect', 'the engine does not know a pool of connections when it is given one')
}

/** Makes the engine's tables, or brings them to its version, where they are not so yet and somebody may. */
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
    throw new BatchError('ledger', `the queues of the workers cannot be had: ${messageOf(error)}`, {
      cause: error,
      hint: isRefused
        ? 'Have whoever owns the database make them once: rwa-batch ledger init <address>.'
        : 'Nothing is lost: start the same command again when the database is as it should be.',
    })
  } finally {
    client?.release()
  }
}
