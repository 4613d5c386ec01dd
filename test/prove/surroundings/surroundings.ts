import { spawnSync } from 'node:child_process'
import { chownSync, closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { readOutput } from '../../support/outputs.ts'
import { program } from '../../support/program.ts'
import { identifierOf, type Service } from '../../support/service.ts'

/** Words by which no message for a user gives away what the program is made of, nor any stack. */
export const innards = /SQLITE|sqlite3|SqliteError|better-sqlite|\bE[A-Z]{3,}\b:|\n {4}at |node:|undici|UND_ERR/

/** Whether small file systems can be mounted: as root, where the container allows it. */
export const canMount = (() => {
  const folder = mkdtempSync(join(tmpdir(), 'rwa-mount-'))
  const isMounted = mount(folder, 'size=64k')
  if (isMounted) spawnSync('umount', [folder])
  rmSync(folder, { recursive: true })
  return isMounted
})()

function mount(folder: string, options: string): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status === 0
}

export interface SmallDisk {
  folder: string
  /** Leaves so many bytes free, at most. */
  fill(freeBytes?: number): void
  /** Gives the space back. */
  clear(): void
  remount(mode: 'ro' | 'rw'): void
}

/** A file system of its own at that path, until the test is over. */
export function mountSmallDisk(folder: string, megabytes: number): SmallDisk {
  mkdirSync(folder, { recursive: true })
  if (!mount(folder, `size=${megabytes}m,mode=0777`)) throw new Error(`nothing could be mounted at ${folder}`)
  onTestFinished(() => {
    spawnSync('umount', ['--lazy', folder])
  })
  const filler = join(folder, 'filler')
  return {
    folder,
    fill(freeBytes = 0) {
      const file = openSync(filler, 'a')
      const block = Buffer.alloc(4096)
      try {
        for (;;) writeSync(file, block)
      } catch {
        // Full: what the test wants.
      } finally {
        closeSync(file)
      }
      if (freeBytes > 0) spawnSync('truncate', ['--size', `-${freeBytes}`, filler])
    },
    clear: () => rmSync(filler, { force: true }),
    remount(mode) {
      const { status, stderr } = spawnSync('mount', ['-o', `remount,${mode}`, folder], { encoding: 'utf8' })
      if (status !== 0) throw new Error(stderr)
    },
  }
}

/** Runs a command under a limit of the shell, e.g. `ulimit -n 64`. */
export function under(limit: string): string[] {
  return ['bash', '-c', `${limit}; exec "$@"`, 'bash']
}

/** Options of `setpriv` and the like cannot be had everywhere; a file mode binds nobody but ordinary users. */
export const ordinaryUser: readonly string[] | undefined = (() => {
  if (process.getuid?.() !== 0) return []
  const via = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups']
  const [command = '', ...words] = [...via, process.execPath, program, '--version']
  return spawnSync(command, words).status === 0 ? via : undefined
})()

/** Gives a folder of root's to the ordinary user. */
export function handOver(...paths: readonly string[]): void {
  if (process.getuid?.() === 0) for (const path of paths) chownSync(path, 65534, 65534)
}

export interface Account {
  /** Employees whose trip was created more than once. */
  twice: string[]
  /** Employees whose trip was created, where neither the output nor the row says so. */
  lost: string[]
}

/** Holds what the service was asked for against an output: every trip once, and named or `unknown` where it was created. */
export async function settle(service: Pick<Service, 'created'>, output: string): Promise<Account> {
  const { results } = await readOutput(output)
  const rows = new Map(results.map((row) => [row['Staff ID'], row]))
  const once = new Set<string>()
  const twice: string[] = []
  for (const employee of service.created()) {
    if (once.has(employee)) twice.push(employee)
    once.add(employee)
  }
  const lost = [...once].filter((employee) => {
    const row = rows.get(employee)
    return row?.['assessmentId'] !== identifierOf(employee) && row?.['outcome'] !== 'unknown'
  })
  return { twice, lost }
}

export const nothingWrong: Account = { twice: [], lost: [] }

/** Whether limits can be set on a process that runs. */
export const canLimit = spawnSync('prlimit', ['--version']).status === 0

/** From now on no file of this process grows beyond so many bytes. */
export function limitFileSize(pid: number, bytes: number): void {
  const { status, stderr } = spawnSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}`], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}
