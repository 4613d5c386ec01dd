import { isUtf8 } from 'node:buffer'
import { startWith } from './bytes.ts'
import { XmlError } from './xml-entities.ts'

/** Number of bytes before a character that is cut at the end; all bytes when none is. */
export function completeUtf8Length(bytes: Uint8Array): number {
  const end = bytes.length
  for (let back = 1; back <= 3 && back <= end; back += 1) {
    const byte = bytes[end - back] ?? 0
    if (byte < 0x80) return end
    if (byte >= 0xc0) {
      const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
      return needed > back ? end - back : end
    }
  }
  return end
}

/** No chunk ends within a character. Yields `undefined` last when the bytes are not UTF-8. */
export async function* wholeCharacters(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer | undefined> {
  let carried: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    const bytes = carried.length === 0 ? chunk : Buffer.concat([carried, chunk])
    const end = completeUtf8Length(bytes)
    const whole = bytes.subarray(0, end)
    if (!isUtf8(whole)) {
      yield undefined
      return
    }
    carried = bytes.subarray(end)
    if (end > 0) yield whole
  }
  if (carried.length > 0) yield undefined
}

/** Pieces of text; UTF-8 is passed on as bytes, which is fastest. @throws what `refuse` makes, where bytes do not fit. */
export async function* decodeChunks(
  chunks: AsyncIterable<Buffer>,
  encoding: string,
  refuse: () => Error,
): AsyncGenerator<Buffer | string> {
  if (encoding === 'utf-8') {
    for await (const whole of wholeCharacters(chunks)) {
      if (whole === undefined) throw refuse()
      yield whole
    }
  } else if (upperBytes.has(encoding)) {
    for await (const chunk of chunks) yield decodeBytes(chunk, encoding)
  } else {
    try {
      const decoder = new TextDecoder(encoding, { fatal: true })
      for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true })
      yield decoder.decode()
    } catch (error) {
      throw error instanceof TypeError || error instanceof RangeError ? refuse() : error
    }
  }
}

/**
 * Bytes from 0x80 on, where they differ from ISO 8859-1. Some versions of Node.js take Windows-1252 for that; its five
 * unassigned bytes stay control characters, as on the web. None knows CP850.
 */
const upperBytes: ReadonlyMap<string, string> = new Map([
  ['windows-1252', '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'],
  [
    'cp850',
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\xad±‗¾¶§÷¸°¨·¹³²■\xa0',
  ],
])

/** The whole of a text; what is no character in the encoding becomes U+FFFD. */
export function decodeBytes(bytes: Buffer, encoding: string): string {
  const upper = upperBytes.get(encoding)
  if (upper === undefined) return new TextDecoder(encoding).decode(bytes)
  const toUpper = (character: string): string => upper.charAt(character.charCodeAt(0) - 0x80) || character
  return bytes.toString('latin1').replace(/[\x80-\xff]/g, toUpper)
}

const byteOrderMark = Buffer.from('\ufeff')

/**
 * An XML part as valid UTF-8 without a byte order mark, with no character split between chunks. The first bytes tell
 * the encoding, else the declaration, else it is UTF-8.
 */
export async function* toUtf8(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const source = chunks[Symbol.asyncIterator]()
  const parts: Buffer[] = []
  for (let size = 0; size < 256; ) {
    const next = await source.next()
    if (next.done === true) break
    parts.push(next.value)
    size += next.value.length
  }
  const head = Buffer.concat(parts)
  const encoding = detectXmlEncoding(head)
  const all = startWith([head], { [Symbol.asyncIterator]: () => source })
  const refuse = (): Error =>
    new XmlError('malformed', `it is not ${encoding === 'utf-8' ? encoding.toUpperCase() : encoding}`)
  let isFirst = true
  for await (const piece of decodeChunks(all, encoding, refuse)) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
    yield isFirst && bytes.subarray(0, 3).equals(byteOrderMark) ? bytes.subarray(3) : bytes
    isFirst = false
  }
}

/** `utf-8`, `utf-16le`, `utf-16be`, or the declared label. */
function detectXmlEncoding(head: Buffer): string {
  const [first, second] = head
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be'
  const declaration = /^(?:\xef\xbb\xbf)?<\?xml[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(
    head.toString('latin1', 0, 256),
  )
  const label = declaration?.[1]?.toLowerCase() ?? 'utf-8'
  // A single-byte text that declares UTF-16 was converted without changing its declaration.
  return label.startsWith('utf-16') || label === 'us-ascii' || label === 'utf8' ? 'utf-8' : label
}
