import type { Link } from '../writing/link.ts'
import { escapeXml } from '../writing/safe-text.ts'
import { TextBuffer } from '../writing/text-buffer.ts'
import { withPrefix } from './xml-edits.ts'
import { childOf, parseXml } from './xml-tree.ts'

/** Excel takes no more in a sheet. */
const maxSheetLinks = 65_530

export interface LinkNamespaces {
  /** The namespace of what a link leads to. */
  relationships: string
  /** Of the sheet's own elements: `x:` or nothing. */
  prefix: string
  /** Whether the sheet says once, at its top, what `r:` stands for. */
  isDeclared: boolean
}

/** Whether a worksheet whose rows follow this declares `r:` as spreadsheet programs do. */
export function declaresLinkNamespace(head: string, relationships: string): boolean {
  const root = childOf(parseXml(head), 'worksheet')
  const [, double, single] = /\sxmlns:r\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(root?.attributes ?? '') ?? []
  return (double ?? single) === relationships
}

/** The links of the cells that were put into a sheet, kept until its rows have passed. */
export class LinkCollector {
  readonly elements = new TextBuffer()
  readonly relationships = new TextBuffer()
  readonly #usedIds: ReadonlySet<string>
  readonly #names: LinkNamespaces
  readonly #before: number
  #number = 0
  count = 0

  /** `taken`: the identifiers of the relationships that stay; `before`: the links that stay. */
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
