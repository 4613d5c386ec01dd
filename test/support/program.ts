import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { recordAgreement } from '../rooms/app/profile.ts'
import { systemClock } from '../rooms/support.ts'
import { hurryClock } from './hurry-clock.ts'
import { type InProcess, needsProcess, startInProcess } from './in-process.ts'

/** The built program, as `bin` names it. */
export const program = new URL('../../dist/bin/rwa-batch.cjs', import.meta.url).pathname

export interface Ended {
  /** Null when a signal ended it. */
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
  /** The last line of standard output as JSON: what `--json` promises. */
  summary: RunSummary
}

export interface RunSummary {
  exitCode: number
  rows: number
  sheets: { name: string; rows: number }[]
  outcomes: Record<string, number>
  alreadyDone: number
  orphans: number
  stopped: string | null
  output: string | null
}

export interface Running {
  child: ChildProcess
  /** What it has said on standard error so far. */
  said(): string
  /** The same of standard output. */
  printed(): string
  /** Waits for something that it does; throws when it ends before. The test's time-out is the bound. */
  until(isSo: () => boolean): Promise<void>
  /** The same for a text on standard output. */
  untilPrinted(text: string): Promise<void>
  ended: Promise<Ended>
}

/** A command that goes on in the process of the tests. */
export interface Begun extends InProcess, Pick<Running, 'until' | 'untilPrinted'> {}

export type Variables = Readonly<Record<string, string | undefined>>

/** So much faster a command waits: for scores, for a service that refuses. Requests take the time that they take. */
const hurry = 10

/** A folder of its own to run the program in, with nothing of this shell's settings; gone when the test is over. */
export class Workspace {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'rwa-cli-')))
  readonly variables: Variables
  /** One for all commands of a workspace: time never goes back from one to the next. */
  readonly #clock = hurryClock(hurry)
  readonly #whenOver: (end: () => void | Promise<void>) => void

  /** `whenOver` keeps what is to be done in the end, where a workspace outlives one test. */
  constructor(variables: Variables = {}, whenOver: (end: () => void | Promise<void>) => void = onTestFinished) {
    this.variables = variables
    this.#whenOver = whenOver
    whenOver(() => rmSync(this.folder, { recursive: true, force: true }))
  }

  path(name: string): string {
    return join(this.folder, name)
  }

  write(name: string, content: string | Uint8Array): void {
    writeFileSync(this.path(name), content)
  }

  /** The profile of this folder, which its user agreed to. */
  writeProfile(profile: object): void {
    const file = this.path('rwa-batch.json')
    this.write('rwa-batch.json', JSON.stringify(profile))
    const env = { HOME: this.folder, ...this.variables }
    recordAgreement({ file, profile }, { platform: process.platform, env, folder: this.folder })
  }

  /** Keeps all files as they are now, while no command runs; what it gives puts them back. */
  keep(): () => void {
    const kept = `${this.folder}.kept`
    const options = { recursive: true, preserveTimestamps: true }
    cpSync(this.folder, kept, options)
    this.#whenOver(() => rmSync(kept, { recursive: true, force: true }))
    return () => {
      rmSync(this.folder, { recursive: true })
      cpSync(kept, this.folder, options)
    }
  }

  /** `via` is what starts it in other surroundings: a command that runs the command given to it, e.g. `prlimit`. */
  start(args: readonly string[], variables: Variables = {}, via: readonly string[] = []): Running {
    const [command = '', ...words] = [...via, process.execPath, program, ...args]
    const child = spawn(command, words, {
      cwd: this.folder,
      env: { PATH: process.env['PATH'], HOME: this.folder, NO_COLOR: '1', ...this.variables, ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#whenOver(() => void child.kill('SIGKILL'))
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text
    })
    const ended = new Promise<Ended>((resolve) => {
      child.once('close', (code, signal) => resolve({ code, signal, stdout, stderr, summary: lastLine(stdout) }))
    })
    const until = async (isSo: () => boolean): Promise<void> => {
      while (!isSo()) {
        if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode} before: ${stderr}`)
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    }
    const untilPrinted = (text: string): Promise<void> => until(() => stdout.includes(text))
    return { child, said: () => stderr, printed: () => stdout, until, untilPrinted, ended }
  }

  /** In the process of the tests, which is much faster, unless the variables are for a process of its own. */
  async run(args: readonly string[], variables: Variables = {}, folder = this.folder): Promise<Ended> {
    const env = { HOME: this.folder, ...this.variables, ...variables }
    if (needsProcess(env)) return this.spawn(args, variables)
    const { code, stdout, stderr } = await startInProcess(args, { folder, env }, this.#clock).ended
    return { code, signal: null, stdout, stderr, summary: lastLine(stdout) }
  }

  /** The same for what goes on until it is told to end; at the pace of the real clock. */
  begin(args: readonly string[]): Begun {
    const program = startInProcess(
      args,
      { folder: this.folder, env: { HOME: this.folder, ...this.variables } },
      systemClock,
    )
    let isOver = false
    const ended = program.ended.finally(() => {
      isOver = true
    })
    this.#whenOver(() => {
      if (!isOver) program.interrupt()
      return ended.then(() => {})
    })
    const until = async (isSo: () => boolean): Promise<void> => {
      while (!isSo()) {
        if (isOver) throw new Error(`it ended before: ${program.said()}`)
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    }
    return { ...program, until, untilPrinted: (text) => until(() => program.printed().includes(text)) }
  }

  /** In a process of its own. */
  spawn(args: readonly string[], variables: Variables = {}, via: readonly string[] = []): Promise<Ended> {
    return this.start(args, variables, via).ended
  }

  /** `assess … --json` in a process of its own. */
  spawnAssess(input: string, ...options: readonly string[]): Promise<Ended> {
    return this.spawn(['assess', input, '--json', ...options])
  }

  /** `assess … --json` */
  assess(input: string, ...options: readonly string[]): Promise<Ended> {
    return this.run(['assess', input, '--json', ...options])
  }
}

/** The memory of a workspace's user, whose home it is. */
export const ledgerFile = '.local/share/rwa-batch/rwa-batch.ledger.sqlite'

/** Where the output of an input goes by default. */
export function assessed(name: string): string {
  return `output/${name}.assessed.xlsx`
}

function lastLine(stdout: string): RunSummary {
  try {
    return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '')
  } catch {
    return {
      exitCode: Number.NaN,
      rows: 0,
      sheets: [],
      outcomes: {},
      alreadyDone: 0,
      orphans: 0,
      stopped: null,
      output: null,
    }
  }
}
