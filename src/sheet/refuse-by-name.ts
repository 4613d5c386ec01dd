import { basename, extname } from 'node:path'
import { inputError } from './input-error.ts'

/** Extensions of files that are not tables, though their content may be text. */
const kinds: ReadonlyMap<string, string> = new Map([
  ['.md', 'a text in Markdown'],
  ['.json', 'a JSON file'],
  ['.jsonl', 'a file of JSON lines'],
  ['.yaml', 'a YAML file'],
  ['.yml', 'a YAML file'],
  ['.js', 'a program'],
  ['.mjs', 'a program'],
  ['.ts', 'a program'],
  ['.py', 'a program'],
  ['.sh', 'a program'],
  ['.eml', 'an e-mail'],
  ['.ics', 'a calendar entry'],
  ['.vcf', 'an address card'],
  ['.gsheet', 'a link to Google Sheets'],
  ['.url', 'a link'],
  ['.webloc', 'a link'],
])
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
    const what = 'is the lock file (its name starts with ~$) that Excel keeps beside an open workbook'
    throw inputError(file, what, `Name the workbook itself: ${name.slice(2)}.`)
  }
  if (extension === '.numbers') {
    throw inputError(
      file,
      'is an Apple Numbers document, not a workbook',
      'In Numbers choose File, Export To, Excel, and use that file.',
    )
  }
  const kind = kinds.get(extension)
  if (kind === undefined) return
  const hint =
    extension === '.gsheet' ? downloadSheet : 'Name the workbook (.xlsx) or the CSV file that holds the rows.'
  throw inputError(file, `is ${kind}, not a table`, hint)
}
