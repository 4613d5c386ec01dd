/** Bytes that are kept together. */
const partLength = 32 * 1024

/** Text that must wait for its place in the file: kept as bytes, which take less than as many strings. */
export class TextBuffer {
  #parts: Buffer[] = []
  #open = ''

  add(text: string): void {
    this.#open += text
    if (this.#open.length >= partLength) this.#flush()
  }

  /** Gives all of it in order, and lets go of it. */
  *drain(): Generator<Buffer> {
    this.#flush()
    for (let part = this.#parts.shift(); part !== undefined; part = this.#parts.shift()) yield part
  }

  #flush(): void {
    if (this.#open !== '') this.#parts.push(Buffer.from(this.#open))
    this.#open = ''
  }
}
