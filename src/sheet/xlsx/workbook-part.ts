import { fetchAgain, inputError } from '../input-error.ts'
import { limits } from '../limits.ts'
import type { SheetInfo } from '../source.ts'
import { readRelationships } from './relationships.ts'
import { scanPart } from './scan-part.ts'
import { decodeOfficeEscapes } from './xml-entities.ts'
import { XmlError } from './xml-error.ts'
import type { XmlHandler } from './xml-handler.ts'
import type { XmlTag } from './xml-tag.ts'
import type { ZipArchive } from './zip-archive.ts'

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

export async function readWorkbook(archive: ZipArchive, part: string): Promise<Workbook> {
  const handler = new WorkbookHandler()
  await scanPart(archive, part, handler)
  if (!handler.isWorkbook) {
    throw inputError(archive.file, 'is no workbook: its main part is another kind of document', fetchAgain)
  }
  const links = await readRelationships(archive, part)
  const byId = new Map(links.toReversed().map((link) => [link.id, link]))
  const folder = part.slice(0, part.lastIndexOf('/') + 1)
  // Some writers omit the relationships to shared strings and styles; both have usual names.
  const partOfType = (type: string): string => links.find((link) => link.type === type)?.part ?? `${folder}${type}.xml`
  return {
    sheets: handler.sheets.map(({ id, name, isVisible }) => {
      const link = byId.get(id)
      return { name, isVisible, isWorksheet: !notWorksheets.test(link?.type ?? ''), part: link?.part }
    }),
    is1904: handler.is1904,
    stylesPart: partOfType('styles'),
    stringsPart: partOfType('sharedStrings'),
  }
}

class WorkbookHandler implements XmlHandler {
  readonly wantsText = false
  readonly sheets: { id: string; name: string; isVisible: boolean }[] = []
  is1904 = false
  isWorkbook = false
  #depth = 0

  /** Checks the depth: Excel's extensions have another `workbookPr`, without the date system. */
  open(name: string, tag: XmlTag): void {
    this.#depth += 1
    if (name === 'workbook' && this.#depth === 1) {
      this.isWorkbook = true
    } else if (name === 'workbookPr' && this.#depth === 2) {
      this.is1904 = parseXmlBoolean(tag.attribute('date1904'))
    } else if (name === 'sheet' && this.#depth === 3) {
      if (this.sheets.length === limits.sheets) throw new XmlError('too-large', `more than ${limits.sheets} sheets`)
      this.sheets.push({
        id: tag.attributeOfAnyPrefix('id') ?? '',
        name: decodeOfficeEscapes(tag.attribute('name') ?? ''),
        isVisible: !/hidden$/i.test(tag.attribute('state') ?? ''),
      })
    }
  }

  text(): void {}

  close(): void {
    this.#depth -= 1
  }
}

export function parseXmlBoolean(value: string | undefined): boolean {
  return value === '1' || value === 'true' || value === 'on'
}
