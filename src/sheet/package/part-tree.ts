import { limits } from '../limits.ts'
import type { PackageSource } from './package-source.ts'
import { toInputError } from './part-error.ts'
import { XmlError } from './xml-error.ts'
import { toUtf8 } from './xml-text.ts'
import { parseDocument, type XmlNode } from './xml-tree.ts'

/** The root element of a small part. @throws BatchError `input` when the part is not sound. */
export async function readTree(archive: PackageSource, part: string): Promise<XmlNode> {
  try {
    if (archive.sizeOf(part) > limits.part.bytes)
      throw new XmlError('too-large', `more than ${limits.part.bytes / 1_048_576} MiB`)
    const chunks: Buffer[] = []
    for await (const bytes of toUtf8(archive.read(part))) chunks.push(bytes)
    return parseDocument(Buffer.concat(chunks).toString('utf8'))
  } catch (error) {
    throw toInputError(archive.file, part, error)
  }
}
