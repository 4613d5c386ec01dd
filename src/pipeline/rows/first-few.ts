/** Counts all, and remembers the first for a message about them. */
export class FirstFew {
  readonly first: string[] = []
  readonly #most: number
  count = 0

  constructor(most: number) {
    this.#most = most
  }

  add(name: string | (() => string)): void {
    this.count += 1
    if (this.first.length < this.#most) this.first.push(typeof name === 'string' ? name : name())
  }

  /** `5, 6, …` */
  list(comma = ', '): string {
    return this.first.join(comma) + (this.count > this.first.length ? `${comma}…` : '')
  }
}
