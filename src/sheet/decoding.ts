import { isUtf8 } from 'node:buffer'

/** Number of bytes before a character that is cut at the end; all bytes when none is. */
function completeUtf8Length(bytes: Uint8Array): number {
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
  } else if (encoding === 'windows-1252') {
    for await (const chunk of chunks) yield decodeWindows1252(chunk)
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

/** Bytes 0x80 to 0x9F in Windows-1252; the five unassigned ones stay control characters, as on the web. */
const upperControls = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

/** Some versions of Node.js decode Windows-1252 as ISO 8859-1. */
export function decodeWindows1252(bytes: Buffer): string {
  const text = bytes.toString('latin1')
  return text.replace(/[\x80-\x9f]/g, (character) => upperControls.charAt(character.charCodeAt(0) - 0x80))
}
