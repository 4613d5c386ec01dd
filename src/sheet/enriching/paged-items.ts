export type ItemPages<Item> = Iterable<readonly Item[]> | AsyncIterable<readonly Item[]>

/** Items that come in pages: they are waited for once a page, not one by one. */
export class PagedItems<Item> {
  readonly #pages: Iterator<readonly Item[]> | AsyncIterator<readonly Item[]>
  #page: readonly Item[] = []
  #at = 0
  #isOver = false

  constructor(pages: ItemPages<Item>) {
    this.#pages = Symbol.asyncIterator in pages ? pages[Symbol.asyncIterator]() : pages[Symbol.iterator]()
  }

  /** Call `fetchPage` before `next` when true. */
  get needsPage(): boolean {
    return !this.#isOver && this.#at >= this.#page.length
  }

  async fetchPage(): Promise<void> {
    while (this.needsPage) {
      const { done, value } = await this.#pages.next()
      this.#isOver = done === true
      this.#page = done === true ? [] : value
      this.#at = 0
    }
  }

  /** Undefined after the last. */
  get next(): Item | undefined {
    return this.#page[this.#at]
  }

  skip(): void {
    this.#at += 1
  }

  async close(): Promise<void> {
    await this.#pages.return?.()
  }
}
