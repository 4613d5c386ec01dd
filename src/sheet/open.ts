import { open, stat } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { BatchError, codeOf, messageOf } from '../support/errors.ts'
import { openCsv } from './csv/csv-source.ts'
import { type FileType, identifyFile, identifyOle, lockFile } from './identify-file.ts'
import { inputError } from './input-error.ts'
import { openXlsx } from './reading/xlsx-source.ts'
import type { OpenOptions, SheetSource } from './source.ts'

const headBytes = 65_536

/**
 * Opens a workbook or a CSV file, told apart by content. The caller closes the source. Reading its rows fails when the
 * file was changed since it was opened.
 * @throws BatchError `input` with one sentence on what the file is and a hint on what to do.
 */
export async function openSheet(file: string, options: OpenOptions): Promise<SheetSource> {
  refuseLink(file)
  const first = await readFileVersion(file)
  const { nature, directory } = await readHead(file)
  switch (nature.kind) {
    case 'zip':
      return openXlsx(file, options, () => requireUnchanged(file, first))
    case 'text':
      refuseByName(file)
      return openCsv(file, options, () => requireUnchanged(file, first))
    case 'ole': {
      const { what, hint } = identifyOle(directory)
      throw inputError(file, what, hint)
    }
    case 'unusable':
      throw inputError(file, nature.what, nature.hint)
  }
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
  if (now !== first) {
    throw inputError(
      file,
      'was changed while it was read',
      'Wait until it is saved or copied completely, and try again.',
    )
  }
}

interface Head {
  nature: FileType
  /** OLE2 only: the bytes at the offset of its directory. */
  directory: Buffer
}

async function readHead(file: string): Promise<Head> {
  try {
    const facts = await stat(file)
    if (facts.isDirectory()) throw inputError(file, 'is a folder, not a file', 'Name the workbook or CSV file in it.')
    // Opening a pipe would wait for its writer.
    if (!facts.isFile()) throw inputError(file, 'is no regular file', 'Save the rows to a file and name that.')
    const handle = await open(file, 'r')
    try {
      const head = Buffer.alloc(Math.min(headBytes, facts.size))
      await handle.read(head, 0, head.length, 0)
      const nature = identifyFile(head, facts.size)
      const hasDirectory = nature.kind === 'ole' && head.length >= 512
      const directory = Buffer.alloc(hasDirectory ? head.length : 0)
      if (hasDirectory) await handle.read(directory, 0, directory.length, directoryOffset(head))
      return { nature, directory }
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

function explainOpenFailure(file: string, error: unknown): unknown {
  switch (codeOf(error)) {
    case 'ENOENT':
    case 'ENOTDIR':
      return inputError(file, 'does not exist', 'Check the name and the folder.')
    case 'EISDIR':
      return inputError(file, 'is a folder, not a file', 'Name the workbook or CSV file in it.')
    case 'EACCES':
    case 'EPERM':
      return inputError(file, 'may not be read', 'Ask for the right to read it, or copy it to a folder of yours.')
    case 'EBUSY':
      return inputError(file, 'is locked by another program', 'Close it there and try again.')
    // The process's or system's limit on open files, not a fault of this file.
    case 'EMFILE':
    case 'ENFILE':
      return error
    default:
      return error instanceof BatchError
        ? error
        : inputError(file, 'cannot be read from its disk', 'Copy it to a local folder and try again.', messageOf(error))
  }
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
  if (name.startsWith('~$')) {
    throw inputError(file, lockFile, `Name the workbook itself: ${name.slice(2)}.`)
  }
  if (extension === '.numbers') {
    throw inputError(
      file,
      'is an Apple Numbers document, not a workbook',
      'In Numbers choose File, Export To, Excel, and use that file.',
    )
  }
  if (extension === '.gsheet') throw inputError(file, 'is a link to Google Sheets, not a table', downloadSheet)
  if (otherExtensions.test(extension))
    throw inputError(
      file,
      `is a ${extension} file, not a table`,
      'Name the workbook (.xlsx) or the CSV file that holds the rows.',
    )
}
