import { decodeChunks } from '../decoding.ts'
import { XmlError } from './xml-entities.ts'

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
  const all = startWith(head, { [Symbol.asyncIterator]: () => source })
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

async function* startWith(head: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield head
  yield* rest
}
