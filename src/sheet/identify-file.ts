import { saveAsXlsx } from './input-error.ts'

export const lockFile = 'is the lock file (its name starts with ~$) that Excel keeps beside an open workbook'

/** Judged by content, not by name. */
export type FileType =
  | { kind: 'zip' }
  | { kind: 'text' }
  | { kind: 'ole' }
  | { kind: 'unusable'; what: string; hint: string }

const unpack = 'Unpack it first and use the workbook or CSV file inside.'
const useSpreadsheet = 'Use the spreadsheet itself, saved as .xlsx or .csv.'

/** First bytes (Latin-1) of files handed in by mistake. */
const signatures: readonly (readonly [start: RegExp, what: string, hint: string])[] = [
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
  if (sizeBytes === 0) return unusable('is empty (0 bytes)', 'Check that it was saved or copied completely.')
  const start = head.toString('latin1', 0, 16)
  if (start.startsWith('PK\x03\x04') || start.startsWith('PK\x05\x06')) return { kind: 'zip' }
  if (start.startsWith('\xd0\xcf\x11\xe0')) return { kind: 'ole' }
  const known = signatures.find(([bytes]) => bytes.test(start))
  if (known !== undefined) return unusable(known[1], known[2])
  if (isExcelLockFile(head, sizeBytes)) {
    return unusable(lockFile, 'Name the workbook itself.')
  }
  return identifyMarkup(head) ?? { kind: 'text' }
}

function unusable(what: string, hint: string): FileType {
  return { kind: 'unusable', what, hint }
}

/** 165 bytes: the length of the user's name, the name padded with spaces, then both again in UTF-16. */
function isExcelLockFile(head: Buffer, sizeBytes: number): boolean {
  return sizeBytes === 165 && head[0] !== undefined && head[0] <= 54 && head[0] === head[55]
}

function identifyMarkup(head: Buffer): FileType | undefined {
  const isUtf16 = head[1] === 0 || (head[0] === 0xff && head[1] === 0xfe)
  const text = head.toString(isUtf16 ? 'utf16le' : 'latin1').replace(/^(?:\xef\xbb\xbf|\ufeff)?\s*/, '')
  if (/^<(?:!doctype\s+html|html|head|body|table|meta)\b/i.test(text)) {
    return unusable('is a web page (HTML), not a workbook, whatever its name says', saveAsXlsx)
  }
  if (!/^<\?xml\b/i.test(text)) return undefined
  if (text.includes('urn:schemas-microsoft-com:office:spreadsheet') || text.includes('progid="Excel.Sheet"')) {
    return unusable('is an XML Spreadsheet 2003, which is not read', saveAsXlsx)
  }
  if (text.includes('urn:oasis:names:tc:opendocument')) {
    return unusable('is a flat OpenDocument file (.fods), which is not read', saveAsXlsx)
  }
  if (/<html\b/i.test(text)) return unusable('is a web page (XHTML), not a workbook', saveAsXlsx)
  return unusable('is an XML file, not a workbook', useSpreadsheet)
}

/** Reads the directory of an OLE2 container: UTF-16 names in 128-byte entries. */
export function identifyOle(directory: Buffer): { what: string; hint: string } {
  const holds = (name: string): boolean => directory.includes(Buffer.from(name, 'utf16le'))
  if (holds('EncryptedPackage') || holds('EncryptionInfo')) {
    return {
      what: 'is a workbook protected with a password',
      hint: 'Open it in Excel, remove the password (File, Info, Protect Workbook) and save it as .xlsx.',
    }
  }
  if (holds('WordDocument')) return { what: 'is an old Word document, not a spreadsheet', hint: useSpreadsheet }
  if (holds('PowerPoint Document'))
    return { what: 'is an old PowerPoint file, not a spreadsheet', hint: useSpreadsheet }
  if (holds('Workbook') || holds('Book')) {
    return { what: 'is a workbook of Excel 97-2003 (.xls), which is not read', hint: saveAsXlsx }
  }
  return {
    what: 'is protected with a password, or an old Office file (.xls): neither is read',
    hint: 'Open it in Excel, take the password off if it has one (File, Info, Protect Workbook), and save it as .xlsx.',
  }
}
