import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Makes the home read-only before it changes the root; each program replaces the one before, so a kill reaches the last. */
const enter = `mount --bind "$0/home" "$0/home" && mount -o remount,ro,bind "$0/home" && exec chroot "$0" "$@"`

/** Roots of one's own need Linux, and rights that some machines do not give. */
export const canEnterRoot = process.platform === 'linux' && spawnSync('unshare', ['-rm', 'true']).status === 0

export interface RootProcess {
  child: ChildProcess
  said(): string
  until(text: string | RegExp): Promise<void>
  ended: Promise<{ code: number | null; said: string }>
}

/** A root folder with one program and the libraries it names: no Node.js, no shell, a home that is read-only. */
export class BareRoot {
  readonly folder = mkdtempSync(join(tmpdir(), 'rwa-root-'))
  readonly #children = new Set<ChildProcess>()

  constructor(executable: string) {
    for (const place of ['home', 'sheets', 'tmp']) mkdirSync(join(this.folder, place))
    cpSync(executable, join(this.folder, 'rwa-batch'))
    chmodSync(join(this.folder, 'rwa-batch'), 0o755)
    const named = execFileSync('ldd', [executable], { encoding: 'utf8' })
    for (const [library] of named.matchAll(/\/\S+(?= \()/g)) {
      mkdirSync(join(this.folder, dirname(library)), { recursive: true })
      cpSync(library, join(this.folder, library), { dereference: true })
    }
  }

  path(name: string): string {
    return join(this.folder, 'sheets', name)
  }

  write(name: string, content: string | Uint8Array): void {
    writeFileSync(this.path(name), content)
  }

  start(args: readonly string[], variables: Readonly<Record<string, string | undefined>> = {}): RootProcess {
    const env = {
      PATH: process.env['PATH'],
      HOME: '/home',
      XDG_STATE_HOME: '/sheets/state',
      XDG_DATA_HOME: '/sheets/data',
      ...variables,
    }
    const entry = ['-rm', 'sh', '-c', enter, this.folder, '/rwa-batch', ...args]
    const child = spawn('unshare', ['--wd', this.path(''), ...entry], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    this.#children.add(child)
    let text = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
    }
    const ended = once(child, 'close').then(([code]) => ({ code, said: text }))
    const until = async (sought: string | RegExp): Promise<void> => {
      const isThere = () => (typeof sought === 'string' ? text.includes(sought) : sought.test(text))
      while (!isThere()) {
        if (child.exitCode !== null) throw new Error(`ended before it said ${sought}: ${text}`)
        await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data'), once(child, 'close')])
      }
    }
    return { child, said: () => text, until, ended }
  }

  run(args: readonly string[], variables: Readonly<Record<string, string | undefined>> = {}) {
    return this.start(args, variables).ended
  }

  remove(): void {
    for (const child of this.#children) child.kill('SIGKILL')
    rmSync(this.folder, { recursive: true, force: true })
  }
}
