import { type GuardedChange, spillRecordOf } from '../../store/transitions.ts'
import type { OutcomeSpool } from './outcome-spool.ts'

export interface OutcomePorts {
  /** Receives outcomes that could neither be stored nor spooled, and must not be lost. */
  onSpill(record: unknown): void
  spool?: Pick<OutcomeSpool, 'append' | 'clear'> | undefined
  /** After it this process may be killed soon. */
  interrupt?: AbortSignal | undefined
}

/**
 * Outcomes of claims on their way to the database; no other process can know of them. While it may be away, they are on
 * disk before anything waits.
 */
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
