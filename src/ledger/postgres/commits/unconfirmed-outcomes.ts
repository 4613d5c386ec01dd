import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { attempt } from '../../../support/errors.ts'
import { syncFolder, writeDurably } from '../../durable-file.ts'
import { type GuardedChange, spillRecordOf } from '../../store/transitions.ts'
import { parseObject } from '../../stored-json.ts'

export interface OutcomePorts {
  /** Receives outcomes that could neither be stored nor spooled, and must not be lost. */
  onSpill(record: unknown): void
  spool?: Pick<ReturnType<typeof openOutcomeSpool>, 'append' | 'clear'> | undefined
  /** After it this process may be killed soon. */
  interrupt?: AbortSignal | undefined
}

/** Outcomes of claims on their way to the database. While it may be away, they are on disk before anything waits. */
export class UnconfirmedOutcomes {
  readonly #ports: OutcomePorts
  readonly #all = new Set<GuardedChange>()
  readonly #spooled = new Set<GuardedChange>()
  #isAtRisk = false

  constructor(ports: OutcomePorts) {
    this.#ports = ports
  }

  add(change: GuardedChange): void {
    if (change.claim === undefined) return
    this.#all.add(change)
    if (this.#isAtRisk || this.#ports.interrupt?.aborted) this.#save([change])
  }

  /** The database may be away: later outcomes are spooled as they come. */
  spool(): void {
    this.#isAtRisk = true
    this.#save([...this.#all])
  }

  /** The database has answered. */
  endRisk(): void {
    this.#isAtRisk = false
  }

  /** It is in the database, or nothing can bring it there. */
  confirm(change: GuardedChange): void {
    this.#all.delete(change)
    if (this.#spooled.delete(change) && this.#spooled.size === 0) this.#ports.spool?.clear()
  }

  /** `isTemporary`: a later opening may store it. */
  giveUp(change: GuardedChange, isTemporary: boolean): void {
    if (!this.#all.has(change) || (isTemporary && this.#append([change]))) return
    this.confirm(change)
    const record = spillRecordOf(change)
    if (record !== undefined) this.#ports.onSpill(record)
  }

  /** A process that was told to stop may not come to its end. */
  #save(changes: readonly GuardedChange[]): void {
    if (this.#append(changes) || !this.#ports.interrupt?.aborted) return
    for (const change of changes) if (!this.#spooled.has(change)) this.giveUp(change, false)
  }

  #append(changes: readonly GuardedChange[]): boolean {
    const added = changes.filter((change) => !this.#spooled.has(change))
    if (added.length > 0 && this.#ports.spool?.append(added) !== true) return false
    for (const change of added) this.#spooled.add(change)
    return true
  }
}

/**
 * Outcomes that came while the database was away, in a folder of this user until it has confirmed them. Each change is
 * guarded by its claim: it counts once, and only while no other process has moved the submission on.
 */
export function openOutcomeSpool(folder: string, ledgerId: string) {
  /** Containers that share the folder may share process numbers too. */
  const newFile = (): string => join(folder, `${ledgerId}.${randomUUID()}.spill`)
  const file = newFile()
  const isSpool = (name: string): boolean => name.startsWith(`${ledgerId}.`) && name.endsWith('.spill')
  return {
    /** All are on disk when this returns; false when the folder cannot be written. */
    append(changes: readonly GuardedChange[]): boolean {
      // The first line break ends a line that a full disk cut.
      const lines = ['', ...changes.map((change) => JSON.stringify(change)), ''].join('\n')
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        let written: number
        do {
          written = writeDurably(file, 'a', lines)
          // Another process may have renamed the file in between, and read it already.
        } while (statSync(file, { throwIfNoEntry: false })?.ino !== written)
        syncFolder(folder)
        return true
      } catch {
        return false
      }
    },
    /** Deletes what this opening has spooled. */
    clear: () => rmSync(file, { force: true }),
    /** Passes all spooled outcomes to `apply`, then deletes them. Returns for how many it was true. */
    async replay(apply: (change: GuardedChange) => Promise<boolean>): Promise<number> {
      let count = 0
      for (const name of (attempt(() => readdirSync(folder)) ?? []).filter(isSpool)) {
        const own = newFile()
        try {
          renameSync(join(folder, name), own)
        } catch {
          // Another process of this user was faster.
          continue
        }
        const changes = readFileSync(own, 'utf8').split('\n').flatMap(readChange)
        count += (await Promise.all(changes.map(apply))).filter(Boolean).length
        rmSync(own, { force: true })
      }
      return count
    },
  }
}

/** A truncated last line: its outcome was never confirmed. */
function readChange(line: string): GuardedChange[] {
  const change = parseObject<GuardedChange>(line)
  return typeof change?.id === 'number' && change.claim !== undefined ? [change] : []
}
