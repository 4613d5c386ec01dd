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
