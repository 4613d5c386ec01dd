import type { Clock } from '../../../support/clock.ts'
import { currentOperator, describeHolder } from '../../operator.ts'
import { isAlive, leaseMs } from '../../store/dialect.ts'
import { type Queryable, readCount, readValue } from '../../store/store.ts'
import type { ReconnectingConnection } from '../connection/reconnecting-connection.ts'

/** Leases must be taken and expired quickly: after this time the statement is repeated over another connection. */
export const briefMs = 15_000
/** The holder itself counts its lease as over earlier: no request starts after that. */
const validMs = leaseMs * 0.8

const abandonedReason =
  'the process that sent this request was lost while it was on its way; it is not known if it arrived'

/** One opening of the ledger, for as long as its lease is renewed. */
export class Lease {
  readonly id: number
  /** Number of the last committed group in its name. */
  lastGroup = 0
  readonly #clock: Clock
  #renewedAt: number

  /** `askedAt`: time before the lease was requested. */
  constructor(id: number, clock: Clock, askedAt: number) {
    this.id = id
    this.#clock = clock
    this.#renewedAt = askedAt
  }

  renew(askedAt: number): void {
    this.#renewedAt = askedAt
  }

  /** May a request start under one of its claims? The clock goes on while the machine is suspended, never back. */
  isValid(): boolean {
    return this.#clock.now() - this.#renewedAt < validMs
  }
}

/**
 * Starts holding the ledger, or continues the runs of a holder whose lease was lost. Other processes have removed the
 * polls of those runs' submissions, so they are due again. Takes effect once even after a lost connection: a second
 * start would find the runs with the first, which no process continues.
 */
export function acquireLease(
  connection: Pick<ReconnectingConnection, 'transaction'>,
  clock: Clock,
  lost?: Lease,
): Promise<Lease> {
  return connection.transaction(async (statements) => {
    const askedAt = clock.now()
    const { account, machine } = currentOperator()
    const select = `WITH begun AS (
       INSERT INTO holders (account, machine, process, since, lease_until)
       VALUES ($1, $2, $3, $4, clock_timestamp() + make_interval(secs => $5)) RETURNING id),
     taken AS (UPDATE runs SET holder_id = begun.id FROM begun WHERE holder_id = $6 AND ended_at IS NULL)
     SELECT id FROM begun`
    const values = [account, machine, process.pid, askedAt, leaseMs / 1_000, lost?.id ?? null]
    const id = await readValue<number>(statements, select, values)
    if (lost !== undefined) {
      const update = `UPDATE submissions SET next_poll_at = $2 WHERE id IN (
         SELECT id FROM submissions
          WHERE state = 'accepted' AND next_poll_at IS NULL AND id IN (
            SELECT submission_id FROM rows JOIN runs ON runs.id = run_id
             WHERE holder_id = $1 AND ended_at IS NULL AND held IS NULL)
          ORDER BY id FOR NO KEY UPDATE)`
      await statements.query(update, [id, askedAt])
    }
    return new Lease(id ?? Number.NaN, clock, askedAt)
  }, briefMs)
}

/**
 * Expires holders without a heartbeat for a lease: their open claims become `unknown`, with a line in the log. Returns
 * the number of those. The lock on a holder's row excludes that holder's groups. A row that another process locks just
 * now is skipped, since that process may stall.
 */
export async function expireLeases(statements: Queryable): Promise<number> {
  const dead = await statements.query<{ id: number; words: string }>(
    `UPDATE holders SET reaped_at = clock_timestamp()
      WHERE id IN (SELECT id FROM holders
                    WHERE reaped_at IS NULL AND ended_at IS NULL AND lease_until <= clock_timestamp()
                      FOR NO KEY UPDATE SKIP LOCKED)
      RETURNING id, 'process ' || process || ' on ' || machine AS words`,
  )
  if (dead.length === 0) return 0
  const select = `WITH dead AS (SELECT * FROM unnest($1::bigint[], $2::text[]) AS dead (id, words)),
   doubted AS (
     UPDATE submissions SET state = 'unknown', problem = $3 FROM dead
      WHERE submissions.state = 'sending' AND submissions.holder = dead.id RETURNING submissions.id, sent_at, words),
   logged AS (
     INSERT INTO attempts (submission_id, operation, sent_at, outcome, detail)
     SELECT id, 'recover', sent_at, 'unknown', $3 || ' (' || words || ')' FROM doubted)
   SELECT COUNT(*) AS count FROM doubted`
  return readCount(statements, select, [dead.map(({ id }) => id), dead.map(({ words }) => words), abandonedReason])
}

/** For people; empty without any. */
export async function listHolders(statements: Queryable): Promise<string[]> {
  const text = `SELECT machine, process, since FROM holders WHERE ${isAlive} ORDER BY id`
  return (await statements.query<Parameters<typeof describeHolder>[0]>(text)).map(describeHolder)
}
