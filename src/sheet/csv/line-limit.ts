import { limits } from '../limits.ts'

/** A quoted text may contain delimiters too, so only a line far beyond a sheet's columns is refused. */
const mostDelimiters = 16 * limits.columns

class LineLengthError extends Error {
  readonly code: 'CSV_MAX_RECORD_SIZE' | 'LINE_TOO_WIDE'

  constructor(code: LineLengthError['code']) {
    super('a line that no sheet has')
    this.name = 'LineProblem'
    this.code = code
  }
}

/**
 * Stops at a line longer than any record of a sheet, which would fill the memory before it is parsed. A line within one
 * piece is never that long.
 * @throws an error with the code `CSV_MAX_RECORD_SIZE`, as csv-parse does, or `LINE_TOO_WIDE`
 */
export async function* limitLineLength(
  pieces: AsyncIterable<Buffer | string>,
  delimiter: string,
): AsyncGenerator<Buffer | string> {
  let chars = 0
  let delimiters = 0
  for await (const piece of pieces) {
    const lineStart = Math.max(piece.lastIndexOf('\n'), piece.lastIndexOf('\r')) + 1
    if (lineStart > 0) {
      chars = piece.length - lineStart
      delimiters = 0
    } else {
      chars += piece.length
      delimiters += countOf(delimiter, piece)
    }
    if (chars > limits.recordChars) throw new LineLengthError('CSV_MAX_RECORD_SIZE')
    if (delimiters > mostDelimiters) throw new LineLengthError('LINE_TOO_WIDE')
    yield piece
  }
}

function countOf(wanted: string, text: Buffer | string): number {
  let count = 0
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) count += 1
  return count
}
