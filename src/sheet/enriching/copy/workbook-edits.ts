import { formatAbsoluteRange, quoteSheetName } from '../../package/cell-range.ts'
import { linksNamespace } from '../../package/namespaces.ts'
import type { Relationship } from '../../package/relationships.ts'
import { legaliseSheetName, resultColumnsName } from '../../package/sheet-names.ts'
import type { WorkbookSheet } from '../../package/workbook-part.ts'
import { rootOf, XmlEdits } from '../../package/xml-edits.ts'
import { escapeXml } from '../../package/xml-entities.ts'
import { attributeOf, childOf, childrenOf, contentOf, type XmlNode } from '../../package/xml-tree.ts'
import type { SheetEnrichment } from '../enrichment-plan.ts'
import { definedNames, firstCellReference } from '../own-sheet-names.ts'
import type { PrintName } from './own-workbook.ts'

const behind: readonly string[] = ['sheets', 'functionGroups', 'externalReferences']

/** Edits of the workbook part: its list of sheets, to which ours are appended, and its defined names. */
export class WorkbookEdits {
  readonly #edits: XmlEdits
  readonly #workbook: XmlNode
  readonly #names = new Set<string>()
  readonly #ids: Set<string>
  #sheetId: number
  #count: number
  #newSheets = ''
  #newNames = ''

  constructor(text: string, known: { sheets: readonly WorkbookSheet[]; links: readonly Relationship[] }) {
    this.#edits = new XmlEdits(text)
    this.#workbook = rootOf(text, 'workbook')
    for (const { name } of known.sheets) this.#names.add(name.toLowerCase())
    this.#count = known.sheets.length
    this.#ids = new Set(known.links.map(({ id }) => id))
    const ids = this.#sheetNodes().map((node) => Number(attributeOf(node, 'sheetId')) || 0)
    this.#sheetId = Math.max(0, ...ids)
  }

  /** Adds a sheet at the end, and a hidden name that later runs look for. */
  addSheet(wanted: string, hiddenName: string): { name: string; id: string; position: number } {
    const name = legaliseSheetName(wanted, this.#names)
    this.#names.add(name.toLowerCase())
    const id = this.#freeId()
    this.#sheetId += 1
    const attributes = `name="${escapeXml(name)}" sheetId="${this.#sheetId}" r:id="${id}"`
    this.#newSheets += `<sheet xmlns:r="${linksNamespace}" ${attributes}/>`
    this.#setName(hiddenName, undefined, firstCellReference(name))
    this.#count += 1
    return { name, id, position: this.#count - 1 }
  }

  /** `position`: index of the sheet. */
  namePrintRanges(position: number, names: readonly PrintName[]): void {
    for (const { name, cells } of names) this.#setName(name, position, cells)
  }

  freeId(): string {
    return this.#freeId()
  }

  /** Names of sheets that this run does not read are removed: their result columns count as ordinary ones. */
  nameResultColumns(given: readonly SheetEnrichment[]): void {
    const sheets = given.filter(({ columns, isTypedOver }) => columns.length > 0 && !isTypedOver)
    // When cells are only highlighted, the names of result columns stay true.
    if (sheets.length === 0) return
    const positions = new Set(sheets.map(({ position }) => position.toString()))
    for (const node of definedNames(this.#workbook)) {
      const isOfOther = !positions.has(attributeOf(node, 'localSheetId') ?? '')
      if (attributeOf(node, 'name') === resultColumnsName && isOfOther) this.#edits.remove(node)
    }
    for (const sheet of sheets) this.#nameSheetRanges(sheet)
  }

  #nameSheetRanges({ sheet, position, filter, printArea, columns, headingRow }: SheetEnrichment): void {
    const refer = (range: Parameters<typeof formatAbsoluteRange>[0]): string =>
      `${quoteSheetName(sheet)}!${formatAbsoluteRange(range)}`
    if (filter !== undefined) this.#setName('_xlnm._FilterDatabase', position, refer(filter))
    if (printArea !== undefined) this.#setName('_xlnm.Print_Area', position, refer(printArea))
    const indexes = columns.map(({ index }) => index)
    const [left, right] = [Math.min(...indexes), Math.max(...indexes)]
    this.#setName(resultColumnsName, position, refer({ top: headingRow, left, bottom: headingRow, right }))
  }

  apply(): string {
    const workbook = this.#workbook
    const sheets = childOf(workbook, 'sheets')
    if (sheets === undefined) return this.#edits.text
    this.#edits.append(sheets, this.#newSheets)
    this.#newSheets = ''
    const names = childOf(workbook, 'definedNames')
    if (names !== undefined) this.#edits.append(names, this.#newNames)
    else if (this.#newNames !== '') {
      const after = workbook.children.filter((node) => behind.includes(node.name)).at(-1) ?? sheets
      this.#edits.insert(after.end, `<definedNames>${this.#newNames}</definedNames>`)
    }
    this.#newNames = ''
    return this.#edits.apply()
  }

  /** Replaces an existing name: a duplicate would make the workbook unreadable. */
  #setName(name: string, position: number | undefined, text: string): void {
    const known = definedNames(this.#workbook).find(
      (node) => attributeOf(node, 'name') === name && attributeOf(node, 'localSheetId') === position?.toString(),
    )
    if (known === undefined) {
      this.#addName(name, position, text)
    } else if (contentOf(this.#edits.text, known) !== text) {
      this.#edits.replace(known.contentStart, known.contentEnd, escapeXml(text))
    }
  }

  #addName(name: string, position: number | undefined, text: string): void {
    const place = position === undefined ? '' : ` localSheetId="${position}"`
    const hidden = name.startsWith('_xlnm.Print') ? '' : ' hidden="1"'
    this.#newNames += `<definedName name="${name}"${place}${hidden}>${escapeXml(text)}</definedName>`
  }

  #sheetNodes(): XmlNode[] {
    return childrenOf(childOf(this.#workbook, 'sheets'), 'sheet')
  }

  #freeId(): string {
    for (let number = 1; ; number += 1) {
      const id = `rwa${number}`
      if (this.#ids.has(id)) continue
      this.#ids.add(id)
      return id
    }
  }
}
