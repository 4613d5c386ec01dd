import { TextBuffer } from '../../package/text-buffer.ts'
import { withPrefix } from '../../package/xml-edits.ts'
import { escapeXml } from '../../package/xml-entities.ts'
import { childOf, parseXml } from '../../package/xml-tree.ts'
import type { Link } from '../../writing/link.ts'

/** Excel's limit. */
const maxSheetLinks = 65_530

export interface LinkNamespaces {
  relationships: string
  /** Prefix of the sheet's elements: `x:` or empty. */
  prefix: string
  /** The sheet's root element declares `r:`. */
  isDeclared: boolean
}

export function declaresLinkNamespace(head: string, relationships: string): boolean {
  const root = childOf(parseXml(head), 'worksheet')
  const [, double, single] = /\sxmlns:r\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(root?.attributes ?? '') ?? []
  return (double ?? single) === relationships
}

/** Links of added cells, kept until all rows are written: hyperlinks follow the rows. */
export class LinkCollector {
  readonly elements = new TextBuffer()
  readonly relationships = new TextBuffer()
  readonly #usedIds: ReadonlySet<string>
  readonly #names: LinkNamespaces
  readonly #before: number
  #number = 0
  count = 0

  /** `taken`: identifiers of the relationships that stay; `before`: number of links that stay. */
  constructor(taken: ReadonlySet<string>, before: number, names: LinkNamespaces) {
    this.#usedIds = taken
    this.#before = before
    this.#names = names
  }

  get hasCapacity(): boolean {
    return this.#before + this.count < maxSheetLinks
  }

  add(cell: string, link: Link): void {
    this.count += 1
    const { relationships, prefix, isDeclared } = this.#names
    if (link.kind === 'cell') {
      this.elements.add(withPrefix(`<hyperlink ref="${cell}" location="${escapeXml(link.location)}"/>`, prefix))
      return
    }
    const id = this.#nextId()
    const declared = isDeclared ? '' : ` xmlns:r="${relationships}"`
    this.elements.add(withPrefix(`<hyperlink${declared} ref="${cell}" r:id="${id}"/>`, prefix))
    const target = escapeXml(link.href)
    this.relationships.add(
      `<Relationship Id="${id}" Type="${relationships}/hyperlink" Target="${target}" TargetMode="External"/>`,
    )
  }

  #nextId(): string {
    for (;;) {
      this.#number += 1
      const id = `rwa${this.#number}`
      if (!this.#usedIds.has(id)) return id
    }
  }
}
