import { linksNamespace } from '../../package/namespaces.ts'
import { relationshipXml } from '../../package/relationships.ts'
import { TextBuffer } from '../../package/text-buffer.ts'
import { escapeXml } from '../../package/xml-entities.ts'
import { childOf, parseXml } from '../../package/xml-tree.ts'
import type { Link } from '../../writing/link.ts'

/** Excel's limit. */
const maxSheetLinks = 65_530

/** The sheet's root element declares `r:`. */
export function declaresLinkNamespace(head: string): boolean {
  const root = childOf(parseXml(head), 'worksheet')
  const [, double, single] = /\sxmlns:r\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(root?.attributes ?? '') ?? []
  return (double ?? single) === linksNamespace
}

/** Links of added cells, kept until all rows are written: hyperlinks follow the rows. */
export class LinkCollector {
  readonly elements = new TextBuffer()
  readonly relationships = new TextBuffer()
  readonly #usedIds: ReadonlySet<string>
  readonly #isDeclared: boolean
  readonly #before: number
  #number = 0
  count = 0

  /** `taken`: identifiers of the relationships that stay; `before`: number of links that stay. */
  constructor(taken: ReadonlySet<string>, before: number, isDeclared: boolean) {
    this.#usedIds = taken
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

  #nextId(): string {
    for (;;) {
      this.#number += 1
      const id = `rwa${this.#number}`
      if (!this.#usedIds.has(id)) return id
    }
  }
}
