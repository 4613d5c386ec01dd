/** Three times the bytes that the zip reader inflates at a time. */
const usualSize = 393_216
/** Up to these lengths a loop is faster than a native call for copying or encoding. */
const minCopyBytes = 16
const maxAsciiChars = 96

/** Appends bytes and texts to one growing buffer; a buffer for each piece would load the garbage collector. */
export class BufferBuilder {
  #bytes = Buffer.alloc(0)
  #length = 0

  get length(): number {
    return this.#length
  }

  add(bytes: Buffer, from = 0, to = bytes.length): void {
    this.#ensureCapacity(to - from)
    if (to - from > minCopyBytes) this.#length += bytes.copy(this.#bytes, this.#length, from, to)
    else for (let at = from; at < to; at += 1) this.#bytes[this.#length++] = bytes[at] ?? 0
  }

  addText(text: string): void {
    // No UTF-16 unit takes more than three bytes.
    this.#ensureCapacity(3 * text.length)
    if (text.length > maxAsciiChars || !this.#addAscii(text)) this.#length += this.#bytes.write(text, this.#length)
  }

  /** The view shares the buffer: the next `add` after `clear` overwrites it. */
  view(from = 0): Buffer {
    return this.#bytes.subarray(from, this.#length)
  }

  clear(): void {
    this.#length = 0
  }

  /** Hands the buffer over and starts a new one; undefined when empty. */
  detach(): Buffer | undefined {
    if (this.#length === 0) return undefined
    const taken = this.view()
    this.#bytes = Buffer.alloc(0)
    this.#length = 0
    return taken
  }

  /** Adds nothing and returns false when a character is not ASCII. */
  #addAscii(text: string): boolean {
    const bytes = this.#bytes
    let at = this.#length
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index)
      if (code > 127) return false
      bytes[at] = code
      at += 1
    }
    this.#length = at
    return true
  }

  #ensureCapacity(length: number): void {
    const wanted = this.#length + length
    if (wanted <= this.#bytes.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(usualSize, 2 * this.#bytes.length, wanted))
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
  }
}
