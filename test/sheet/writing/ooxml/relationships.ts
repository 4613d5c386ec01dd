import { posix } from 'node:path'
import { parseXml, type XmlElement } from './xml.ts'

export interface Relationship {
  type: string
  /** Name of a part; an address when it is external. */
  target: string
  isExternal: boolean
}

/** The relationships of a part by their ids; of the whole package for the empty name. */
export function readRelationships(
  parts: ReadonlyMap<string, string>,
  part: string,
  found: string[],
): Map<string, Relationship> {
  const file = posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`)
  const relationships = new Map<string, Relationship>()
  const xml = parts.get(file)
  for (const { attributes } of xml === undefined ? [] : parseXml(xml).children) {
    const { Id = '', Type = '', Target = '', TargetMode } = attributes
    if (relationships.has(Id)) found.push(`${file}: ${Id} stands twice`)
    const isExternal = TargetMode === 'External'
    const target = isExternal ? Target : posix.join('/', posix.dirname(part), Target).slice(1)
    relationships.set(Id, { type: posix.basename(Type), target, isExternal })
    if (isExternal && !isAddress(Target)) found.push(`${file}: ${Id} leads to ${Target}`)
    if (!isExternal && !parts.has(target)) found.push(`${file}: ${Id} leads to ${target}, which does not exist`)
  }
  return relationships
}

/** Every `r:id` below an element must be a relationship of its part. */
export function checkIds(
  element: XmlElement,
  relationships: ReadonlyMap<string, Relationship>,
  found: string[],
  used: Set<string> = new Set(),
): Set<string> {
  const id = element.attributes['r:id']
  if (id !== undefined) {
    used.add(id)
    const type = relationships.get(id)?.type
    const expected =
      element.name === 'sheet' ? 'worksheet' : element.name === 'legacyDrawing' ? 'vmlDrawing' : element.name
    if (type !== expected) found.push(`<${element.name}> names ${id}, which is ${type}`)
  }
  for (const child of element.children) checkIds(child, relationships, found, used)
  return used
}

function isAddress(target: string): boolean {
  return target.length <= 2079 && /^https?:\/\/[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/.test(target)
}
