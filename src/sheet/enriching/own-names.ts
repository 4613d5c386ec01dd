import { sheetInFormulas } from './cell-range.ts'
import { attributeOf, childOf, childrenOf, contentOf, parseXml, type XmlNode } from './xml-tree.ts'

const lead = '_rwa.'
/** Marks the heading cells of our columns in each sheet that has some. */
export const columnsName = `${lead}Results`

/** The hidden name that marks a sheet of ours, whatever it is called later: `_rwa.Summary` names a cell of it. */
export function ownName(sheet: string): string {
  return lead + sheet.replace(/[^\p{L}\p{N}]+/gu, '_').replace(/_$/, '')
}

/** The hidden names of a workbook that mark sheets of ours, and the sheet that each is now. */
export function findOwnSheets(workbookXml: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const node of definedNames(childOf(parseXml(workbookXml), 'workbook'))) {
    const name = attributeOf(node, 'name') ?? ''
    if (!name.startsWith(lead) || name === columnsName) continue
    const sheet = sheetOf(contentOf(workbookXml, node))
    if (sheet !== undefined) found.set(name, sheet)
  }
  return found
}

/** A name that tells of our columns in the sheets of these places: of their filter, of what is printed, of where they are. */
export function isOurName(node: XmlNode, positions: ReadonlySet<string>): boolean {
  const name = attributeOf(node, 'name') ?? ''
  const isOfSheet = /^_xlnm\.(?:_FilterDatabase|Print_Area)$/.test(name)
  return name.startsWith(lead) || (isOfSheet && positions.has(attributeOf(node, 'localSheetId') ?? ''))
}

export function definedNames(workbook: XmlNode | undefined): XmlNode[] {
  return childrenOf(childOf(workbook, 'definedNames'), 'definedName')
}

/** The sheet of `'Q2 2026'!$A$1` or `Summary!$A$1`. */
function sheetOf(reference: string): string | undefined {
  const match = /^(?:'((?:[^']|'')+)'|([^'!]+))!\$?[A-Z]+\$?\d+$/i.exec(reference.replace(/^\$/, ''))
  return match?.[1]?.replaceAll("''", "'") ?? match?.[2]
}

export function nameCell(sheet: string): string {
  return `${sheetInFormulas(sheet)}!$A$1`
}
