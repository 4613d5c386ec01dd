// One tool in one fault: its machines, its state, its commands, what it said.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { judge } from './verdict.mjs'

/** Nothing here takes so long: a command that does has stopped for good. */
const longestMs = 240_000
/** A tool that is neither done nor at rest by then changes something at each start. */
const mostCommands = 6

/** @typedef {{ writing: number, all: number }} Commits `all`: with those that only read, of a database */
/** @typedef {{ kill: (signal: NodeJS.Signals) => void, ended: Promise<{ code: number | null, signal: string | null }> }} Started */

export class Scene {
  /** @type {import('./verdict.mjs').Said[]} */
  everSaid = []
  /** @type {Map<string, import('./verdict.mjs').Said[]>} by machine */
  #lastSaid = new Map()
  #folder
  #state

  /**
   * @param {object} parts
   * @param {import('./tools.mjs').Tool} parts.tool
   * @param {import('./service-process.mjs').FaultyService} parts.service
   * @param {import('./databases.mjs').Databases} parts.databases
   * @param {string} parts.folder
   * @param {import('./tools.mjs').Limits} parts.limits
   */
  constructor({ tool, service, databases, folder, limits }) {
    this.tool = tool
    this.service = service
    this.limits = limits
    this.width = Math.min(limits.inFlight, tool.most ?? limits.inFlight)
    this.#folder = mkdtempSync(join(folder, 'scene-'))
    this.databases = databases
    this.#state = databases.nextName()
  }

  async open() {
    mkdirSync(join(this.#folder, 'one'))
    if (this.tool.keeps === 'database') await this.databases.create(this.#state)
    await this.service.begin({ fault: 'none', targets: [], width: this.width })
  }

  /** What the tool has done before, without a fault. @param {string} sheet */
  async runBefore(sheet) {
    const command = this.#commandOn('one', sheet)
    for (const words of this.tool.before?.(command) ?? []) {
      const { code } = await this.#spawn(words, 'one').ended
      if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}`)
    }
  }

  /** @param {string} machine a folder and home of its own; a database is the same for all @param {string} input */
  #commandOn(machine, input) {
    const place = join(this.#folder, machine)
    mkdirSync(join(place, 'state'), { recursive: true })
    const { tool, service, limits } = this
    const state = tool.keeps === 'file' ? join(place, 'state', 'state.sqlite') : this.databases.addressOf(this.#state)
    return {
      input,
      output: join(place, `${basename(input, '.csv')}.${tool.results}`),
      state,
      baseUrl: service.baseUrl,
      ...limits,
    }
  }

  /** @param {string} input @param {string} [machine] @returns {Started} */
  start(input, machine = 'one') {
    const command = this.#commandOn(machine, input)
    const { ended, kill } = this.#spawn(this.tool.words(command), machine)
    const read = ended.then((ending) => {
      if (existsSync(command.output)) {
        const said = this.tool.read(readFileSync(command.output, 'utf8'))
        this.everSaid.push(...said)
        this.#lastSaid.set(machine, said)
      }
      return ending
    })
    return { kill, ended: read }
  }

  /** @param {readonly string[]} words @param {string} machine @returns {Started} */
  #spawn(words, machine) {
    const place = join(this.#folder, machine)
    const env = {
      PATH: process.env['PATH'],
      HOME: place,
      NO_COLOR: '1',
      RWA_API_TOKEN: 'bench-token',
      IN_FLIGHT: String(this.limits.inFlight),
      REQUEST_TIMEOUT_MS: String(this.limits.timeoutMs),
      STALLED_MS: String(this.limits.stalledMs),
      MACHINE: machine,
    }
    const child = spawn(process.execPath, words, { cwd: place, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let text = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (part) => {
        text = `${text}${part}`.slice(-3_000)
      })
    }
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      child.kill('SIGKILL')
    }, longestMs)
    const ended = once(child, 'close').then(([code, signal]) => {
      clearTimeout(timer)
      // 1 is a program that broke; what is not done has other codes.
      const isBroken = code === 1 && this.tool.refusal?.test(text) !== true
      if (isBroken || isLate) throw new Error(`${this.tool.name} ${isLate ? 'did not end' : 'broke'}: ${text}`)
      return { code, signal }
    })
    return { kill: (signal) => child.kill(signal), ended }
  }

  /**
   * The same command, until it says that it is done or a start changes nothing.
   * @param {string} input
   * @param {string} [machine]
   */
  async runUntilOver(input, machine = 'one') {
    let before = await this.#whereItStands(machine)
    for (let count = 0; count < mostCommands; count += 1) {
      const { code } = await this.start(input, machine).ended
      const after = await this.#whereItStands(machine)
      if (code === 0 || after === before) return
      before = after
    }
    throw new Error(`${this.tool.name} is not done after ${mostCommands} commands`)
  }

  /** @param {string} machine */
  async #whereItStands(machine) {
    const { created } = await this.service.report()
    return JSON.stringify([created.length, this.#lastSaid.get(machine)])
  }

  /** @returns {Promise<() => Promise<void>>} puts it back, and fails where there was nothing to put back */
  async copyState() {
    if (this.tool.keeps === 'database') return this.databases.copy(this.#state)
    const [state, copy] = [join(this.#folder, 'one/state'), join(this.#folder, 'copy')]
    cpSync(state, copy, { recursive: true })
    return async () => {
      if (contentOf(state) === contentOf(copy)) throw new Error('the state is what it was when it was copied')
      rmSync(state, { recursive: true })
      cpSync(copy, state, { recursive: true })
    }
  }

  /** @returns {Promise<Commits>} so far */
  async countCommits() {
    if (this.tool.keeps === 'database') return this.databases.countCommits(this.#state)
    return { writing: this.tool.countCommits(this.#commandOn('one', '').state), all: Number.NaN }
  }

  /** @param {readonly string[]} employees */
  async judge(employees) {
    const { created } = await this.service.report()
    return judge(employees, created, this.everSaid, [...this.#lastSaid.values()].flat())
  }

  async close() {
    if (this.tool.keeps === 'database') await this.databases.drop(this.#state)
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

/** @param {string} folder */
function contentOf(folder) {
  return readdirSync(folder)
    .map((name) => `${name} ${readFileSync(join(folder, name)).toString('base64')}`)
    .join()
}
