import { limits } from '../limits.ts'
import type { PackageSource } from './package-source.ts'
import { type Relationship, readRelationships } from './relationships.ts'
import { UnsupportedWorkbookError } from './unsupported-workbook-error.ts'
import { toUtf8 } from './xml-text.ts'
import type { ZipArchive } from './zip-archive.ts'

/** Small parts of a package as texts; each is read once. */
export class PackageParts<Source extends PackageSource = ZipArchive> {
  readonly archive: Source
  readonly #texts = new Map<string, Promise<string>>()

  constructor(archive: Source) {
    this.archive = archive
  }

  has(part: string): boolean {
    return this.archive.has(part)
  }

  /** The text declares UTF-8, also where the part is written in another encoding. */
  text(part: string): Promise<string> {
    const known = this.#texts.get(part)
    if (known !== undefined) return known
    const text = this.#read(part)
    this.#texts.set(part, text)
    return text
  }

  /** `isWanted` selects relationship types. @default all */
  relationships(source: string, isWanted?: (type: string) => boolean): Promise<Relationship[]> {
    return readRelationships(this.archive, source, isWanted)
  }

  async #read(part: string): Promise<string> {
    if (this.archive.sizeOf(part) > limits.part.bytes)
      throw new UnsupportedWorkbookError(`its part ${part} is too large to be checked`)
    const chunks: Buffer[] = []
    for await (const bytes of toUtf8(this.archive.read(part))) chunks.push(bytes)
    return sayUtf8(Buffer.concat(chunks).toString('utf8'))
  }
}

export function sayUtf8(text: string): string {
  return text.replace(/^(<\?xml[^>]*?\sencoding\s*=\s*)(?:"[^"]*"|'[^']*')/i, (whole, before: string) =>
    /["']utf-8["']$/i.test(whole) ? whole : `${before}"UTF-8"`,
  )
}
