import { wholeCharacters } from '../utf8.ts'
import { XmlError } from './xml-error.ts'

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
  yield* encoding === 'utf-8' ? checkUtf8(all) : transcode(all, encoding)
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

async function* checkUtf8(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isFirst = true
  for await (const bytes of wholeCharacters(chunks)) {
    if (bytes === undefined) throw new XmlError('malformed', 'it is not UTF-8')
    const hasMark = isFirst && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
    yield hasMark ? bytes.subarray(3) : bytes
    isFirst = false
  }
}

async function* transcode(chunks: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<Buffer> {
  try {
    const decoder = new TextDecoder(encoding, { fatal: true })
    for await (const bytes of chunks) yield Buffer.from(decoder.decode(bytes, { stream: true }))
    yield Buffer.from(decoder.decode())
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof RangeError)) throw error
    throw new XmlError('malformed', `it is not ${encoding}`)
  }
}
