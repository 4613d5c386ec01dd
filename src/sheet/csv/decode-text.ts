import { createReadStream } from 'node:fs'
import { find } from '../../messages/catalogue.ts'
import { BatchError } from '../../support/errors.ts'
import { toSentence } from '../input-error.ts'
import { limits } from '../limits.ts'
import { wholeCharacters } from '../utf8.ts'
import type { TextEncodingInfo } from './text-encoding.ts'

/** Skips the byte order mark and `skipChars` ASCII characters. UTF-8 is passed on as bytes, which is fastest. */
export async function* decodeText(
  file: string,
  survey: TextEncodingInfo,
  skipChars = 0,
): AsyncGenerator<Buffer | string> {
  const bytes: AsyncIterable<Buffer> = createReadStream(file, { start: survey.bomBytes, highWaterMark: 65_536 })
  let left = skipChars
  for await (const piece of decodeWhole(file, survey.encoding, bytes)) {
    if (left >= piece.length) {
      left -= piece.length
      continue
    }
    yield left === 0 ? piece : cutStart(piece, left)
    left = 0
  }
}

function cutStart(piece: Buffer | string, length: number): Buffer | string {
  return typeof piece === 'string' ? piece.slice(length) : piece.subarray(length)
}

async function* decodeWhole(
  file: string,
  encoding: string,
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer | string> {
  if (encoding === 'utf-8') {
    for await (const whole of wholeCharacters(chunks)) {
      if (whole === undefined) throw invalidEncodingError(file, encoding)
      yield whole
    }
  } else if (encoding === 'windows-1252') {
    for await (const chunk of chunks) yield decodeWindows1252(chunk)
  } else {
    const decoder = new TextDecoder(encoding, { fatal: true })
    try {
      for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true })
      yield decoder.decode()
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      throw invalidEncodingError(file, encoding)
    }
  }
}

function invalidEncodingError(file: string, encoding: string): Error {
  return new BatchError('input', find('encoding-unsound', { file, encoding: toSentence(encoding) }))
}

export async function readStartOfText(file: string, survey: TextEncodingInfo, chars: number): Promise<string> {
  const decoder = new TextDecoder('utf-8')
  let text = ''
  for await (const piece of decodeText(file, survey)) {
    text += typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true })
    if (text.length >= chars) break
  }
  return text
}

/** Bytes 0x80 to 0x9F in Windows-1252; the five unassigned ones stay control characters, as on the web. */
const upperControls = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

/** Some versions of Node.js decode Windows-1252 as ISO 8859-1. */
export function decodeWindows1252(bytes: Buffer): string {
  const text = bytes.toString('latin1')
  return text.replace(/[\x80-\x9f]/g, (character) => upperControls.charAt(character.charCodeAt(0) - 0x80))
}

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
