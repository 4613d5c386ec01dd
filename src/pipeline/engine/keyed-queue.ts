export class KeyedQueue {
  readonly #last = new Map<string, Promise<void>>()

  async add(key: string, task: () => Promise<void>): Promise<void> {
    const before = this.#last.get(key) ?? Promise.resolve()
    // An earlier task's error goes to its own caller; the ledger decides if the later task may run.
    const turn = before.catch(() => {}).then(task)
    this.#last.set(key, turn)
    try {
      await turn
    } finally {
      if (this.#last.get(key) === turn) this.#last.delete(key)
    }
  }
}
