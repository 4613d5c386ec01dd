/**
 * At most `size` tasks at once, started in order. `add` waits for room, so the source is read no faster than it is
 * used. `finish` throws the first failure.
 */
export class TaskPool {
  readonly #size: number
  #running = 0
  #failure: { error: unknown } | undefined
  #wake: (() => void) | undefined

  constructor(size: number) {
    this.#size = size
  }

  get running(): number {
    return this.#running
  }

  get hasFailed(): boolean {
    return this.#failure !== undefined
  }

  /** Starts the task at once; resolves when there is room for another. */
  async add(task: () => Promise<void>): Promise<void> {
    this.#running += 1
    void task()
      .catch((error: unknown) => {
        this.#failure ??= { error }
      })
      .finally(() => {
        this.#running -= 1
        this.#wake?.()
      })
    while (this.#running >= this.#size) await this.#nextEnd()
  }

  /** @throws the error of the first failed task, after all tasks have ended. */
  async finish(): Promise<void> {
    while (this.#running > 0) await this.#nextEnd()
    if (this.#failure !== undefined) throw this.#failure.error
  }

  #nextEnd(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }
}

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
