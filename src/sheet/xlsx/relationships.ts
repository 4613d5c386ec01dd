import { scanPart } from './scan-part.ts'
import type { XmlHandler } from './xml-handler.ts'
import type { XmlTag } from './xml-tag.ts'
import { partKey, type ZipArchive } from './zip-archive.ts'

export interface Relationship {
  id: string
  /** Last segment of the type's URI: `worksheet`, `styles`, … Strict and transitional files share it. */
  type: string
  /** The part's name; undefined for a target outside the file. */
  part: string | undefined
}

/**
 * `''` names the package itself. `isWanted` selects types, since a sheet has a relationship for each link in its cells.
 * Empty when the part has no list.
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
   * Some writers omit the "/" of an absolute target, so a part not found beside the source is looked for at the top.
   * Some archives keep the `%20` of a target in the entry's name.
   */
  #locate(target: string): string {
    const part = resolvePart(this.#folder, target)
    const others = [resolvePart('', target), joinPath(this.#folder, target), joinPath('', target)]
    return [part, ...others].find((candidate) => this.#archive.has(candidate)) ?? part
  }
}

/** `resolvePart('xl/', '../a/b.xml')` is `a/b.xml`. Handles absolute targets, backslashes and `%20`. */
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
