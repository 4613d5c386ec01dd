import { existsSync, lstatSync, rmSync } from 'node:fs'
import { BatchError, codeOf, messageOf } from '../../support/errors.ts'
import type { Database } from '../../support/sqlite.ts'
import { writeDurably } from '../durable-file.ts'
import { explainStorageFailure, isStorageFailure } from '../storage-failure.ts'
import { diagnoseFailure } from './file/diagnose-failure.ts'

const largestGroup = 256
/**
 * So many turns of the event loop without a change end a group. A nearby service answers every few turns, and a commit
 * costs as much as hundreds of turns. Requests wait for intents; outcomes alone delay no request.
 */
const quietTurns = { withIntents: 16, outcomesOnly: 64 }

interface JournalEntry {
  work: () => unknown
  /** An intent: its request starts once it is durable. */
  isIntent: boolean
  /** The record to save elsewhere when the ledger cannot store it. */
  rescue: (() => unknown) | undefined
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

export interface JournalPorts {
  /** Called once when the disk is full, before a retry. True when space was freed. */
  freeSpace(): boolean
  /** Receives records that could not be stored and must not be lost. */
  onSpill(record: unknown): void
  /** Called before each intent. @throws BatchError when another file is at the ledger's path. */
  requireSameFile(): void
  commitCounter: { increment(): void; persist(): void }
}

/**
 * Group commit: changes of nearby turns of the event loop share one transaction, in their order. Each promise resolves
 * once it is on disk. When a group cannot be committed, each change is tried alone. After a storage failure no intent
 * is accepted: the remaining space is for the outcomes of requests in flight.
 */
export class Journal {
  readonly #db: Database
  readonly #ports: JournalPorts
  #group: JournalEntry[] = []
  #hasIntents = false
  #committing = 0
  #last: Promise<void> = Promise.resolve()
  #failure: BatchError | undefined

  constructor(db: Database, ports: JournalPorts) {
    this.#db = db
    this.#ports = ports
  }

  /** `work` may await statements of the same transaction, and nothing else. */
  commit<T>(work: () => T | Promise<T>, rescue?: () => unknown): Promise<T> {
    return this.#enter(work, rescue, false)
  }

  /** Rejects every intent after a storage failure. */
  commitIntent<T>(work: () => T): Promise<T> {
    return this.#enter(work, undefined, true)
  }

  /** Commits waiting changes now, and waits for every transaction; for the end of a run. */
  async flush(): Promise<void> {
    while (this.isBusy) {
      await this.#commitGroup()
      await this.#db.pendingTransaction
    }
  }

  get isBusy(): boolean {
    return this.#group.length > 0 || this.#committing > 0 || this.#db.pendingTransaction !== undefined
  }

  /** One group after another. */
  #commitGroup(): Promise<void> {
    const group = this.#group.splice(0)
    this.#hasIntents = false
    this.#committing += 1
    this.#last = this.#last.then(async () => {
      const isDone = group.length === 0 || (await this.#commitTogether(group))
      if (!isDone) for (const entry of group) await this.#commitAlone(entry)
      this.#committing -= 1
    })
    return this.#last
  }

  #enter<T>(work: () => T | Promise<T>, rescue: (() => unknown) | undefined, isIntent: boolean): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#group.length === 0) this.#collect(0, 0)
      if (isIntent) this.#hasIntents = true
      this.#group.push({ work, isIntent, rescue, resolve: resolve as (value: unknown) => void, reject })
    })
  }

  /** Waits until no more changes come: during a commit everything else waits for the disk. */
  #collect(length: number, quiet: number): void {
    setImmediate(async () => {
      while (this.#db.pendingTransaction !== undefined) await this.#db.pendingTransaction
      const { length: now } = this.#group
      const turns = now > length ? 0 : quiet + 1
      const enough = this.#hasIntents ? quietTurns.withIntents : quietTurns.outcomesOnly
      if (now >= largestGroup || turns >= enough) await this.#commitGroup()
      else this.#collect(now, turns)
    })
  }

  async #commitTogether(group: readonly JournalEntry[]): Promise<boolean> {
    try {
      if (group.some(({ isIntent }) => isIntent)) this.#requireHealth()
      const values = await this.#transact(group)
      for (const [index, entry] of group.entries()) entry.resolve(values[index])
      return true
    } catch (error) {
      this.#recordFailure(error)
      return false
    }
  }

  async #commitAlone(entry: JournalEntry): Promise<void> {
    try {
      if (entry.isIntent) this.#requireHealth()
      entry.resolve(await this.#transactWithSpace(entry))
    } catch (error) {
      this.#recordFailure(error)
      const record = entry.rescue?.()
      if (record !== undefined) this.#ports.onSpill(record)
      entry.reject(diagnoseFailure(this.#db, explain(error)))
    }
  }

  #requireHealth(): void {
    if (this.#failure !== undefined) throw this.#failure
    this.#ports.requireSameFile()
  }

  #recordFailure(error: unknown): void {
    const explained = explain(error)
    if (explained.code !== 'defect') this.#failure ??= explained
  }

  async #transactWithSpace(entry: JournalEntry): Promise<unknown> {
    try {
      return (await this.#transact([entry]))[0]
    } catch (error) {
      if (!isOutOfSpace(error) || !this.#ports.freeSpace()) throw error
      return (await this.#transact([entry]))[0]
    }
  }

  async #transact(group: readonly JournalEntry[]): Promise<unknown[]> {
    const values = await this.#db.transactionAwaiting(async () => {
      const made: unknown[] = []
      for (const { work } of group) {
        const value = work()
        // Most work awaits nothing: its group is then made at once, as a whole.
        made.push(value instanceof Promise ? await value : value)
      }
      this.#ports.commitCounter.increment()
      return made
    })
    this.#ports.commitCounter.persist()
    return values
  }
}

/** A storage failure has its cause in the surroundings; a refusal by the schema or our own code is a defect. */
function explain(error: unknown): BatchError {
  if (error instanceof BatchError) return error
  if (!isStorageFailure(error)) {
    return new BatchError('defect', `the ledger refused a change: ${messageOf(error)}`, { cause: error })
  }
  return explainStorageFailure('the ledger could not be written', error)
}

function isOutOfSpace(error: unknown): boolean {
  const code = codeOf(error)
  return code === 'SQLITE_FULL' || code?.startsWith('SQLITE_IOERR') === true
}

/**
 * A file of zeros beside the ledger, deleted when the disk is full: the outcomes in flight still fit then. It must be
 * written, not merely sized: a sparse file occupies no blocks. `free`: true when space was freed.
 */
export function keepBallast(file: string, megabytes: number): { free(): boolean } {
  const bytes = megabytes * 1024 * 1024
  if (bytes > 0 && lstatSync(file, { throwIfNoEntry: false })?.size !== bytes) writeWhole(file, bytes)
  return {
    free() {
      if (!existsSync(file)) return false
      rmSync(file)
      return true
    },
  }
}

/** Half a ballast on a full disk would only take the space that the ledger needs. */
function writeWhole(file: string, bytes: number): void {
  try {
    rmSync(file, { force: true })
    // `x` does not follow a link placed there at this moment.
    writeDurably(file, 'wx', Buffer.alloc(bytes))
  } catch (error) {
    rmSync(file, { force: true })
    throw error
  }
}
