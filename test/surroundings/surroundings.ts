import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

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
