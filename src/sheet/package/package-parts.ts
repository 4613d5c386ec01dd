import type { PackageSource } from './package-source.ts'
import { readPartText } from './part-tree.ts'
import { type Relationship, readRelationships } from './relationships.ts'
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
    const text = this.#texts.get(part) ?? readPartText(this.archive, part).then(sayUtf8)
    this.#texts.set(part, text)
    return text
  }

  /** `isWanted` selects relationship types. @default all */
  relationships(source: string, isWanted?: (type: string) => boolean): Promise<Relationship[]> {
    return readRelationships(this.archive, source, isWanted)
  }
}

export function sayUtf8(text: string): string {
  return text.replace(/^(<\?xml[^>]*?\sencoding\s*=\s*)(?:"[^"]*"|'[^']*')/i, (whole, before: string) =>
    /["']utf-8["']$/i.test(whole) ? whole : `${before}"UTF-8"`,
  )
}
