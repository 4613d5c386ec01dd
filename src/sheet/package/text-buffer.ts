/** Characters converted to bytes at a time. */
const partLength = 32 * 1024

/** Text for a later place in the file, kept as bytes: they take less memory than strings. */
export class TextBuffer {
  #parts: Buffer[] = []
  #open = ''

  add(text: string): void {
    this.#open += text
    if (this.#open.length >= partLength) this.#flush()
  }

  get isEmpty(): boolean {
    return this.#parts.length === 0 && this.#open === ''
  }

  *drain(): Generator<Buffer> {
    this.#flush()
    for (let part = this.#parts.shift(); part !== undefined; part = this.#parts.shift()) yield part
  }

  #flush(): void {
    if (this.#open !== '') this.#parts.push(Buffer.from(this.#open))
    this.#open = ''
  }
}
