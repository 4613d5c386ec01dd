import { fetchAgain, inputError } from '../input-error.ts'
import { limits } from '../limits.ts'
import type { SheetInfo } from '../source.ts'
import type { PackageSource } from './package-source.ts'
import { readTree, refuseMany } from './part-tree.ts'
import { readRelationships } from './relationships.ts'
import { decodeOfficeEscapes } from './xml-entities.ts'
import { attributeOf, childOf, childrenOf } from './xml-tree.ts'

export interface WorkbookSheet extends SheetInfo {
  /** Undefined when the workbook lists a sheet without a part. */
  part: string | undefined
}

export interface Workbook {
  sheets: readonly WorkbookSheet[]
  /** Dates count from 1904-01-01 (old Excel for Mac). */
  is1904: boolean
  stylesPart: string
  stringsPart: string
}

const notWorksheets = /^(?:chartsheet|dialogsheet|xl(?:intl)?macrosheet)$/i

export async function readWorkbook(archive: PackageSource, part: string): Promise<Workbook> {
  const root = await readTree(archive, part)
  if (root.name !== 'workbook')
    throw inputError(archive.file, 'is no workbook: its main part is another kind of document', fetchAgain)
  const sheets = childrenOf(childOf(root, 'sheets'), 'sheet')
  refuseMany(archive, part, sheets, limits.sheets)
  const links = await readRelationships(archive, part, undefined, limits.relationships.workbook)
  const byId = new Map(links.toReversed().map((link) => [link.id, link]))
  const folder = part.slice(0, part.lastIndexOf('/') + 1)
  // Some writers omit the relationships to shared strings and styles; both have usual names.
  const partOfType = (type: string): string => links.find((link) => link.type === type)?.part ?? `${folder}${type}.xml`
  const ownerOf = new Map<string | undefined, string>()
  return {
    sheets: sheets.map((node) => {
      const link = byId.get(attributeOf(node, 'id') ?? '')
      const name = decodeOfficeEscapes(attributeOf(node, 'name') ?? '')
      const sheetPart = link?.part
      const owner = ownerOf.get(sheetPart)
      if (owner !== undefined && sheetPart !== undefined) {
        throw inputError(archive.file, `is damaged: its sheets "${owner}" and "${name}" are one part`, fetchAgain)
      }
      ownerOf.set(sheetPart, name)
      return {
        name,
        isVisible: !/hidden$/i.test(attributeOf(node, 'state') ?? ''),
        isWorksheet: !notWorksheets.test(link?.type ?? ''),
        part: sheetPart,
      }
    }),
    is1904: parseXmlBoolean(attributeOf(childOf(root, 'workbookPr'), 'date1904')),
    stylesPart: partOfType('styles'),
    stringsPart: partOfType('sharedStrings'),
  }
}

export function parseXmlBoolean(value: string | undefined): boolean {
  return value === '1' || value === 'true' || value === 'on'
}
