/** A folder of one user, which no death of a process takes away. */
import type { GuardedChange } from '../../../rooms/ledger/store.ts'
export class TeamSpool {
  replayed = 0
  readonly #files = new Map<number, string[]>()
  /** Nothing is written, and nobody is told. */
  readonly #isBroken: boolean
  #last = 0

  constructor(isBroken: boolean) {
    this.#isBroken = isBroken
  }

  /** For one process. */
  open(): { append(changes: readonly GuardedChange[]): boolean; clear(): void } {
    this.#last += 1
    const name = this.#last
    return {
      append: (changes) => {
        const lines = changes.map((change) => JSON.stringify(change))
        if (!this.#isBroken) this.#files.set(name, [...(this.#files.get(name) ?? []), ...lines])
        return true
      },
      clear: () => void this.#files.delete(name),
    }
  }

  async replay(apply: (change: GuardedChange) => Promise<boolean>): Promise<void> {
    for (const [name, lines] of [...this.#files]) {
      const counted = await Promise.all(lines.map((line) => apply(JSON.parse(line))))
      this.replayed += counted.filter(Boolean).length
      this.#files.delete(name)
    }
  }

  has(identifier: string): boolean {
    return [...this.#files.values()].flat().some((line) => line.includes(`"${identifier}"`))
  }
}
