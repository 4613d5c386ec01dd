import { type PackageSource, partText } from './part-tree.ts'
import {
  type InnerRelationship,
  readRelationships,
  relationshipsPart,
  relationshipsXml,
  relationshipXml,
  targetOf,
} from './relationships.ts'
import { editRelationships, rootOf, XmlEdits } from './xml-edits.ts'
import { escapeXml } from './xml-entities.ts'
import { attributeOf } from './xml-tree.ts'
import { partKey } from './zip-archive.ts'

type Content = () => Iterable<Buffer> | AsyncIterable<Buffer>

const relationshipsType = 'application/vnd.openxmlformats-package.relationships+xml'

/** Relationship types whose targets are removed together with a replaced result sheet. */
const ownedParts =
  /^(?:comments|threadedComment|vmlDrawing|drawing|chart|chartStyle|chartColorStyle|printerSettings|table)$/

/** Changed, added and removed parts of a package; all others stay as they are. */
export class ChangedParts {
  readonly parts: PackageSource
  /** Key: the part's name in lower case; insertion order is the order in the archive. */
  readonly contents = new Map<string, { name: string; read: Content }>()
  readonly removed = new Set<string>()
  /** Parts that are written right away. */
  readonly written = new Set<string>()
  readonly #types = new Map<string, string>()

  constructor(parts: PackageSource) {
    this.parts = parts
  }

  /** Pass `type`, the content type, when the part may be new. */
  put(part: string, content: string | Content, type?: string): void {
    const key = partKey(part)
    const name = this.contents.get(key)?.name ?? part
    this.contents.set(key, { name, read: typeof content === 'string' ? () => [Buffer.from(content)] : content })
    this.removed.delete(key)
    if (type !== undefined) this.#types.set(part, type)
  }

  /** Notes a part that is written right away. */
  noteWritten(part: string, type?: string): void {
    this.written.add(partKey(part))
    this.removed.delete(partKey(part))
    if (type !== undefined) this.#types.set(part, type)
  }

  /** Removes a part, its list of relationships, and the parts that belong to it alone. */
  async remove(part: string): Promise<void> {
    if (this.removed.has(part)) return
    this.removed.add(part)
    const list = relationshipsPart(part)
    if (!this.parts.has(list)) return
    this.removed.add(list)
    for (const link of await readRelationships(this.parts, part)) {
      if (ownedParts.test(link.type) && link.part !== undefined) await this.remove(link.part)
    }
  }

  freeName(stem: string, extension: string): string {
    for (let number = 1; ; number += 1) {
      const name = `${stem}${number}${extension}`
      const key = partKey(name)
      const isTaken =
        this.contents.has(key) || this.written.has(key) || (this.parts.has(name) && !this.removed.has(key))
      if (!isTaken) return name
    }
  }

  async updateRelationships(source: string, added: readonly InnerRelationship[]): Promise<void> {
    const list = relationshipsPart(source)
    const text = this.parts.has(list) ? await partText(this.parts, list) : relationshipsXml()
    const links = await readRelationships(this.parts, source)
    const stale = new Set(links.flatMap(({ id, part = '' }) => (this.removed.has(part) ? id : [])))
    const xml = added.map(({ id, type, part }) => relationshipXml({ id, type, target: targetOf(source, part) }))
    const edits = editRelationships(text, stale, xml.join(''))
    if (stale.size > 0 || added.length > 0) this.put(list, edits.apply())
  }

  /** Updates `[Content_Types].xml`; call it once all parts are known. */
  async writeTypes(): Promise<void> {
    const part = '[content_types].xml'
    const text = await partText(this.parts, part)
    const root = rootOf(text, 'Types')
    const edits = new XmlEdits(text)
    const [known, extensions] = [new Set<string>(), new Set<string>()]
    for (const node of root.children) {
      if (node.name === 'Default') extensions.add((attributeOf(node, 'Extension') ?? '').toLowerCase())
      const name = partKey(attributeOf(node, 'PartName') ?? '')
      if (node.name === 'Override' && this.removed.has(name)) edits.remove(node)
      else if (node.name === 'Override') known.add(name)
    }
    // Whether a sheet gets relationships is known only after its rows.
    const defaults = extensions.has('rels') ? '' : `<Default Extension="rels" ContentType="${relationshipsType}"/>`
    const overrides = [...this.#types].filter(([name]) => !known.has(partKey(name)))
    const xml = overrides.map(
      ([name, type]) => `<Override PartName="/${escapeXml(encodeURI(name))}" ContentType="${type}"/>`,
    )
    edits.append(root, defaults + xml.join(''))
    const result = edits.apply()
    if (result !== text) this.put(part, result)
  }
}
