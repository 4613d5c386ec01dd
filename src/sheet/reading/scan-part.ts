import { limits } from '../limits.ts'
import { toInputError } from '../package/part-tree.ts'
import { XmlError } from '../package/xml-entities.ts'
import { toUtf8 } from '../package/xml-text.ts'
import type { ZipArchive } from '../package/zip-archive.ts'
import { XmlScanner } from './xml-scanner.ts'
import type { XmlHandler } from './xml-tag.ts'

type PartBounds = Readonly<Record<'bytes' | 'elements', number>>

export async function scanPart(
  archive: ZipArchive,
  part: string,
  handler: XmlHandler,
  bounds: PartBounds = limits.part,
): Promise<void> {
  for await (const _ of scanPartByChunk(archive, part, handler, bounds));
}

/** For parts of any size: pauses after each chunk, so that the caller can take the rows. */
export async function* scanPartByChunk(
  archive: ZipArchive,
  part: string,
  handler: XmlHandler,
  bounds?: PartBounds,
): AsyncGenerator<void> {
  try {
    if (bounds !== undefined && archive.sizeOf(part) > bounds.bytes) {
      throw new XmlError('too-large', `more than ${bounds.bytes / 1_048_576} MiB`)
    }
    const scanner = new XmlScanner(handler, bounds?.elements)
    for await (const bytes of toUtf8(archive.read(part))) {
      scanner.push(bytes)
      yield
      while (scanner.isPaused) {
        scanner.resume()
        yield
      }
    }
    scanner.end()
    handler.end?.()
  } catch (error) {
    throw toInputError(archive.file, part, error)
  }
}
