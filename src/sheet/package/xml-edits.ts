import { escapeXml } from './xml-entities.ts'
import type { XmlNode } from './xml-tree.ts'

interface Edit {
  from: number
  to: number
  xml: string
}

/** Edits of an XML text by offset, applied together; all other characters stay. */
export class XmlEdits {
  readonly text: string
  readonly #edits: Edit[] = []

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

  /** Edits at the same offset keep the order of the calls. */
  apply(): string {
    let result = ''
    let at = 0
    for (const { from, to, xml } of this.#edits.toSorted((one, other) => one.from - other.from)) {
      result += this.text.slice(at, from) + xml
      at = to
    }
    return result + this.text.slice(at)
  }
}

/** Adds the prefix of the target part to XML written without one. */
export function withPrefix(xml: string, prefix: string): string {
  return prefix === '' ? xml : xml.replace(/<(\/?)(?=[a-zA-Z])/g, `<$1${prefix}`)
}
