import { basename, extname } from 'node:path'
import { lockFile } from './identify-file.ts'
import { inputError } from './input-error.ts'

/** Files that are not tables, though their content may be text. */
const otherExtensions = /^\.(?:md|jsonl?|ya?ml|m?js|ts|py|sh|eml|ics|vcf|url|webloc)$/
const downloadSheet = 'In Google Sheets choose File, Download, Microsoft Excel (.xlsx), and name the file that you get.'

/** @throws BatchError `input` for a web address, which is not fetched. */
export function refuseLink(file: string): void {
  if (!/^https?:\/\//i.test(file)) return
  const isGoogle = /^https?:\/\/(?:docs|sheets|drive)\.google\.com\//i.test(file)
  const hint = isGoogle ? downloadSheet : 'Download the file first, and name it.'
  throw inputError(file, isGoogle ? 'is a link to Google Sheets, not a file' : 'is a link, not a file', hint)
}

/** @throws BatchError `input` for a text file whose extension is not that of a table. */
export function refuseByName(file: string): void {
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
