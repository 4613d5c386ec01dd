import { readTree } from './part-tree.ts'
import { attributeOf, childrenOf } from './xml-tree.ts'
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
  return childrenOf(await readTree(archive, list), 'Relationship').flatMap((node): Relationship[] => {
    const type = (attributeOf(node, 'Type') ?? '').replace(/^.*\//, '')
    if (!isWanted(type)) return []
    const isExternal = attributeOf(node, 'TargetMode')?.toLowerCase() === 'external'
    const part = isExternal ? undefined : locate(archive, folder, attributeOf(node, 'Target') ?? '')
    return [{ id: attributeOf(node, 'Id') ?? '', type, part }]
  })
}

/**
 * Some writers omit the "/" of an absolute target, so a part not found beside the source is looked for at the top.
 * Some archives keep the `%20` of a target in the entry's name.
 */
function locate(archive: ZipArchive, folder: string, target: string): string {
  const part = resolvePart(folder, target)
  const others = [resolvePart('', target), joinPath(folder, target), joinPath('', target)]
  return [part, ...others].find((candidate) => archive.has(candidate)) ?? part
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
