import { escapeXml } from './xml-entities.ts'
import { attributeOf, parseXml, type XmlNode } from './xml-tree.ts'

/** Edits of an XML text by offset, applied together; all other characters stay. */
export class XmlEdits {
  readonly text: string
  readonly #edits: { from: number; to: number; xml: string }[] = []

  constructor(text: string) {
    this.text = text
  }

  insert(at: number, xml: string): void {
    if (xml !== '') this.#edits.push({ from: at, to: at, xml })
  }

  replace(from: number, to: number, xml: string): void {
    this.#edits.push({ from, to, xml })
  }

  remove(node: XmlNode): void {
    this.replace(node.start, node.end, '')
  }

  /** Handles `<a/>` too. */
  append(node: XmlNode, xml: string): void {
    if (xml === '') return
    if (node.isEmpty) this.replace(node.contentStart - 2, node.contentStart, `>${xml}</${node.qname}>`)
    else this.insert(node.contentEnd, xml)
  }

  setAttribute(node: XmlNode, name: string, value: string | number): void {
    const tag = this.text.slice(node.start, node.contentStart)
    const match = new RegExp(`(\\s${name}\\s*=\\s*)(?:"[^"]*"|'[^']*')`).exec(tag)
    const quoted = `"${escapeXml(String(value))}"`
    if (match === null) {
      this.insert(node.start + 1 + node.qname.length, ` ${name}=${quoted}`)
    } else {
      const start = node.start + match.index
      this.replace(start + (match[1]?.length ?? 0), start + match[0].length, quoted)
    }
  }

  /** Insertions at the same offset keep the order of the calls, and stand before what is replaced there. */
  apply(): string {
    let result = ''
    let at = 0
    for (const { from, to, xml } of this.#edits.toSorted((one, other) => one.from - other.from || one.to - other.to)) {
      result += this.text.slice(at, from) + xml
      at = to
    }
    return result + this.text.slice(at)
  }
}

/** A list of relationships, without those of some identifiers and with others. */
export function editRelationships(text: string, stale: ReadonlySet<string>, added: string): string {
  const edits = new XmlEdits(text)
  const root = rootOf(text, 'Relationships')
  for (const node of root.children) if (stale.has(attributeOf(node, 'Id') ?? '')) edits.remove(node)
  edits.append(root, added)
  return edits.apply()
}

/** The root of a part to be edited. @throws UnsupportedWorkbookError for another one, or a prefix: `<x:workbook>`. */
export function rootOf(text: string, name: string, leaves?: ReadonlySet<string>): XmlNode {
  const root = parseXml(text, leaves).children.find((node) => node.name === name)
  if (root === undefined) refuseWorkbook(`one of its parts has no <${name}>`)
  requireNoPrefix(root)
  return root
}

export function requireNoPrefix({ qname, prefix }: Pick<XmlNode, 'qname' | 'prefix'>): void {
  if (prefix !== '')
    refuseWorkbook(
      `it is written in the form of an export program (<${qname}>), which a spreadsheet program replaces when it saves it`,
    )
}

/** The reason for not changing a workbook: a clause that follows "because". */
export class UnsupportedWorkbookError extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'NotSafe'
  }
}

export function refuseWorkbook(reason: string): never {
  throw new UnsupportedWorkbookError(reason)
}
