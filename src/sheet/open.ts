import { open, stat } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { BatchError, codeOf, messageOf } from '../support/errors.ts'
import { openCsv } from './csv/csv-source.ts'
import { detectTextEncoding } from './csv/text-encoding.ts'
import { type FileRefusal, inputError, refuseFile, saveAsXlsx, unreadFormat } from './input-error.ts'
import { openXlsx } from './reading/xlsx-source.ts'
import type { EncodingDoubt, OpenOptions, SheetSource } from './source.ts'

const headBytes = 65_536

/**
 * Opens a workbook or a CSV file, told apart by content. The caller closes the source. Reading its rows fails when the
 * file was changed since it was opened.
 * @throws BatchError `input` with one sentence on what the file is and a hint on what to do.
 */
export async function openSheet(file: string, options: OpenOptions): Promise<SheetSource> {
  refuseLink(file)
  const first = await readFileVersion(file)
  const { nature, head, directory } = await readHead(file)
  const requireSteady = (): Promise<void> => requireUnchanged(file, first)
  if (nature === 'zip') return await openXlsx(file, options, requireSteady)
  if (nature !== 'text') throw refuseFile(file, nature === 'ole' ? identifyOle(directory) : nature)
  refuseByName(file)
  return await openCsv(file, options, requireSteady, head)
}

/** Of a text file whose encoding is a guess. @throws BatchError `input` for a file that cannot be read. */
export async function findEncodingDoubt(file: string): Promise<EncodingDoubt | undefined> {
  const { nature, head } = await readHead(file)
  return nature === 'text' ? (await detectTextEncoding(file, head, undefined)).guess?.doubt : undefined
}

/** Changes whenever the file at this path is written or replaced. */
async function readFileVersion(file: string): Promise<string> {
  try {
    const { dev, ino, size, mtimeMs } = await stat(file)
    return `${dev}:${ino}:${size}:${mtimeMs}`
  } catch (error) {
    throw explainOpenFailure(file, error)
  }
}

/** A file that was saved or copied during reading may have been read in part. */
async function requireUnchanged(file: string, first: string): Promise<void> {
  const now = await readFileVersion(file).catch(() => 'gone')
  const hint = 'Wait until it is saved or copied completely, and try again.'
  if (now !== first) throw inputError(file, 'was changed while it was read', hint)
}

/** `directory`: of an OLE2 file, the bytes at the offset of its directory. */
async function readHead(file: string): Promise<{ nature: FileType; head: Buffer; directory: Buffer }> {
  try {
    const facts = await stat(file)
    if (facts.isDirectory()) throw inputError(file, ...folder)
    // Opening a pipe would wait for its writer.
    if (!facts.isFile()) throw inputError(file, 'is no regular file', 'Save the rows to a file and name that.')
    const handle = await open(file, 'r')
    try {
      const head = Buffer.alloc(Math.min(headBytes, facts.size))
      await handle.read(head, 0, head.length, 0)
      const nature = identifyFile(head, facts.size)
      const hasDirectory = nature === 'ole' && head.length >= 512
      const directory = Buffer.alloc(hasDirectory ? head.length : 0)
      if (hasDirectory) await handle.read(directory, 0, directory.length, directoryOffset(head))
      return { nature, head, directory }
    } finally {
      await handle.close()
    }
  } catch (error) {
    throw explainOpenFailure(file, error)
  }
}

/** An OLE2 header has the directory's first sector at byte 48, and the sector size as a power of two at byte 30. */
function directoryOffset(head: Buffer): number {
  const sectorBytes = 2 ** Math.min(head.readUInt16LE(30), 12)
  return (head.readUInt32LE(48) + 1) * sectorBytes
}

const folder: FileRefusal = ['is a folder, not a file', 'Name the workbook or CSV file in it.']
const missing: FileRefusal = ['does not exist', 'Check the name and the folder.']
const forbidden: FileRefusal = ['may not be read', 'Ask for the right to read it, or copy it to a folder of yours.']
const openFailures: ReadonlyMap<string | undefined, FileRefusal> = new Map([
  ['ENOENT', missing],
  ['ENOTDIR', missing],
  ['EISDIR', folder],
  ['EACCES', forbidden],
  ['EPERM', forbidden],
  ['EBUSY', ['is locked by another program', 'Close it there and try again.']],
])

function explainOpenFailure(file: string, error: unknown): unknown {
  const code = codeOf(error)
  const known = openFailures.get(code)
  if (known !== undefined) return inputError(file, ...known)
  // The process's or system's limit on open files is not a fault of this file.
  if (error instanceof BatchError || code === 'EMFILE' || code === 'ENFILE') return error
  return inputError(file, 'cannot be read from its disk', 'Copy it to a local folder and try again.', messageOf(error))
}

/** Files that are not tables, though their content may be text. */
const otherExtensions = /^\.(?:md|jsonl?|ya?ml|m?js|ts|py|sh|eml|ics|vcf|url|webloc)$/
const downloadSheet = 'In Google Sheets choose File, Download, Microsoft Excel (.xlsx), and name the file that you get.'

