import type { XmlEdits } from './xml-edits.ts'
import { childrenOf, type XmlNode } from './xml-tree.ts'

/** A workbook may have 64,000 styles, and as many names of styles: what stands within them is not kept. */
export const styleLeaves = new Set('xf cellStyleXfs cellStyles tableStyles colors extLst'.split(' '))

/** One list of the styles part. Entries are only appended, so existing numbers stay valid. */
export class StyleList {
  readonly #name: string
  readonly #node: XmlNode | undefined
  /** Entries required before ours when the part has no such list. */
  readonly #defaults: readonly string[]
  readonly #numbers = new Map<string, number>()
  readonly #added: string[] = []
  readonly known: readonly XmlNode[]
  #size: number

  constructor(
    text: string,
    root: XmlNode,
    { name, entry, usual }: { name: string; entry: string; usual: readonly string[] },
  ) {
    this.#name = name
    this.#node = root.children.find((node) => node.name === name)
    this.known = childrenOf(this.#node, entry)
    this.#size = this.known.length
    // The first of equal entries wins.
    for (const [index, node] of this.known.entries()) {
      const xml = text.slice(node.start, node.end)
      if (!this.#numbers.has(xml)) this.#numbers.set(xml, index)
    }
    this.#defaults = this.#size === 0 ? usual : []
  }

  get hasAdded(): boolean {
    return this.#added.length > 0
  }

  indexOf(xml: string): number {
    const known = this.#numbers.get(xml)
    if (known !== undefined) return known
    this.ensureDefaults()
    return this.#numbers.get(xml) ?? this.#push(xml)
  }

  /** Adds the entries to which all other lists refer. */
  ensureDefaults(): void {
    if (this.#size === 0) for (const usual of this.#defaults) this.#push(usual)
  }

  /** `at`: offset for the list when the part has none. */
  write(edits: XmlEdits, at: number): void {
    if (!this.hasAdded) return
    const xml = this.#added.join('')
    if (this.#node === undefined) {
      const name = this.#name
      edits.insert(at, `<${name} count="${this.#size}">${xml}</${name}>`)
    } else {
      edits.setAttribute(this.#node, 'count', this.#size)
      edits.append(this.#node, xml)
    }
  }

  #push(xml: string): number {
    const number = this.#size
    this.#size += 1
    this.#added.push(xml)
    if (!this.#numbers.has(xml)) this.#numbers.set(xml, number)
    return number
  }
}
