import { posix } from 'node:path'
import { attempt } from '../../support/errors.ts'
import { limits } from '../limits.ts'
import { type PackageSource, readTree, refuseMany } from './part-tree.ts'
import { escapeXml, linksNamespace, packageNamespace, xmlHead } from './xml-entities.ts'
import { attributeOf, childrenOf, type XmlNode } from './xml-tree.ts'
import { partKey } from './zip-archive.ts'

/** `target` is relative to the folder of the part. */
export interface PartLink {
  id: string
  /** Last segment of the relationship type. */
  type: string
  target: string
  isExternal?: boolean
}

export interface Relationship {
  id: string
  /** Last segment of the type's URI: `worksheet`, `styles`, … Strict and transitional files share it. */
  type: string
  /** The part's name; undefined for a target outside the file. */
  readonly part: string | undefined
}

export type InnerRelationship = Relationship & { part: string }

/** Makes identifiers that are not among those in use. */
export function newIds(used: ReadonlySet<string>): () => string {
  let number = 0
  const next = (): string => {
    number += 1
    const id = `rwa${number}`
    return used.has(id) ? next() : id
  }
  return next
}

/** `''` names the package itself. Empty when the part has no list. */
export async function readRelationships(
  archive: PackageSource,
  source: string,
  most: number = limits.relationships.worksheet,
): Promise<Relationship[]> {
  const [folder, list] = [folderOf(source), relationshipsPart(source)]
  if (!archive.has(list)) return []
  const nodes = childrenOf(await readTree(archive, list), 'Relationship')
  refuseMany(archive, list, nodes, most)
  return nodes.map((node) => ({
    id: attributeOf(node, 'Id') ?? '',
    type: (attributeOf(node, 'Type') ?? '').replace(/^.*\//, ''),
    // Few of them are asked for: a sheet has a relationship for each link in its cells.
    get part() {
      const isExternal = attributeOf(node, 'TargetMode')?.toLowerCase() === 'external'
      return isExternal ? undefined : locate(archive, folder, attributeOf(node, 'Target') ?? '')
    },
  }))
}

/**
 * Some writers omit the "/" of an absolute target, so a part not found beside the source is looked for at the top.
 * Some archives keep the `%20` of a target in the entry's name.
 */
function locate(archive: PackageSource, folder: string, target: string): string {
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

/** As it is written, when that is no encoding. */
export function decodePercent(path: string): string {
  return attempt(() => decodeURIComponent(path)) ?? path
}

export function relationshipXml({ id, type, target, isExternal = false }: PartLink): string {
  const mode = isExternal ? ' TargetMode="External"' : ''
  return `<Relationship Id="${id}" Type="${linksNamespace}/${type}" Target="${escapeXml(target)}"${mode}/>`
}

export function relationshipsXml(...links: readonly string[]): string {
  return `${xmlHead}<Relationships xmlns="${packageNamespace}/relationships">${links.join('')}</Relationships>`
}

/** `''` names the package itself. */
export function relationshipsPart(part: string): string {
  const folder = folderOf(part)
  return `${folder}_rels/${part.slice(folder.length)}.rels`
}

function folderOf(part: string): string {
  return part.slice(0, part.lastIndexOf('/') + 1)
}

/** Relative, as a relationship of `source` names it. */
export function targetOf(source: string, part: string): string {
  return encodeURI(posix.relative(posix.dirname(source), part))
}

export type Link =
  | { kind: 'web'; href: string }
  /** A cell of the same workbook: `'Results (2)'!A5`. */
  | { kind: 'cell'; location: string }

/** Excel's limit. */
const maxSheetLinks = 65_530

/** The element declares `r:` for relationships. */
export function declaresLinks(root: XmlNode | undefined): boolean {
  const [, double, single] = /\sxmlns:r\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(root?.attributes ?? '') ?? []
  return (double ?? single) === linksNamespace
}

/** Links of a sheet, kept until all its rows are written: hyperlinks follow the rows. */
export class LinkCollector {
  /** Not as XML: long strings of many pieces keep the garbage collector busy. */
  readonly #links: { cell: string; link: Link; id: string }[] = []
  readonly #nextId: () => string
  readonly #isDeclared: boolean
  readonly #before: number

  /** `taken`: identifiers of the relationships that stay; `before`: number of links that stay. */
  constructor(taken: ReadonlySet<string> = new Set(), before = 0, isDeclared = true) {
    this.#nextId = newIds(taken)
    this.#before = before
    this.#isDeclared = isDeclared
  }

  get count(): number {
    return this.#links.length
  }

  get hasCapacity(): boolean {
    return this.#before + this.count < maxSheetLinks
  }

  add(cell: string, link: Link): void {
    this.#links.push({ cell, link, id: link.kind === 'web' ? this.#nextId() : '' })
  }

  elements(): string {
    const declared = this.#isDeclared ? '' : ` xmlns:r="${linksNamespace}"`
    const elements = this.#links.map(({ cell, link, id }) => {
      const to = link.kind === 'cell' ? ` location="${escapeXml(link.location)}"` : ` r:id="${id}"`
      return `<hyperlink${link.kind === 'web' ? declared : ''} ref="${cell}"${to}/>`
    })
    return elements.join('')
  }

  relationships(): string {
    const relationships = this.#links.map(({ link, id }) =>
      link.kind === 'web' ? relationshipXml({ id, type: 'hyperlink', target: link.href, isExternal: true }) : '',
    )
    return relationships.join('')
  }
}
