import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { parseObject } from '../../stored-json.ts'
import type { GuardedChange } from './group-statement.ts'

const ending = '.spill'

/**
 * Outcomes that came while the database was away, kept in a folder of this user until it can store them. Each change
 * is guarded by its claim: it counts once, and only while no other process has moved the submission on.
 */
export class OutcomeSpool {
  readonly #folder: string
  readonly #ledgerId: string

  constructor(folder: string, ledgerId: string) {
    this.#folder = folder
    this.#ledgerId = ledgerId
  }

  /** On disk when this returns; false when the folder cannot be written. */
  append(change: GuardedChange): boolean {
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
      const handle = openSync(join(this.#folder, `${this.#ledgerId}.${process.pid}${ending}`), 'a', 0o600)
      try {
        writeSync(handle, `${JSON.stringify(change)}\n`)
        fsyncSync(handle)
      } finally {
        closeSync(handle)
      }
      return true
    } catch {
      return false
    }
  }

  /** Passes all spooled outcomes to `apply`, and deletes the applied ones. Returns their number. */
  async replay(apply: (change: GuardedChange) => Promise<unknown>): Promise<number> {
    let count = 0
    for (const file of listFiles(this.#folder, ending).filter((file) => file.includes(`${this.#ledgerId}.`))) {
      const own = join(this.#folder, `${this.#ledgerId}.${process.pid}-${Date.now()}-${count}${ending}`)
      try {
        renameSync(file, own)
      } catch {
        // Another process of this user was faster.
        continue
      }
      const changes = readFileSync(own, 'utf8').split('\n').flatMap(readChange)
      await Promise.all(changes.map(apply))
      count += changes.length
      rmSync(own, { force: true })
    }
    return count
  }
}

/** A truncated last line: its outcome was never confirmed. */
function readChange(line: string): GuardedChange[] {
  const change = parseObject<GuardedChange>(line)
  return typeof change?.id === 'number' && change.claim !== undefined ? [change] : []
}

function listFiles(folder: string, ending: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(ending))
      .map((name) => join(folder, name))
  } catch {
    return []
  }
}
