import { ascii, matchesAt } from '../package/bytes.ts'
import type { RawRow } from './sheet-splitter.ts'

const { capitalA, capitalZ, doubleQuote, nine, zero } = ascii
const cellStart = Buffer.from('<c')
const reference = Buffer.from(' r="')

export interface LastCell {
  /** 0-based. */
  column: number
  /** Offset of its attributes after the reference. */
  attributes: number
}

/** Reads bytes, since it runs for every row. `unusual`: not written as spreadsheet programs do. */
export function readLastCell({ bytes, bodyEnd }: RawRow): LastCell | 'none' | 'unusual' {
  const start = bytes.lastIndexOf(cellStart, bodyEnd)
  if (start < 0) return 'none'
  const letters = start + cellStart.length + reference.length
  if (!matchesAt(reference, bytes, letters - reference.length)) return 'unusual'
  let [at, column] = [letters, 0]
  for (; isBetween(bytes[at], capitalA, capitalZ); at += 1) column = 26 * column + (bytes[at] ?? 0) - capitalA + 1
  const digits = at
  while (isBetween(bytes[at], zero, nine)) at += 1
  const isUsual = digits > letters && digits - letters <= 3 && at > digits && bytes[at] === doubleQuote
  return isUsual ? { column: column - 1, attributes: at + 1 } : 'unusual'
}

function isBetween(byte: number | undefined, least: number, most: number): boolean {
  return byte !== undefined && byte >= least && byte <= most
}
