import { sheetInFormulas } from './cell-range.ts'
import { attributeOf, childOf, childrenOf, contentOf, parseXml, type XmlNode } from './xml-tree.ts'

const lead = '_rwa.'
/** Marks the heading cells of our columns in each sheet that has some. */
export const columnsName = `${lead}Results`

/** The hidden name that marks a sheet of ours, whatever it is called later: `_rwa.Summary` names a cell of it. */
export function ownName(sheet: string): string {
  return lead + sheet.replace(/[^\p{L}\p{N}]+/gu, '_').replace(/_$/, '')
}

/** A workbook that is ours as a whole has no such names: it always has these sheets, the first with the rows. */
const [tableTitle, ...otherTitles] = ['Results', 'Summary', 'Problems', 'Unknown', 'Orphans'] as const
const seldomTitles = ['Changed', 'Corrections', 'Decisions']

/** The hidden names of a workbook that mark sheets of ours, and the sheet that each is now. */
export function findOwnSheets(workbookXml: string): Map<string, string> {
  const found = new Map<string, string>()
  const workbook = childOf(parseXml(workbookXml), 'workbook')
  for (const node of definedNames(workbook)) {
    const name = attributeOf(node, 'name') ?? ''
    if (!name.startsWith(lead) || name === columnsName) continue
    const sheet = sheetOf(contentOf(workbookXml, node))
    if (sheet !== undefined) found.set(name, sheet)
  }
  if (found.size > 0) return found
  const titles = titlesOfWhole(workbook)
  const ours = [...otherTitles, ...seldomTitles].filter((title) => titles.has(title))
  return new Map(ours.map((title) => [ownName(title), title]))
}

/** Of a workbook that is ours as a whole; else none. */
function titlesOfWhole(workbook: XmlNode | undefined): ReadonlySet<string> {
  const sheets = childrenOf(childOf(workbook, 'sheets'), 'sheet')
  const titles = new Set(sheets.map((node) => attributeOf(node, 'name') ?? ''))
  return [tableTitle, ...otherTitles].every((title) => titles.has(title)) ? titles : new Set()
}

/** Whether it is ours as a whole and draws its results: charts in it would go on showing the earlier ones. */
export function hasOwnCharts(workbookXml: string): boolean {
  return titlesOfWhole(childOf(parseXml(workbookXml), 'workbook')).has('Charts')
}

const isTable = new RegExp(`^${tableTitle}(?: \\(\\d+\\))?$`)

/** The sheets that have columns of ours: those that the run which wrote the workbook has read. */
export function findFilledSheets(workbookXml: string): string[] {
  const workbook = childOf(parseXml(workbookXml), 'workbook')
  const found = definedNames(workbook).flatMap((node) =>
    attributeOf(node, 'name') === columnsName ? (sheetOf(contentOf(workbookXml, node)) ?? []) : [],
  )
  return found.length > 0 ? found : [...titlesOfWhole(workbook)].filter((title) => isTable.test(title))
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

/** The sheet of `'Q2 2026'!$A$1`, `Summary!$A$1` or `Trips!$D$3:$H$3`. */
function sheetOf(reference: string): string | undefined {
  const match = /^(?:'((?:[^']|'')+)'|([^'!]+))!\$?[A-Z]+\$?\d+(?::\$?[A-Z]+\$?\d+)?$/i.exec(
    reference.replace(/^\$/, ''),
  )
  return match?.[1]?.replaceAll("''", "'") ?? match?.[2]
}

export function nameCell(sheet: string): string {
  return `${sheetInFormulas(sheet)}!$A$1`
}
