import { fetchAgain, inputError, saveAsXlsx } from '../input-error.ts'
import { readRelationships } from './relationships.ts'
import { scanPart } from './scan-part.ts'
import type { XmlHandler } from './xml-handler.ts'
import type { XmlTag } from './xml-tag.ts'
import { partKey, type ZipArchive } from './zip-archive.ts'

/** @throws BatchError `input` that names the actual type of another zip archive. */
export async function findWorkbookPart(archive: ZipArchive): Promise<string> {
  refuseOtherArchives(archive)
  if (!archive.has('[Content_Types].xml')) {
    const isWorkbook = archive.names.some((name) => name.startsWith('xl/'))
    if (isWorkbook) throw inputError(archive.file, 'is incomplete: the list of its parts is missing', fetchAgain)
    throw inputError(
      archive.file,
      'is a zip archive, not a workbook',
      'Unpack it and use the workbook or CSV file inside.',
    )
  }
  const types = new ContentTypes()
  await scanPart(archive, '[Content_Types].xml', types)
  const links = await readRelationships(archive, '')
  const part = links.find((link) => link.type === 'officeDocument')?.part ?? types.findWorkbook()
  if (part === undefined) throw inputError(archive.file, 'is incomplete: it names no workbook', fetchAgain)
  refuseOtherDocuments(archive.file, types.typeOf(part))
  if (!archive.has(part)) throw inputError(archive.file, `is incomplete: its part ${part} is missing`, fetchAgain)
  return part
}

class ContentTypes implements XmlHandler {
  readonly wantsText = false
  readonly #byPart = new Map<string, string>()
  readonly #byExtension = new Map<string, string>()

  open(name: string, tag: XmlTag): void {
    const type = (tag.attribute('ContentType') ?? '').toLowerCase()
    if (name === 'Override') this.#byPart.set(partKey(tag.attribute('PartName') ?? ''), type)
    else if (name === 'Default') this.#byExtension.set((tag.attribute('Extension') ?? '').toLowerCase(), type)
  }

  text(): void {}
  close(): void {}

  typeOf(part: string): string {
    const key = partKey(part)
    return this.#byPart.get(key) ?? this.#byExtension.get(key.replace(/^.*\./, '')) ?? ''
  }

  findWorkbook(): string | undefined {
    for (const [part, type] of this.#byPart) {
      if (/(?:spreadsheetml\.(?:sheet|template)|macroenabled)\.main\+xml$/.test(type)) return part
    }
    return undefined
  }
}

function refuseOtherDocuments(file: string, type: string): void {
  if (type.includes('sheet.binary')) throw refuseBinary(file)
  if (type.includes('wordprocessingml') || type.includes('ms-word')) {
    throw inputError(file, 'is a Word document, not a workbook', 'Copy the table into a workbook and save it as .xlsx.')
  }
  if (type.includes('presentationml') || type.includes('ms-powerpoint')) {
    throw inputError(file, 'is a PowerPoint presentation, not a workbook', 'Use the workbook that the rows come from.')
  }
}

function refuseBinary(file: string): Error {
  return inputError(file, 'is a binary workbook (.xlsb), which is not read', saveAsXlsx)
}

function refuseOtherArchives(archive: ZipArchive): void {
  const { file, names } = archive
  if (archive.has('xl/workbook.bin')) throw refuseBinary(file)
  if (archive.has('content.xml') && (archive.has('mimetype') || archive.has('meta-inf/manifest.xml'))) {
    throw inputError(file, 'is an OpenDocument file (.ods), which is not read', saveAsXlsx)
  }
  if (names.some((name) => name.endsWith('.iwa'))) {
    throw inputError(file, 'is an Apple Numbers document, which is not read', 'In Numbers: File, Export To, Excel.')
  }
  if (names.length === 0) throw inputError(file, 'is an empty zip archive, not a workbook', 'Use the workbook itself.')
}
