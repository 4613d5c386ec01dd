import { newIds, relationshipXml } from './relationships.ts'
import { escapeXml, linksNamespace } from './xml-entities.ts'
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

/** Links of a sheet, kept until all its rows are written: hyperlinks follow the rows. */
export class LinkCollector {
  /** Their elements, and their relationships. */
  xml = ''
  relationships = ''
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
      this.xml += `<hyperlink ref="${cell}" location="${escapeXml(link.location)}"/>`
      return
    }
    const id = this.#nextId()
    const declared = this.#isDeclared ? '' : ` xmlns:r="${linksNamespace}"`
    this.xml += `<hyperlink${declared} ref="${cell}" r:id="${id}"/>`
    this.relationships += relationshipXml({ id, type: 'hyperlink', target: link.href, isExternal: true })
  }
}
