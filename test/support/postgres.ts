import { rmSync } from 'node:fs'
import { afterAll, beforeAll } from 'vitest'
import { findPrograms, OwnServer } from './own-postgres.mjs'

/** A real PostgreSQL for the tests of one file. */
export interface PostgresServer {
  /** The address of a ledger that nobody has used. */
  address(): string
  /** The same database, without a schema. */
  admin: string
  /** Immediately, as in a crash, and up again. */
  restart(): Promise<void>
  /** How often its log says this. */
  countLogged(words: string): number
}

const programs = findPrograms()
const given = process.env['RWA_TEST_POSTGRES']

/** Whether a server can be had here: ours, or the one that RWA_TEST_POSTGRES names. */
export const hasPostgres = given !== undefined || programs !== undefined
/** Whether it is ours, to be ended and started as a test likes. */
export const hasOwnPostgres = given === undefined && programs !== undefined
if (!hasPostgres)
  console.warn('There is no PostgreSQL for this system: name one with RWA_TEST_POSTGRES. Its tests are left out.')

/**
 * Starts a server before the tests of a file, and ends it after them. Call it at the top of a file that `hasPostgres`.
 * `settings`: of ours, e.g. `wal_writer_delay=10s`.
 */
export function usePostgres(settings: readonly string[] = []): PostgresServer {
  let own: OwnServer | undefined
  let schemas = 0
  beforeAll(async () => {
    if (given !== undefined || programs === undefined) return
    own = new OwnServer(programs, { settings })
    await own.start()
  })
  afterAll(async () => {
    await own?.stop()
    if (own !== undefined) rmSync(own.folder, { recursive: true, force: true })
  })
  return {
    get admin() {
      return given ?? own?.address ?? ''
    },
    address() {
      schemas += 1
      const { admin } = this
      return `${admin}${admin.includes('?') ? '&' : '?'}schema=rwa_test_${process.pid}_${Date.now()}_${schemas}`
    },
    async restart() {
      await own?.stop()
      await own?.start()
    },
    countLogged: (words) => (own?.log.split(words).length ?? 1) - 1,
  }
}
