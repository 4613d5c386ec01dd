import { columnName } from '../cell.ts'
import { readTree } from '../package/part-tree.ts'
import { parseXmlBoolean, readWorkbook } from '../package/workbook-part.ts'
import { attributeOf, childOf, childrenOf, descendantsOf, type XmlNode } from '../package/xml-tree.ts'
import { withArchive } from '../package/zip-archive.ts'

/** Narrower columns (characters) and lower rows (points) are practically invisible. */
const narrowest = 0.5
const lowest = 2

/** Hidden content of a workbook, as phrases: `row 3 of Plan`, `the sheet Notes`. */
export async function listHidden(file: string): Promise<string[]> {
  return await withArchive(file, async (archive) => {
    const { sheets } = await readWorkbook(archive)
    const hidden = sheets.filter(({ isVisible }) => !isVisible).map(({ name }) => `the sheet ${name}`)
    for (const { name, part } of sheets) {
      if (part === undefined || !archive.has(part)) continue
      const found = new Set(listHiddenIn(await readTree(archive, part)))
      hidden.push(...[...found].map((what) => `${what} of ${name}`))
    }
    return hidden
  })
}

function listHiddenIn(sheet: XmlNode): string[] {
  const format = childOf(sheet, 'sheetFormatPr')
  const columns = childrenOf(childOf(sheet, 'cols'), 'col').filter((node) =>
    isUnseen(node, 'hidden', 'width', narrowest),
  )
  let number = 0
  const rows = childrenOf(childOf(sheet, 'sheetData'), 'row').flatMap((node) => {
    number = Number(attributeOf(node, 'r') ?? number + 1)
    return isUnseen(node, 'hidden', 'ht', lowest) ? `row ${number}` : []
  })
  // Some programs filter again when they open the file.
  const [filter] = descendantsOf(sheet, 'filterColumn')
  return [
    isUnseen(format, 'zeroHeight', 'defaultRowHeight', lowest) ? 'every row without a height of its own' : [],
    isUnseen(format, '', 'defaultColWidth', narrowest) ? 'every column without a width of its own' : [],
    columns.map(nameColumns),
    rows,
    filter === undefined ? [] : 'what an active filter leaves out',
  ].flat()
}

/** Marked as hidden by the one attribute, or made so small by the other. */
function isUnseen(node: XmlNode | undefined, mark: string, size: string, least: number): boolean {
  const given = attributeOf(node, size)
  return parseXmlBoolean(attributeOf(node, mark)) || (given !== undefined && Number(given) < least)
}

function nameColumns(col: XmlNode): string {
  const [from, to] = ['min', 'max'].map((side) => columnName(Number(attributeOf(col, side) ?? 1) - 1))
  return from === to ? `column ${from}` : `columns ${from} to ${to}`
}
