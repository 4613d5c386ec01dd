const pageBytes = 1_048_576
const longestStored = 255
const cacheSlots = 4096
const wideFlag = 0x4000
const longFlag = 0x8000

/**
 * Many strings kept out of the JavaScript heap: short ones in pages of bytes, decoded when asked for, with the last few
 * thousand at hand; long ones as they are, so that a text named by thousands of cells exists once.
 */
export class StringStore {
  readonly #pages: Buffer[] = []
  readonly #long: string[] = []
  readonly #cachedIndex = new Int32Array(cacheSlots).fill(-1)
  readonly #cachedText: string[] = new Array<string>(cacheSlots).fill('')
  #starts = new Uint32Array(1024)
  #lengths = new Uint16Array(1024)
  #used = pageBytes
  #size = 0

  get size(): number {
    return this.#size
  }

  add(text: string): void {
    this.#grow()
    const index = this.#size
    this.#size += 1
    if (text.length > longestStored) {
      this.#starts[index] = this.#long.length
      this.#lengths[index] = longFlag
      // A copy: a slice would keep the whole chunk that it was cut from.
      this.#long.push(Buffer.from(text, 'utf16le').toString('utf16le'))
      return
    }
    const isWide = /[^\x00-\xff]/.test(text)
    const bytes = isWide ? text.length * 2 : text.length
    const page = this.#pageFor(bytes)
    page.write(text, this.#used, isWide ? 'utf16le' : 'latin1')
    this.#starts[index] = (this.#pages.length - 1) * pageBytes + this.#used
    this.#lengths[index] = text.length | (isWide ? wideFlag : 0)
    this.#used += bytes
  }

  get(index: number): string | undefined {
    if (!Number.isInteger(index) || index < 0 || index >= this.#size) return undefined
    const slot = index % cacheSlots
    if (this.#cachedIndex[slot] === index) return this.#cachedText[slot]
    const text = this.#decode(index)
    this.#cachedIndex[slot] = index
    this.#cachedText[slot] = text
    return text
  }

  #decode(index: number): string {
    const start = this.#starts[index] ?? 0
    const length = this.#lengths[index] ?? 0
    if ((length & longFlag) !== 0) return this.#long[start] ?? ''
    const page = this.#pages[Math.floor(start / pageBytes)]
    if (page === undefined) return ''
    const from = start % pageBytes
    return (length & wideFlag) === 0
      ? page.toString('latin1', from, from + length)
      : page.toString('utf16le', from, from + 2 * (length & longestStored))
  }

  #pageFor(bytes: number): Buffer {
    const page = this.#pages.at(-1)
    if (page !== undefined && this.#used + bytes <= pageBytes) return page
    const fresh = Buffer.allocUnsafeSlow(pageBytes)
    this.#pages.push(fresh)
    this.#used = 0
    return fresh
  }

  #grow(): void {
    if (this.#size < this.#starts.length) return
    const starts = new Uint32Array(this.#size * 2)
    starts.set(this.#starts)
    this.#starts = starts
    const lengths = new Uint16Array(this.#size * 2)
    lengths.set(this.#lengths)
    this.#lengths = lengths
  }
}
