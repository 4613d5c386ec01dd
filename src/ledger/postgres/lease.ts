import type { Clock } from '../../support/clock.ts'
import { toIsoTime } from '../../support/clock.ts'
import { currentOperator } from '../operator.ts'
import type { Queryable, ReconnectingConnection } from './reconnecting-connection.ts'

/** How long a holder that is not heard of counts as alive, by the database's clock. */
export const leaseMs = 20_000
/** Who holds and who is given up is a matter of moments: a server that does not answer then is asked over another connection. */
export const briefMs = 15_000
/** On this side it counts as over sooner: a request that would start then does not. */
const validMs = leaseMs * 0.8

/** A holder that nobody has given up; of a line of `holders`. */
export const isAlive = `(reaped_at IS NULL AND ended_at IS NULL AND lease_until > clock_timestamp())`

export const abandonedReason =
  'who sent this request was not heard of any more while it was on its way; whether it arrived is not known'

/** One opening of the ledger, for as long as its lease is renewed. */
export class Lease {
  readonly id: number
  /** The last group of changes that was committed in its name. */
  lastGroup = 0
  readonly #clock: Clock
  #renewedAt: number

  /** `askedAt`: from before the lease was asked for. */
  constructor(id: number, clock: Clock, askedAt: number) {
    this.id = id
    this.#clock = clock
    this.#renewedAt = askedAt
  }

  renew(askedAt: number): void {
    this.#renewedAt = askedAt
  }

  /** Whether a request may start that was claimed in its name. The clock follows a suspended machine, and is never set back. */
  isValid(): boolean {
    return this.#clock.now() - this.#renewedAt < validMs
  }
}

/**
 * Begins to hold the ledger, or goes on with the runs of a holding whose lease was lost: what they wait for is asked for
 * again, for others have taken it for nobody's. Once, whatever becomes of the connection: a second beginning would find
 * that the first, which nobody goes on with, has the runs already.
 */
export function acquireLease(
  connection: Pick<ReconnectingConnection, 'transaction'>,
  clock: Clock,
  lost?: Lease,
): Promise<Lease> {
  return connection.transaction((statements) => insertHolder(statements, clock, lost), briefMs)
}

async function insertHolder(statements: Queryable, clock: Clock, lost: Lease | undefined): Promise<Lease> {
  const askedAt = clock.now()
  const { account, machine } = currentOperator()
  const [begun] = await statements.query<{ id: number }>(
    `WITH begun AS (
       INSERT INTO holders (account, machine, process, since, lease_until)
       VALUES ($1, $2, $3, $4, clock_timestamp() + make_interval(secs => $5)) RETURNING id),
     taken AS (UPDATE runs SET holder_id = begun.id FROM begun WHERE holder_id = $6 AND ended_at IS NULL)
     SELECT id FROM begun`,
    [account, machine, process.pid, askedAt, leaseMs / 1_000, lost?.id ?? null],
  )
  const id = begun?.id ?? Number.NaN
  if (lost !== undefined) {
    await statements.query(
      `UPDATE submissions SET next_poll_at = $2 WHERE id IN (
         SELECT id FROM submissions
          WHERE state = 'accepted' AND next_poll_at IS NULL AND id IN (
            SELECT submission_id FROM rows JOIN runs ON runs.id = run_id
             WHERE holder_id = $1 AND ended_at IS NULL AND held IS NULL)
          ORDER BY id FOR NO KEY UPDATE)`,
      [id, askedAt],
    )
  }
  return new Lease(id, clock, askedAt)
}

/**
 * What it still has on its way is left to be found: its lease ends now, and it did not end well. Tried once: a database
 * that is away finds it by the end of the lease, and a run that is over does not wait two minutes to say good-bye.
 */
export async function releaseLease(
  connection: Pick<ReconnectingConnection, 'tryOnce'>,
  { id }: Lease,
  now: number,
  hasClaims: boolean,
): Promise<void> {
  await connection.tryOnce(
    'farewell',
    'UPDATE holders SET lease_until = clock_timestamp(), ended_at = $2 WHERE id = $1',
    [id, hasClaims ? null : now],
  )
}

/**
 * Gives up whoever was not heard of for the length of a lease: what they had on its way becomes `unknown`, and the log says
 * so. Returns how many there were. The lock on a holder's line keeps this and that holder's groups apart; whoever gives
 * it up just now, and may stand still meanwhile, is not waited for.
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
  const [reaped] = await statements.query<{ count: number }>(
    `WITH dead AS (SELECT * FROM unnest($1::bigint[], $2::text[]) AS dead (id, words)),
     doubted AS (
       UPDATE submissions SET state = 'unknown', problem = $3 FROM dead
        WHERE submissions.state = 'sending' AND submissions.holder = dead.id RETURNING submissions.id, sent_at, words),
     logged AS (
       INSERT INTO attempts (submission_id, operation, sent_at, outcome, detail)
       SELECT id, 'recover', sent_at, 'unknown', $3 || ' (' || words || ')' FROM doubted)
     SELECT COUNT(*) AS count FROM doubted`,
    [dead.map(({ id }) => id), dead.map(({ words }) => words), abandonedReason],
  )
  return reaped?.count ?? 0
}

/** For people: which processes hold the ledger, where, since when. Empty when none does. */
export async function listHolders(statements: Queryable): Promise<string[]> {
  const alive = await statements.query<{ machine: string; process: number; since: number }>(
    `SELECT machine, process, since FROM holders WHERE ${isAlive} ORDER BY id`,
  )
  return alive.map(({ machine, process, since }) => `process ${process} on ${machine} since ${toIsoTime(since)}`)
}
