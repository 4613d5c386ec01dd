/**
 * ASCII codes with a meaning in the XML of a workbook. Destructure them at the top of a module: the engine treats a
 * module's own constants as constants, but looks up imported ones each time.
 */
export const ascii = {
  carriageReturn: 13,
  space: 32,
  exclamation: 33,
  doubleQuote: 34,
  dollar: 36,
  ampersand: 38,
  singleQuote: 39,
  minus: 45,
  point: 46,
  slash: 47,
  zero: 48,
  nine: 57,
  colon: 58,
  lessThan: 60,
  equals: 61,
  greaterThan: 62,
  question: 63,
  capitalA: 65,
  capitalZ: 90,
  underscore: 95,
  letterC: 99,
  letterF: 102,
  letterR: 114,
  letterS: 115,
  letterT: 116,
  letterV: 118,
  letterW: 119,
} as const

export function matchesAt(wanted: Uint8Array, bytes: Uint8Array, at: number): boolean {
  for (let index = 0; index < wanted.length; index += 1) if (bytes[at + index] !== wanted[index]) return false
  return true
}

/** All of a stream. `buffer` of node:stream/consumers makes a Blob first, and slows down all that is read later. */
export async function joinPieces(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}

/** Pieces that were taken off a stream, and what is left of it. */
export async function* startWith(pieces: readonly Buffer[], rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* pieces
  yield* rest
}
