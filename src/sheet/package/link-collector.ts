import { linksNamespace } from './namespaces.ts'
import { newIds, relationshipXml } from './relationships.ts'
import { escapeXml } from './xml-entities.ts'
import type { XmlNode } from './xml-tree.ts'

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

/** Links of a sheet, kept as bytes until all its rows are written: hyperlinks follow the rows. */
export class LinkCollector {
  readonly elements = new TextBuffer()
  readonly relationships = new TextBuffer()
  readonly #nextId: () => string
  readonly #isDeclared: boolean
  readonly #before: number
  count = 0

  /** `taken`: identifiers of the relationships that stay; `before`: number of links that stay. */
  constructor(taken: ReadonlySet<string> = new Set(), before = 0, isDeclared = true) {
    this.#nextId = newIds(taken)
    this.#before = before
    this.#isDeclared = isDeclared
  }

  get hasCapacity(): boolean {
    return this.#before + this.count < maxSheetLinks
  }

  add(cell: string, link: Link): void {
    this.count += 1
    if (link.kind === 'cell') {
      this.elements.add(`<hyperlink ref="${cell}" location="${escapeXml(link.location)}"/>`)
      return
    }
    const id = this.#nextId()
    const declared = this.#isDeclared ? '' : ` xmlns:r="${linksNamespace}"`
    this.elements.add(`<hyperlink${declared} ref="${cell}" r:id="${id}"/>`)
    this.relationships.add(relationshipXml({ id, type: 'hyperlink', target: link.href, isExternal: true }))
  }
}

/** Characters converted to bytes at a time. */
const partLength = 32 * 1024

/** Text for a later place in the file, kept as bytes: they take less memory than strings. */
export class TextBuffer {
  #parts: Buffer[] = []
  #open = ''

  add(text: string): void {
    this.#open += text
    if (this.#open.length >= partLength) this.#flush()
  }

  get isEmpty(): boolean {
    return this.#parts.length === 0 && this.#open === ''
  }

  *drain(): Generator<Buffer> {
    this.#flush()
    for (let part = this.#parts.shift(); part !== undefined; part = this.#parts.shift()) yield part
  }

  #flush(): void {
    if (this.#open !== '') this.#parts.push(Buffer.from(this.#open))
    this.#open = ''
  }
}
