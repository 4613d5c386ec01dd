import { type FactsOf, find } from '../../../messages/catalogue.ts'
import type { Clock } from '../../../support/clock.ts'
import { BatchError, codeOf, messageOf } from '../../../support/errors.ts'

/** The connection or the server is gone: the statement may have taken effect, and may be repeated. */
export function isConnectionLost(error: unknown): boolean {
  const code = codeOf(error) ?? ''
  // Waited for already.
  if (error instanceof BatchError) return false
  return (
    /^(?:08|57P0[123]|25P0[34]|53300)/.test(code) ||
    /^(?:ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_|ENOENT)/.test(code) ||
    /Connection terminated|not queryable|Client was closed|timeout expired|Query read timeout/i.test(messageOf(error))
  )
}

/** The server is up, and will answer soon. */
export function isStarting(error: unknown): boolean {
  return codeOf(error) === '57P03'
}

/** Another transaction was faster, and nothing was written: to be retried on the new state. */
export function isConflict(error: unknown): boolean {
  return error instanceof ConcurrentUpdate || /^(?:40001|40P01|23505|23503|57014|55P03)$/.test(codeOf(error) ?? '')
}

export class ConcurrentUpdate extends Error {}

type DatabaseFault = FactsOf<'database-unusable'>['reason']
type Explanation = readonly ['configuration' | 'surroundings' | 'ledger', DatabaseFault, code: RegExp, message?: RegExp]

const explanations: readonly Explanation[] = [
  ['configuration', 'password', /^28/, /password must be a string/],
  ['configuration', 'no-database', /^3D000$/],
  ['configuration', 'identity', /CERT|TLS|SSL/, /does not support SSL/],
  ['configuration', 'no-right', /^(?:42501|3F000)$/],
  ['ledger', 'damaged', /^(?:XX001|XX002)$/],
  ['surroundings', 'no-connection', /^53300$/],
  ['surroundings', 'not-writable', /^53|^25006$/],
]

function explain(error: unknown): Explanation | undefined {
  const [code, message] = [codeOf(error) ?? '', messageOf(error)]
  return explanations.find(([, , ofCode, ofMessage]) => ofCode.test(code) || ofMessage?.test(message))
}

/** For an error of a connection that was never made: any other program may listen there. */
export function explainHandshake(shown: string, error: unknown): unknown {
  if (error instanceof BatchError || explain(error) || isStarting(error) || isConnectionLost(error)) return error
  const facts = { shown, reason: 'not-understood' } as const
  return new BatchError('surroundings', find('database-unusable', facts), { cause: error })
}

/** The user's error for an unusable database; `shown` is its address. */
export function explainDatabaseFailure(shown: string, error: unknown): BatchError {
  if (error instanceof BatchError) return error
  const [code, reason] = explain(error) ?? []
  if (code !== undefined && reason !== undefined) {
    return new BatchError(code, find('database-unusable', { shown, reason }), { cause: error })
  }
  if (isConnectionLost(error)) {
    const facts = { shown, reason: codeOf(error) || messageOf(error) }
    return new BatchError('surroundings', find('ledger-unreachable', facts), { cause: error })
  }
  return new BatchError('defect', `the ledger at ${shown} refused a change: ${messageOf(error)}`, { cause: error })
}

const firstWaitMs = 50
const longestWaitMs = 2_000
const longestAbsenceMs = 120_000
/** What a supervisor leaves after its signal is for requests in flight. */
const interruptedAbsenceMs = 5_000
const longestTryMs = 15_000
/** Ends a wait when the clock stands still, after about the same time. */
const mostWaits = 64

export interface AbsenceOptions {
  /** Ends a longer absence at once. */
  interrupt?: AbortSignal | undefined
  /** Called at each lost connection, before it is waited for. */
  onLost?(): void
  longestMs?: number
}

/** A database's absence, counted once for all its connections: statements that wait in turn would add up their waits */
export class Absence {
  readonly #clock: Clock
  readonly #options: AbsenceOptions
  #awayMs = 0
  #lastAt: number | undefined

  constructor(clock: Clock, options: AbsenceOptions = {}) {
    this.#clock = clock
    this.#options = options
  }

  get #isOver(): boolean {
    const { interrupt, longestMs = longestAbsenceMs } = this.#options
    return this.#awayMs >= (interrupt?.aborted ? interruptedAbsenceMs : longestMs)
  }

  /** The database has answered. */
  end(): void {
    this.#awayMs = 0
    this.#lastAt = undefined
  }

  /** For one statement: each call waits for the database to return; false when that has taken too long. */
  createWait(isCancelled: () => boolean): () => Promise<boolean> {
    const startedAt = this.#clock.now()
    let tries = 0
    return async () => {
      const now = this.#clock.now()
      // Without an answer an attempt takes as long as its time-out; the rest of a longer gap is a suspended machine's
      // sleep.
      this.#awayMs += Math.min(longestTryMs, now - (this.#lastAt ?? startedAt))
      this.#lastAt = now
      this.#options.onLost?.()
      if (tries >= mostWaits || this.#isOver || isCancelled()) return false
      await this.#clock.sleep(Math.min(longestWaitMs, firstWaitMs * 2 ** tries))
      tries += 1
      return true
    }
  }
}
