import { limits } from '../limits.ts'
import { NotSafe } from './not-safe.ts'
import { parseXml } from './xml-tree.ts'

/** A row as it stands in its part. */
export interface CutRow {
  number: number
  /** From `<row` to behind `</row>`, UTF-8; valid until the next one only. */
  bytes: Buffer
  /** Bytes of its start tag. */
  openLength: number
  /** Written as `<row …/>`. */
  isEmpty: boolean
}

export interface SheetParts {
  /** Everything up to the rows, with the start tag of `sheetData`. */
  head(text: string, prefix: string): void
  row(row: CutRow): void
  /** What stands between two rows: white space. */
  between(bytes: Buffer): void
}

const lessThan = 60
const greaterThan = 62
const slash = 47
const dataTag = /<((?:[\w.-]+:)?)sheetData(?=[\s/>])[^>]*>/
/** A row of more bytes is no spreadsheet program's. */
const longestRow = 2 * limits.recordChars

/** Cuts the XML of a worksheet, as it comes, into what stands before, in and behind its rows. */
export class SheetCutter {
  readonly #parts: SheetParts
  readonly #tail: Buffer[] = []
  #pending: Buffer = Buffer.alloc(0)
  #state: 'head' | 'rows' | 'tail' = 'head'
  #rowMark: Buffer = Buffer.alloc(0)
  #rowEnd: Buffer = Buffer.alloc(0)
  #dataEnd: Buffer = Buffer.alloc(0)
  #number = 0

  constructor(parts: SheetParts) {
    this.#parts = parts
  }

  push(chunk: Buffer): void {
    if (this.#state === 'tail') {
      this.#tail.push(chunk)
      return
    }
    this.#pending = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk])
    if (this.#state === 'head') this.#takeHead()
    if (this.#state === 'rows') this.#takeRows()
  }

  /** What stands behind the rows, from the end tag of `sheetData` on; nothing comes before when that is empty. */
  end(): string {
    if (this.#state !== 'tail') throw new NotSafe('the table of its sheet does not end')
    return Buffer.concat(this.#tail).toString('utf8')
  }

  #takeHead(): void {
    const bytes = this.#pending
    const match = dataTag.exec(bytes.toString('latin1'))
    if (match === null) {
      if (bytes.length > limits.part.bytes)
        throw new NotSafe('its sheet has more before its rows than is looked through')
      return
    }
    const end = match.index + match[0].length
    const [tag, prefix = ''] = match
    const head = bytes.toString('utf8', 0, end)
    requireSheetData(head)
    this.#parts.head(head, prefix)
    this.#rowMark = Buffer.from(`<${prefix}row`)
    this.#rowEnd = Buffer.from(`</${prefix}row`)
    this.#dataEnd = Buffer.from(`</${prefix}sheetData`)
    this.#pending = bytes.subarray(end)
    if (tag.endsWith('/>')) this.#beginTail(0)
    else this.#state = 'rows'
  }

  #beginTail(at: number): void {
    this.#tail.push(this.#pending.subarray(at))
    this.#pending = Buffer.alloc(0)
    this.#state = 'tail'
  }

  /** Each place is looked at once: a search for the end of the rows from every row on would take hours. */
  #takeRows(): void {
    const bytes = this.#pending
    let at = 0
    for (;;) {
      const start = bytes.indexOf(lessThan, at)
      if (start > at || (start < 0 && at < bytes.length)) {
        const end = start < 0 ? bytes.length : start
        this.#parts.between(bytes.subarray(at, end))
        at = end
      }
      if (start < 0) break
      if (startsWith(bytes, start, this.#dataEnd)) {
        this.#beginTail(start)
        return
      }
      const tagEnd = bytes.indexOf(greaterThan, start)
      if (tagEnd < 0) break
      if (!startsWith(bytes, start, this.#rowMark)) {
        throw new NotSafe('its sheet holds something beside rows, such as a comment, in its table')
      }
      const isEmpty = bytes[tagEnd - 1] === slash
      const end = isEmpty ? tagEnd + 1 : this.#findRowEnd(bytes, tagEnd)
      if (end <= 0) break
      this.#takeRow(bytes.subarray(start, end), tagEnd + 1 - start, isEmpty)
      at = end
    }
    this.#pending = bytes.subarray(at)
    if (this.#pending.length > longestRow) throw new NotSafe('one of its rows is larger than is looked through')
  }

  #findRowEnd(bytes: Buffer, from: number): number {
    const at = bytes.indexOf(this.#rowEnd, from)
    return at < 0 ? 0 : bytes.indexOf(greaterThan, at) + 1
  }

  #takeRow(bytes: Buffer, openLength: number, isEmpty: boolean): void {
    const tag = bytes.toString('latin1', 0, openLength)
    const number = /\sr\s*=\s*["'](\d+)["']/.exec(tag)?.[1]
    this.#number = number === undefined ? this.#number + 1 : Number(number)
    this.#parts.row({ number: this.#number, bytes, openLength, isEmpty })
  }
}

/** The tag found must be the one of the worksheet, and not stand in a comment. */
function requireSheetData(head: string): void {
  const worksheet = parseXml(head).children.at(-1)
  const data = worksheet?.children.at(-1)
  const isThere = worksheet?.name === 'worksheet' && data?.name === 'sheetData' && data.contentStart === head.length
  if (!isThere) throw new NotSafe('the head of its sheet is written in a way that no spreadsheet program uses')
}

function startsWith(bytes: Buffer, at: number, mark: Buffer): boolean {
  for (let index = 0; index < mark.length; index += 1) if (bytes[at + index] !== mark[index]) return false
  return true
}
