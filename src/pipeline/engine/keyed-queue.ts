/** Lets tasks with the same key run one after another, in the order in which they came. */
export class KeyedQueue {
  readonly #last = new Map<string, Promise<void>>()

  async add(key: string, task: () => Promise<void>): Promise<void> {
    const before = this.#last.get(key) ?? Promise.resolve()
    // What an earlier one threw is its own affair; whether the later one may run is asked of the ledger.
    const turn = before.catch(() => {}).then(task)
    this.#last.set(key, turn)
    try {
      await turn
    } finally {
      if (this.#last.get(key) === turn) this.#last.delete(key)
    }
  }
}
