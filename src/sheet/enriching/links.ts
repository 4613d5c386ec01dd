import { KeptText } from '../writing/kept-text.ts'
import type { Link } from '../writing/link.ts'
import { escapeXml } from '../writing/safe-text.ts'
import { withPrefix } from './xml-edits.ts'

/** Excel takes no more in a sheet. */
const mostLinks = 65_530

export interface LinkNamespaces {
  relationships: string
  prefix: string
}

/** The links of the cells that were put into a sheet, kept until its rows have passed. */
export class LinkKeeper {
  readonly elements = new KeptText()
  readonly relationships = new KeptText()
  readonly #taken: ReadonlySet<string>
  readonly #names: LinkNamespaces
  readonly #before: number
  #number = 0
  count = 0

  /** `taken`: the identifiers of the relationships that stay; `before`: the links that stay. */
  constructor(taken: ReadonlySet<string>, before: number, names: LinkNamespaces) {
    this.#taken = taken
    this.#before = before
    this.#names = names
  }

  get hasRoom(): boolean {
    return this.#before + this.count < mostLinks
  }

  add(cell: string, link: Link): void {
    this.count += 1
    const { relationships, prefix } = this.#names
    if (link.kind === 'cell') {
      this.elements.add(withPrefix(`<hyperlink ref="${cell}" location="${escapeXml(link.location)}"/>`, prefix))
      return
    }
    const id = this.#nextId()
    this.elements.add(withPrefix(`<hyperlink xmlns:r="${relationships}" ref="${cell}" r:id="${id}"/>`, prefix))
    const target = escapeXml(link.href)
    this.relationships.add(
      `<Relationship Id="${id}" Type="${relationships}/hyperlink" Target="${target}" TargetMode="External"/>`,
    )
  }

  #nextId(): string {
    do this.#number += 1
    while (this.#taken.has(`rwa${this.#number}`))
    return `rwa${this.#number}`
  }
}
