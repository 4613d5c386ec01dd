import { type FileRefusal, fetchAgain, inputError, refuseFile, unreadFormat } from '../input-error.ts'
import { limits } from '../limits.ts'
import type { SheetInfo } from '../source.ts'
import { type PackageSource, readTree, refuseMany } from './part-tree.ts'
import { readRelationships } from './relationships.ts'
import { decodeOfficeEscapes } from './xml-entities.ts'
import { attributeOf, childOf, childrenOf, type XmlNode } from './xml-tree.ts'
import { partKey } from './zip-archive.ts'

export interface WorkbookSheet extends SheetInfo {
  /** Undefined when the workbook lists a sheet without a part. */
  part: string | undefined
}

export interface Workbook {
  part: string
  sheets: readonly WorkbookSheet[]
  /** Dates count from 1904-01-01 (old Excel for Mac). */
  is1904: boolean
  stylesPart: string
  stringsPart: string
}

const notWorksheets = /^(?:chartsheet|dialogsheet|xl(?:intl)?macrosheet)$/i

/** @throws BatchError `input` that names the actual type of another zip archive. */
export async function readWorkbook(archive: PackageSource): Promise<Workbook> {
  const part = await findWorkbookPart(archive)
  const root = await readTree(archive, part)
  if (root.name !== 'workbook')
    throw inputError(archive.file, 'is no workbook: its main part is another kind of document', fetchAgain)
  const sheets = childrenOf(childOf(root, 'sheets'), 'sheet')
  refuseMany(archive, part, sheets, limits.sheets)
  const links = await readRelationships(archive, part, limits.relationships.workbook)
  const byId = new Map(links.toReversed().map((link) => [link.id, link]))
  const folder = part.slice(0, part.lastIndexOf('/') + 1)
  // Some writers omit the relationships to shared strings and styles; both have usual names.
  const partOfType = (type: string): string => links.find((link) => link.type === type)?.part ?? `${folder}${type}.xml`
  const ownerOf = new Map<string | undefined, string>()
  return {
    part,
    sheets: sheets.map((node) => {
      const link = byId.get(attributeOf(node, 'id') ?? '')
      const name = decodeOfficeEscapes(attributeOf(node, 'name') ?? '')
      const sheetPart = link?.part
      const owner = ownerOf.get(sheetPart)
      if (owner !== undefined && sheetPart !== undefined) {
        throw inputError(archive.file, `is damaged: its sheets "${owner}" and "${name}" are one part`, fetchAgain)
      }
      ownerOf.set(sheetPart, name)
      const isOther = notWorksheets.test(link?.type ?? '')
      const hasContent = sheetPart !== undefined && archive.has(sheetPart)
      return {
        name,
        isVisible: !/hidden$/i.test(attributeOf(node, 'state') ?? ''),
        isWorksheet: hasContent && !isOther,
        isWithoutContent: !hasContent && !isOther,
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

async function findWorkbookPart(archive: PackageSource): Promise<string> {
  const other = otherArchives.find(([fits]) => fits(archive))
  if (other !== undefined) throw refuseFile(archive.file, [other[1], other[2]])
  const types = await readTree(archive, '[Content_Types].xml')
  const links = await readRelationships(archive, '', limits.relationships.workbook)
  const named = childrenOf(types, 'Override').find((node) => workbookType.test(typeOf(node)))
  const part = links.find(({ type }) => type === 'officeDocument')?.part ?? (named && partOf(named))
  if (part === undefined) throw inputError(archive.file, 'is incomplete: it names no workbook', fetchAgain)
  const type = typeOfPart(types, part)
  const document = otherDocuments.find(([named]) => named.test(type))
  if (document !== undefined) throw refuseFile(archive.file, [document[1], document[2]])
  if (!archive.has(part)) throw inputError(archive.file, `is incomplete: its part ${part} is missing`, fetchAgain)
  return part
}

const workbookType = /(?:spreadsheetml\.(?:sheet|template)|macroenabled)\.main\+xml$/

/** The content type of a part in lower case: its own, else that of its extension; `types` is the list's root. */
export function typeOfPart(types: XmlNode, part: string): string {
  const extension = part.replace(/^.*\./, '').toLowerCase()
  const own = childrenOf(types, 'Override').findLast((node) => partOf(node) === partKey(part))
  const usual = childrenOf(types, 'Default').findLast(
    (node) => attributeOf(node, 'Extension')?.toLowerCase() === extension,
  )
  return typeOf(own ?? usual)
}

function typeOf(node: XmlNode | undefined): string {
  return (attributeOf(node, 'ContentType') ?? '').toLowerCase()
}

function partOf(node: XmlNode): string {
  return partKey(attributeOf(node, 'PartName') ?? '')
}

const binary: FileRefusal = ['Excel, binary (.xlsb)', unreadFormat]

/** By the content type of the main part. */
const otherDocuments: readonly (readonly [type: RegExp, ...FileRefusal])[] = [
  [/sheet\.binary/, ...binary],
  [
    /wordprocessingml|ms-word/,
    'is a Word document, not a workbook',
    'Copy the table into a workbook and save it as .xlsx.',
  ],
  [
    /presentationml|ms-powerpoint/,
    'is a PowerPoint presentation, not a workbook',
    'Use the workbook that the rows come from.',
  ],
]

const lacksTypes = (archive: PackageSource): boolean => !archive.has('[Content_Types].xml')

/** The first that fits. */
const otherArchives: readonly (readonly [fits: (archive: PackageSource) => boolean, ...FileRefusal])[] = [
  [(archive) => archive.has('xl/workbook.bin'), ...binary],
  [
    (archive) => archive.has('content.xml') && (archive.has('mimetype') || archive.has('meta-inf/manifest.xml')),
    'OpenDocument (.ods)',
    unreadFormat,
  ],
  [
    ({ names }) => names.some((name) => name.endsWith('.iwa')),
    'is an Apple Numbers document, which is not read',
    'In Numbers: File, Export To, Excel.',
  ],
  [({ names }) => names.length === 0, 'is an empty zip archive, not a workbook', 'Use the workbook itself.'],
  [
    (archive) => lacksTypes(archive) && archive.names.some((name) => name.startsWith('xl/')),
    'is incomplete: the list of its parts is missing',
    fetchAgain,
  ],
  [lacksTypes, 'is a zip archive, not a workbook', 'Unpack it and use the workbook or CSV file inside.'],
]