/** @throws BatchError `input` for a web address, which is not fetched. */
function refuseLink(file: string): void {
  if (!/^https?:\/\//i.test(file)) return
  const isGoogle = /^https?:\/\/(?:docs|sheets|drive)\.google\.com\//i.test(file)
  const hint = isGoogle ? downloadSheet : 'Download the file first, and name it.'
  throw inputError(file, isGoogle ? 'is a link to Google Sheets, not a file' : 'is a link, not a file', hint)
}

/** @throws BatchError `input` for a text file whose extension is not that of a table. */
function refuseByName(file: string): void {
  const name = basename(file)
  const extension = extname(name).toLowerCase()
  if (name.startsWith('~$')) throw inputError(file, lockFile, `Name the workbook itself: ${name.slice(2)}.`)
  if (extension === '.gsheet') throw inputError(file, 'is a link to Google Sheets, not a table', downloadSheet)
  if (extension === '.numbers') {
    const hint = 'In Numbers choose File, Export To, Excel, and use that file.'
    throw inputError(file, 'is an Apple Numbers document, not a workbook', hint)
  }
  if (!otherExtensions.test(extension)) return
  const hint = 'Name the workbook (.xlsx) or the CSV file that holds the rows.'
  throw inputError(file, `is a ${extension} file, not a table`, hint)
}

export const lockFile = 'is the lock file (its name starts with ~$) that Excel keeps beside an open workbook'

/** Judged by content, not by name. */
export type FileType = 'zip' | 'text' | 'ole' | FileRefusal

const unpack = 'Unpack it first and use the workbook or CSV file inside.'
const useSpreadsheet = 'Use the spreadsheet itself, saved as .xlsx or .csv.'

/** First bytes (Latin-1) of files handed in by mistake. */
const signatures: readonly (readonly [start: RegExp, ...FileRefusal])[] = [
  [/^\x1f\x8b/, 'is a gzip archive, not a spreadsheet', unpack],
  [/^7z\xbc\xaf'\x1c/, 'is a 7-Zip archive, not a spreadsheet', unpack],
  [/^Rar!\x1a\x07/, 'is a RAR archive, not a spreadsheet', unpack],
  [/^%PDF-/, 'is a PDF document, not a spreadsheet', useSpreadsheet],
  [/^(?:\x89PNG|\xff\xd8\xff)/, 'is a picture, not a spreadsheet', useSpreadsheet],
  [/^(?:\xff\xfe\0\0|\0\0\xfe\xff)/, 'is text in UTF-32, which is not read', 'Save it as CSV UTF-8, or as .xlsx.'],
  // xz, bzip2, RTF, SQLite, Parquet, SYLK, Excel before 1993
  [
    /^(?:\xfd7zXZ\0|BZh|\{\\rtf|SQLite format 3\0|PAR1|ID;PWXL|\t[\x02\x04\x08])/,
    'is neither a workbook (.xlsx) nor a CSV file',
    'Open it in the program that it comes from, and save it as .xlsx or .csv.',
  ],
]

/** `head`: the first 64 KiB are enough. */
export function identifyFile(head: Buffer, sizeBytes: number): FileType {
  if (sizeBytes === 0) return ['is empty (0 bytes)', 'Check that it was saved or copied completely.']
  const start = head.toString('latin1', 0, 16)
  if (start.startsWith('PK\x03\x04') || start.startsWith('PK\x05\x06')) return 'zip'
  if (start.startsWith('\xd0\xcf\x11\xe0')) return 'ole'
  // Excel's: the length of the user's name, the name padded with spaces, then both again in UTF-16.
  const [nameLength = 255] = head
  if (sizeBytes === 165 && nameLength <= 54 && nameLength === head[55]) return [lockFile, 'Name the workbook itself.']
  const isUtf16 = head[1] === 0 || (head[0] === 0xff && head[1] === 0xfe)
  const text = head.toString(isUtf16 ? 'utf16le' : 'latin1').replace(/^(?:\xef\xbb\xbf|\ufeff)?\s*/, '')
  const known = signatures.find(([bytes]) => bytes.test(start)) ?? markup.find(([beginning]) => beginning.test(text))
  return known === undefined ? 'text' : [known[1], known[2]]
}

/** Beginnings of markup, without byte order mark and white space; the first that fits. */
const markup: readonly (readonly [beginning: RegExp, ...FileRefusal])[] = [
  [
    /^<(?:!doctype\s+html|html|head|body|table|meta)\b/i,
    'is a web page (HTML), not a workbook, whatever its name says',
    saveAsXlsx,
  ],
  [
    /^<\?xml\b.*(?:urn:schemas-microsoft-com:office:spreadsheet|progid="Excel\.Sheet")/is,
    'XML Spreadsheet 2003',
    unreadFormat,
  ],
  [/^<\?xml\b.*urn:oasis:names:tc:opendocument/is, 'OpenDocument (.fods)', unreadFormat],
  [/^<\?xml\b.*<html\b/is, 'is a web page (XHTML), not a workbook', saveAsXlsx],
  [/^<\?xml\b/i, 'is an XML file, not a workbook', useSpreadsheet],
]

const takePasswordOff = '(File, Info, Protect Workbook)'
/** By names of the streams in an OLE2 container. */
const oleFiles: readonly (readonly [names: readonly string[], ...FileRefusal])[] = [
  [
    ['EncryptedPackage', 'EncryptionInfo'],
    'is a workbook protected with a password',
    `Open it in Excel, remove the password ${takePasswordOff} and save it as .xlsx.`,
  ],
  [['WordDocument'], 'is an old Word document, not a spreadsheet', useSpreadsheet],
  [['PowerPoint Document'], 'is an old PowerPoint file, not a spreadsheet', useSpreadsheet],
  [['Workbook', 'Book'], 'Excel 97-2003 (.xls)', unreadFormat],
]

/** Reads the directory of an OLE2 container: UTF-16 names in 128-byte entries. */
export function identifyOle(directory: Buffer): FileRefusal {
  const known = oleFiles.find(([names]) => names.some((name) => directory.includes(Buffer.from(name, 'utf16le'))))
  if (known !== undefined) return [known[1], known[2]]
  const hint = `Open it in Excel, take the password off if it has one ${takePasswordOff}, and save it as .xlsx.`
  return ['is protected with a password, or an old Office file (.xls): neither is read', hint]
}
