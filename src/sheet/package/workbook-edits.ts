import { quoteSheetName, toAbsoluteRange } from './cell-range.ts'
import { declaresLinks, type InnerRelationship, newIds, type Relationship } from './relationships.ts'
import { definedNames, legaliseSheetName } from './sheet-names.ts'
import type { WorkbookSheet } from './workbook-part.ts'
import { rootOf, XmlEdits } from './xml-edits.ts'
import { escapeXml, linksNamespace } from './xml-entities.ts'
import { attributeOf, childOf, childrenOf, contentOf, type XmlNode } from './xml-tree.ts'

const behind: readonly string[] = ['sheets', 'functionGroups', 'externalReferences']

interface WantedName {
  name: string
  /** A name of this sheet alone; undefined for one of the workbook. */
  sheet: string | undefined
  cells: string
}

/** Edits of the workbook part: its list of sheets, to which ours are appended, and its defined names. */
export class WorkbookEdits {
  readonly #edits: XmlEdits
  readonly #workbook: XmlNode
  readonly #known: readonly string[]
  readonly #taken: Set<string>
  readonly #newId: () => string
  readonly #links: InnerRelationship[] = []
  readonly #added: { name: string; part: string }[] = []
  readonly #names: WantedName[] = []

  constructor(text: string, known: { sheets: readonly WorkbookSheet[]; links: readonly Relationship[] }) {
    this.#edits = new XmlEdits(text)
    this.#workbook = rootOf(text, 'workbook')
    this.#known = known.sheets.map(({ name }) => name)
    this.#taken = new Set(this.#known.map((name) => name.toLowerCase()))
    this.#newId = newIds(new Set(known.links.map(({ id }) => id)))
  }

  /** Adds a sheet behind the others. Returns its name, the nearest that is free. */
  addSheet(wanted: string, part: string): string {
    const name = legaliseSheetName(wanted, this.#taken)
    this.#taken.add(name.toLowerCase())
    this.#added.push({ name, part })
    return name
  }

  addLink(type: string, part: string): string {
    const id = this.#newId()
    this.#links.push({ id, type, part })
    return id
  }

  /** `A1:C3` of one or several ranges of a sheet. Replaces an existing name: a duplicate would make the file unreadable. */
  setName(name: string, owner: string | undefined, sheet: string, ...ranges: readonly string[]): void {
    const cells = ranges.map((range) => `${quoteSheetName(sheet)}!${toAbsoluteRange(range)}`).join(',')
    this.#names.push({ name, sheet: owner, cells })
  }

  /** `sheet`: undefined for a name of the workbook. */
  removeNames(isGoing: (name: string, sheet: string | undefined) => boolean): void {
    for (const node of definedNames(this.#workbook)) {
      const position = attributeOf(node, 'localSheetId')
      const sheet = position === undefined ? undefined : this.#known[Number(position)]
      if (isGoing(attributeOf(node, 'name') ?? '', sheet)) this.#edits.remove(node)
    }
  }

  /** The new text, and the relationships that it needs. `last`: names of added sheets that go last, in this order. */
  apply(last: readonly string[] = []): { text: string; links: readonly InnerRelationship[] } {
    const sheets = childOf(this.#workbook, 'sheets')
    if (sheets === undefined) return { text: this.#edits.text, links: this.#links }
    const added = this.#added.toSorted((one, other) => last.indexOf(one.name) - last.indexOf(other.name))
    const ids = childrenOf(sheets, 'sheet').map((node) => Number(attributeOf(node, 'sheetId')) || 0)
    const declared = declaresLinks(this.#workbook) ? '' : ` xmlns:r="${linksNamespace}"`
    const xml = added.map(({ name, part }, index) => {
      const id = Math.max(0, ...ids) + index + 1
      return `<sheet${declared} name="${escapeXml(name)}" sheetId="${id}" r:id="${this.addLink('worksheet', part)}"/>`
    })
    this.#edits.append(sheets, xml.join(''))
    const order = [...this.#known, ...added.map(({ name }) => name)]
    const names = this.#names.map((wanted) => this.#nameXml(wanted, order)).join('')
    const list = childOf(this.#workbook, 'definedNames')
    if (list !== undefined) this.#edits.append(list, names)
    else if (names !== '') {
      const after = this.#workbook.children.filter((node) => behind.includes(node.name)).at(-1) ?? sheets
      this.#edits.insert(after.end, `<definedNames>${names}</definedNames>`)
    }
    return { text: this.#edits.apply(), links: this.#links }
  }

  /** Empty when the name exists, and gets its new cells in place. */
  #nameXml({ name, sheet, cells }: WantedName, order: readonly string[]): string {
    const position = sheet === undefined ? undefined : String(order.indexOf(sheet))
    const known = definedNames(this.#workbook).find(
      (node) => attributeOf(node, 'name') === name && attributeOf(node, 'localSheetId') === position,
    )
    if (known !== undefined) {
      if (contentOf(this.#edits.text, known) !== cells)
        this.#edits.replace(known.contentStart, known.contentEnd, escapeXml(cells))
      return ''
    }
    const scope = position === undefined ? '' : ` localSheetId="${position}"`
    const hidden = name.startsWith('_xlnm.Print') ? '' : ' hidden="1"'
    return `<definedName name="${name}"${scope}${hidden}>${escapeXml(cells)}</definedName>`
  }
}
