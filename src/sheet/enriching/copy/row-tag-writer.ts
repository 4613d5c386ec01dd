import { matchesAt } from '../../package/bytes.ts'
import type { RawRow } from '../sheet-splitter.ts'
import type { BufferBuilder } from './buffer-builder.ts'

/** The column range of a row, an optional attribute of its start tag. */
const spans = /(\sspans\s*=\s*["']\d+:)(\d+)(?=["'])/

/** Start tags of rows that get cells. Most equal the one above, so the last one is cached. */
export class RowTagWriter {
  #previous: { end: Buffer; last: number; written: Buffer } | undefined

  /**
   * Writes the start tag if it changes; `last` is the 1-based last column. Returns the offset at which the row's bytes
   * continue.
   */
  writeStartTag(out: BufferBuilder, { bytes, openLength, isEmpty }: RawRow, last: number): number {
    const above = this.#previous
    const endsAt = openLength - (above?.end.length ?? 0)
    if (above?.last === last && !isEmpty && endsAt > 0 && matchesAt(above.end, bytes, endsAt)) {
      out.add(bytes, 0, endsAt)
      out.add(above.written)
      return openLength
    }
    const tag = bytes.toString('utf8', 0, openLength)
    const found = tag.includes('spans') ? spans.exec(tag) : null
    const isWidened = found !== null && last > Number(found[2])
    if (!isWidened && !isEmpty) return 0
    const end = tag.slice(found?.index ?? tag.length)
    const written = isWidened ? end.replace(spans, (_, before: string) => before + last) : end
    const start = tag.slice(0, tag.length - end.length)
    if (!isEmpty) this.#previous = { end: Buffer.from(end), last, written: Buffer.from(written) }
    out.addText(isEmpty ? (start + written).replace(/\s*\/>$/, '>') : start + written)
    return openLength
  }
}
