import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll } from 'vitest'
import { findPrograms, OwnServer } from './own-postgres.mjs'

/** A real PostgreSQL. */
export interface PostgresServer {
  /** The address of a ledger that nobody has used. */
  address(): string
  /** The same database, without a schema. */
  admin: string
}

/** One that is there for the tests of one file. */
export interface OwnPostgresServer extends PostgresServer {
  /** Immediately, as in a crash, and up again; `meanwhile` is done in between. */
  restart(meanwhile?: () => void | Promise<void>): Promise<void>
  /** Of its data. */
  folder(): string
  /** How often its log says this. */
  countLogged(words: string): number
}

const programs = findPrograms()
const given = process.env['RWA_TEST_POSTGRES']
/** Of `start-postgres.ts`. */
const port = process.env['RWA_TEST_POSTGRES_PORT']

/** Whether a server can be had here: ours, or the one that RWA_TEST_POSTGRES names. */
export const hasPostgres = (given ?? port) !== undefined
/** Whether it is ours, to be ended and started as a test likes. */
export const hasOwnPostgres = given === undefined && programs !== undefined

/** The server of all tests of this run. Without one, what asks for its address must be skipped. */
export function usePostgres(): PostgresServer {
  let admin = ''
  beforeAll(async () => {
    if (!hasPostgres) return
    admin = given ?? (await text(connect(Number(port), '127.0.0.1')))
    if (admin === '') throw new Error('PostgreSQL could not be started')
  })
  return serverAt(() => admin)
}

/**
 * Likewise, but started before the tests of a file and ended after them: for those who restart it, make roles, or look at
 * all that goes on there. `settings`: e.g. `wal_writer_delay=10s`. `hasChecksums`: whether it verifies its pages.
 */
export function useOwnPostgres(settings: readonly string[] = [], hasChecksums?: boolean): OwnPostgresServer {
  let own: OwnServer | undefined
  beforeAll(async () => {
    if (given !== undefined || programs === undefined) return
    own = new OwnServer(programs, { settings, ...(hasChecksums === undefined ? {} : { hasChecksums }) })
    await own.start()
  })
  afterAll(async () => {
    await own?.stop()
    if (own !== undefined) rmSync(own.folder, { recursive: true, force: true })
  })
  return Object.assign(
    serverAt(() => given ?? own?.address ?? ''),
    {
      async restart(meanwhile = () => {}) {
        await own?.stop()
        await meanwhile()
        await own?.start()
      },
      folder: () => own?.folder ?? '',
      countLogged: (words: string) => (own?.log.split(words).length ?? 1) - 1,
    },
  )
}

function serverAt(findAddress: () => string): PostgresServer {
  return {
    get admin() {
      return findAddress()
    },
    address() {
      const { admin } = this
      return `${admin}${admin.includes('?') ? '&' : '?'}schema=rwa_test_${randomUUID().replaceAll('-', '')}`
    },
  }
}
