import { scanPart } from './scan-part.ts'
import type { XmlHandler } from './xml-handler.ts'
import type { XmlTag } from './xml-tag.ts'
import { partKey, type ZipArchive } from './zip-archive.ts'

export interface Relationship {
  id: string
  /** The last segment of the type's address: `worksheet`, `styles`, … (the same for strict and transitional files). */
  type: string
  /** The part's name; undefined when it points outside of the file. */
  part: string | undefined
}

/**
 * The relationships of a part (of the package itself for `''`), of the types that are wanted: a sheet has one for each
 * link in its cells. None when the part has no such list.
 */
export async function readRelationships(
  archive: ZipArchive,
  source: string,
  isWanted: (type: string) => boolean = () => true,
): Promise<Relationship[]> {
  const folder = source.slice(0, source.lastIndexOf('/') + 1)
  const list = `${folder}_rels/${source.slice(folder.length)}.rels`
  if (!archive.has(list)) return []
  const handler = new RelationshipHandler(archive, folder, isWanted)
  await scanPart(archive, list, handler)
  return handler.found
}

class RelationshipHandler implements XmlHandler {
  readonly found: Relationship[] = []
  readonly wantsText = false
  readonly #archive: ZipArchive
  readonly #folder: string
  readonly #isWanted: (type: string) => boolean

  constructor(archive: ZipArchive, folder: string, isWanted: (type: string) => boolean) {
    this.#archive = archive
    this.#folder = folder
    this.#isWanted = isWanted
  }

  open(name: string, tag: XmlTag): void {
    if (name !== 'Relationship') return
    const type = (tag.attribute('Type') ?? '').replace(/^.*\//, '')
    if (!this.#isWanted(type)) return
    const isExternal = tag.attribute('TargetMode')?.toLowerCase() === 'external'
    this.found.push({
      id: tag.attribute('Id') ?? '',
      type,
      part: isExternal ? undefined : this.#locate(tag.attribute('Target') ?? ''),
    })
  }

  text(): void {}
  close(): void {}

  /**
   * Some writers leave the "/" of an absolute target out: what is not found beside the source is tried from the top. And
   * some archives keep the `%20` that a target has for a space.
   */
  #locate(target: string): string {
    const part = resolvePart(this.#folder, target)
    const others = [resolvePart('', target), joinPath(this.#folder, target), joinPath('', target)]
    return [part, ...others].find((candidate) => this.#archive.has(candidate)) ?? part
  }
}

/** `resolvePart('xl/', '../a/b.xml')` is `a/b.xml`; `/` starts at the top; backslashes and `%20` are understood. */
export function resolvePart(folder: string, target: string): string {
  return joinPath(folder, decodePercent(target.replace(/[?#].*$/, '')))
}

function joinPath(folder: string, target: string): string {
  const path = target.replaceAll('\\', '/')
  const segments: string[] = []
  for (const segment of (path.startsWith('/') ? path : folder + path).split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(segment)
  }
  return partKey(segments.join('/'))
}

function decodePercent(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
