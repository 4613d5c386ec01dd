import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { find } from '../../messages/catalogue.ts'
import { BatchError } from '../../support/errors.ts'
import { inputError, saveAsXlsx, toSentence } from '../input-error.ts'
import { limits } from '../limits.ts'
import { completeUtf8Length, decodeChunks, wholeCharacters } from '../package/decoding.ts'
import type { EncodingDoubt } from '../source.ts'
import { assumedEncoding, EncodingWitness } from './encoding-doubt.ts'

export interface TextEncodingInfo {
  encoding: string
  /** Length of the byte order mark. */
  bomBytes: number
  /** The encoding is a guess: tell the user. `doubt`: another one that looks better. */
  guess?: { readonly doubt: EncodingDoubt | undefined }
  /** A backslash precedes a quote somewhere, so each record is checked. */
  hasBackslashQuotes: boolean
}

const backslashQuote = Buffer.from('\\"')

/**
 * Uses the requested encoding, else byte order mark or NUL pattern, else UTF-8 when the whole file is valid, else
 * Windows-1252. `head`, the first kilobytes, is not enough: the only accent may be in the last row.
 */
export async function detectTextEncoding(
  file: string,
  head: Buffer,
  wanted: string | undefined,
): Promise<TextEncodingInfo> {
  const byPattern = detectUnicodeEncoding(head)
  const bomBytes = byPattern?.bomBytes ?? 0
  const utf16 = byPattern?.encoding.startsWith('utf-16') ? byPattern.encoding : undefined
  const known = wanted === undefined ? utf16 : canonicalEncoding(file, wanted)
  if (known !== undefined) {
    return { encoding: known, bomBytes: known === byPattern?.encoding ? bomBytes : 0, hasBackslashQuotes: true }
  }
  const bytes = await scanBytes(file)
  if (bytes.hasNul) {
    const hint = `${saveAsXlsx} (Or save it as CSV UTF-8.)`
    throw inputError(file, 'is neither a workbook nor text: it contains NUL bytes', hint)
  }
  if (!bytes.isUtf8 && bomBytes > 0) throw new BatchError('input', find('utf8-unsound', { file }))
  const { isUtf8, hasBackslashQuotes } = bytes
  if (isUtf8) return { encoding: 'utf-8', bomBytes, hasBackslashQuotes }
  return { encoding: assumedEncoding, bomBytes, guess: bytes.witness, hasBackslashQuotes }
}

async function scanBytes(file: string) {
  const facts = { isUtf8: true, hasNul: false, hasBackslashQuotes: false, witness: new EncodingWitness() }
  async function* read(): AsyncGenerator<Buffer> {
    let last = 0
    for await (const chunk of createReadStream(file, { highWaterMark: 1_048_576 }) as AsyncIterable<Buffer>) {
      facts.hasNul ||= chunk.includes(0)
      facts.hasBackslashQuotes ||= chunk.includes(backslashQuote) || (last === 0x5c && chunk[0] === 0x22)
      last = chunk.at(-1) ?? 0
      yield chunk
    }
  }
  for await (const whole of wholeCharacters(read())) facts.isUtf8 = whole !== undefined
  // The first reading ended where it was not UTF-8.
  if (!facts.isUtf8) for await (const chunk of read()) facts.witness.observe(chunk)
  return facts
}

function canonicalEncoding(file: string, label: string): string {
  if (/^(?:cp|ibm|dos)?[-_ ]?850$/i.test(label)) return 'cp850'
  try {
    return new TextDecoder(label).encoding
  } catch {
    const known = 'utf-8, utf-16le, windows-1252, windows-1250, windows-1251, macintosh, cp850, shift_jis, gbk'
    const hint = `Save it as CSV UTF-8, or name the right one. Known are, for one, ${known}.`
    throw inputError(file, `cannot be read in the encoding "${label}", which is not known`, hint)
  }
}

type DetectedEncoding = Pick<TextEncodingInfo, 'encoding' | 'bomBytes'>

/** Undefined when the start has neither a byte order mark nor the NUL pattern of UTF-16. */
export function detectUnicodeEncoding(head: Uint8Array): DetectedEncoding | undefined {
  const utf8Marks = countUtf8Boms(head)
  if (utf8Marks > 0) return { encoding: 'utf-8', bomBytes: 3 * utf8Marks }
  if (head[0] === 0xff && head[1] === 0xfe) return { encoding: 'utf-16le', bomBytes: 2 }
  if (head[0] === 0xfe && head[1] === 0xff) return { encoding: 'utf-16be', bomBytes: 2 }
  return detectByNulBytes(head)
}

/** Programs that concatenate files or save them twice leave more than one. */
function countUtf8Boms(head: Uint8Array): number {
  let marks = 0
  while (head[3 * marks] === 0xef && head[3 * marks + 1] === 0xbb && head[3 * marks + 2] === 0xbf) marks += 1
  return marks
}

/** Line ends, delimiters and digits have a NUL half in UTF-16, always at one side. A few NULs in UTF-8 are damage. */
function detectByNulBytes(head: Uint8Array): DetectedEncoding | undefined {
  let [even, odd] = [0, 0]
  for (const [at, byte] of head.entries()) {
    if (byte !== 0) continue
    if (at % 2 === 0) even += 1
    else odd += 1
  }
  const enough = Math.max(1, head.length / 40)
  // A character cut at the end is not a fault.
  if ((odd + even) * 4 < head.length && isUtf8(head.subarray(0, completeUtf8Length(head)))) return undefined
  if (odd >= enough && even * 20 < odd) return { encoding: 'utf-16le', bomBytes: 0 }
  if (even >= enough && odd * 20 < even) return { encoding: 'utf-16be', bomBytes: 0 }
  return undefined
}

/** Skips the byte order mark and `skipChars` ASCII characters. */
export async function* decodeText(
  file: string,
  survey: TextEncodingInfo,
  skipChars: number,
): AsyncGenerator<Buffer | string> {
  const bytes: AsyncIterable<Buffer> = createReadStream(file, { start: survey.bomBytes, highWaterMark: 65_536 })
  const facts = { file, encoding: toSentence(survey.encoding) }
  const refuse = (): Error => new BatchError('input', find('encoding-unsound', facts))
  let left = skipChars
  for await (const piece of decodeChunks(bytes, survey.encoding, refuse)) {
    const skipped = Math.min(left, piece.length)
    left -= skipped
    if (skipped === 0) yield piece
    else if (skipped < piece.length) yield typeof piece === 'string' ? piece.slice(skipped) : piece.subarray(skipped)
  }
}

/** A quoted text may contain delimiters too, so only a line far beyond a sheet's columns is refused. */
const mostDelimiters = 16 * limits.columns

function lineError(code: 'CSV_MAX_RECORD_SIZE' | 'LINE_TOO_WIDE'): Error {
  return Object.assign(new Error('a line that no sheet has'), { code })
}

/**
 * Stops at a line longer than any record, before it fills the memory; one within a piece is never that long.
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
    if (chars > limits.recordChars) throw lineError('CSV_MAX_RECORD_SIZE')
    if (delimiters > mostDelimiters) throw lineError('LINE_TOO_WIDE')
    yield piece
  }
}

function countOf(wanted: string, text: Buffer | string): number {
  let count = 0
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) count += 1
  return count
}
