import { EventEmitter } from 'node:events'
import { postgresDialect } from '../../store/dialect.ts'
import { noChecks, type Reader, type Store, storable } from '../../store/store.ts'
import { type Connection, type ConnectionOptions, connectTo, endConnection, listenToChannels } from './connect.ts'
import { copyInto } from './copy-in.ts'
import { Absence, explainDatabaseFailure, isConflict, isConnectionLost, isStarting } from './failure.ts'

export interface Transaction extends Reader {
  copy(table: string, records: readonly Readonly<Record<string, unknown>>[]): Promise<void>
}

type QueryResult<Row> = { rows: Row[] }

const mostConflicts = 20
const longestMs = 600_000

/**
 * One connection to the database that reconnects after a loss. Its statements run one after another. Reads and
 * repeatable writes are retried while the database is away; transactions take effect once.
 */
export class ReconnectingConnection implements Store {
  readonly dialect = postgresDialect
  readonly checks = noChecks
  readonly #options: Required<ConnectionOptions>
  #connection: Promise<Connection> | undefined
  #last: Promise<unknown> = Promise.resolve()
  #isClosed = false
  readonly #channels = new EventEmitter<Record<string, [payload: string | undefined]>>().setMaxListeners(0)

  constructor(options: ConnectionOptions) {
    this.#options = { isForGroups: false, absence: new Absence(options.clock), ...options }
  }

  get shown(): string {
    return this.#options.address.shown
  }

  /** A wrong address fails at once; a starting server is waited for. */
  async connect(): Promise<void> {
    await this.#run(() => this.#connected(), isStarting)
  }

  query<Row = unknown>(text: string, values: readonly unknown[] = [], name?: string): Promise<Row[]> {
    return this.#run(async () => (await this.#send<Row>(text, values, { name })).rows)
  }

  /** A frequent statement, tried once. Rejects with the driver's error. */
  tryOnce<Row>(name: string, text: string, values: readonly unknown[]): Promise<Row[]> {
    return this.#enqueue(async () => (await this.#send<Row>(text, values, { name })).rows)
  }

  /**
   * All or nothing, exactly once. It is repeated after a conflict; after a lost connection the database is asked if it
   * was committed. `work` may run more than once, and must have no other effects. Each of its statements may take
   * `answerMs`.
   */
  transaction<Result>(work: (statements: Transaction) => Promise<Result>, answerMs = longestMs): Promise<Result> {
    return this.#withExplainedErrors(() =>
      this.#enqueue(async () => {
        for (let conflicts = 1; ; conflicts += 1) {
          const end = await this.#withReconnects(() => this.#transact(work, answerMs))
          if ('result' in end) return end.result
          if (conflicts > mostConflicts) throw end.conflict
        }
      }),
    )
  }

  /** In pages, from one snapshot. */
  async *stream<Row>(text: string, values: readonly unknown[] = []): AsyncGenerator<Row[]> {
    const reader = new ReconnectingConnection(this.#options)
    try {
      const fetch = async (): Promise<Row[]> => (await reader.#send<Row>('FETCH 1000 FROM pages')).rows
      const begin = async (): Promise<Row[]> => {
        // A cursor holds no locks, and its reader may work on a page for a minute.
        const setting = 'SET LOCAL idle_in_transaction_session_timeout = 60000'
        await reader.#send(`BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY; ${setting}`)
        await reader.#send(`DECLARE pages NO SCROLL CURSOR FOR ${text}`, values)
        return fetch()
      }
      let rows = await reader.#withExplainedErrors(() => reader.#withReconnects(begin))
      while (rows.length > 0) {
        yield rows
        rows = await reader.#withExplainedErrors(fetch)
      }
    } finally {
      await reader.close()
    }
  }

  async each<Row>(text: string, values: readonly unknown[], see: (row: Row) => void): Promise<void> {
    for await (const rows of this.stream<Row>(text, values)) for (const row of rows) see(row)
  }

  /** Receives other connections' notifications. Undefined after a reconnect: some may have been missed. */
  listen(channel: string, listener: (payload: string | undefined) => void): () => void {
    const isNew = this.#channels.listenerCount(channel) === 0
    this.#channels.on(channel, listener)
    // An absent server is listened to after the reconnect.
    if (isNew) this.#enqueue(() => this.#send(`LISTEN ${channel}`)).catch(() => {})
    return () => this.#channels.off(channel, listener)
  }

  /** Each call waits for the database to return; false when it stays away too long, counted from now. */
  createReconnectWait(): () => Promise<boolean> {
    return this.#options.absence.createWait(() => this.#isClosed)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#last
    const connection = await this.#connection?.catch(() => undefined)
    this.#connection = undefined
    if (connection !== undefined) await endConnection(connection, this.#options.clock)
  }

  /** A conflict left nothing behind. */
  async #transact<Result>(
    work: (statements: Transaction) => Promise<Result>,
    answerMs: number,
  ): Promise<{ result: Result } | { conflict: unknown }> {
    const began: unknown = await this.#send('BEGIN; SELECT pg_current_xact_id()::text AS id')
    const [, begun] = began as readonly QueryResult<{ id: string }>[]
    let done: { result: Result } | undefined
    try {
      const query = async <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
        (await this.#send<Row>(text, values, { query_timeout: answerMs })).rows
      const copy: Transaction['copy'] = (table, records) =>
        this.#use(({ client }) => copyInto(client, table, records, answerMs))
      done = { result: await work({ query, copy, dialect: this.dialect, checks: this.checks }) }
      await this.#send('COMMIT')
      return done
    } catch (error) {
      if (isConnectionLost(error)) {
        if (done !== undefined && (await this.#isCommitted(begun?.rows[0]?.id ?? '', error))) return done
        throw error
      }
      await this.#send('ROLLBACK').catch(() => {})
      if (isConflict(error)) return { conflict: error }
      throw error
    }
  }

  /** The old connection's transaction may still be running. */
  #isCommitted(transaction: string, lost: unknown): Promise<boolean> {
    return this.#withReconnects(async () => {
      const wait = this.createReconnectWait()
      while (true) {
        const text = 'SELECT pg_xact_status($1::text::xid8) AS status'
        const [found] = (await this.#send<{ status: string }>(text, [transaction])).rows
        if (found?.status !== 'in progress') return found?.status === 'committed'
        // Repeated now, the transaction could take effect twice.
        if (!(await wait())) throw explainDatabaseFailure(this.shown, lost)
      }
    })
  }

  /** One after another; a failure goes to its own caller. */
  #enqueue<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(work)
    this.#last = result.catch(() => {})
    return result
  }

  #run<Result>(work: () => Promise<Result>, isWorthIt = isConnectionLost): Promise<Result> {
    return this.#withExplainedErrors(() => this.#enqueue(() => this.#withReconnects(work, isWorthIt)))
  }

  async #withReconnects<Result>(work: () => Promise<Result>, isWorthIt = isConnectionLost): Promise<Result> {
    const wait = this.createReconnectWait()
    while (true) {
      try {
        return await work()
      } catch (error) {
        if (!isWorthIt(error) || !(await wait())) throw error
      }
    }
  }

  async #withExplainedErrors<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      throw explainDatabaseFailure(this.shown, error)
    }
  }

  /** `name`: of the prepared statement, once for each connection; for frequent statements. */
  #send<Row>(
    text: string,
    values: readonly unknown[] = [],
    options: { name?: string | undefined; query_timeout?: number } = {},
  ): Promise<QueryResult<Row>> {
    return this.#use(async ({ client }) => {
      const answer: unknown = await client.query({ ...options, text, values: values.map(storable) })
      return answer as QueryResult<Row>
    })
  }

  async #use<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
    const connection = await this.#connected()
    let isLost = false
    try {
      return await work(connection)
    } catch (error) {
      isLost = isConnectionLost(error)
      throw error
    } finally {
      if (isLost) this.#drop(connection)
      else this.#options.absence.end()
    }
  }

  #connected(): Promise<Connection> {
    this.#connection ??= this.#connect().catch((error) => {
      this.#connection = undefined
      throw error
    })
    return this.#connection
  }

  async #connect(): Promise<Connection> {
    const connection = await connectTo(this.#options)
    connection.client.on('error', () => this.#drop(connection))
    await listenToChannels(connection, this.#channels)
    return connection
  }

  #drop(lost: Connection): void {
    lost.destroy()
    void this.#connection?.then(
      (connection) => {
        if (connection === lost) this.#connection = undefined
      },
      () => {},
    )
  }
}
