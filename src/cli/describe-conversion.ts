import { existsSync } from 'node:fs'
import { basename, dirname, extname, join, posix, resolve, win32 } from 'node:path'
import { BatchError } from '../support/errors.ts'
import type { Host } from './host.ts'
import { quoteArgument } from './quote-command.ts'

const program = 'soffice'
const usualPlaces = [
  '/Applications/LibreOffice.app/Contents/MacOS/soffice',
  'C:\\Program Files\\LibreOffice\\program\\soffice.com',
]

/** The command that makes an .xlsx of a workbook that is not read, where LibreOffice is installed. */
export function describeConversion(host: Host, error: unknown): string | undefined {
  if (!(error instanceof BatchError) || error.said?.code !== 'format-unread') return undefined
  const office = findOffice(host)
  const { file } = error.said.facts as { file: string }
  if (office === undefined) return undefined
  const quote = (argument: string): string => quoteArgument(argument, host.platform)
  const folder = chooseFolder(host, file)
  return `LibreOffice does it, too: ${quote(office)} --headless --convert-to xlsx --outdir ${quote(folder)} ${quote(file)}`
}

/** LibreOffice replaces what has the name already: another folder then. */
function chooseFolder({ folder }: Pick<Host, 'folder'>, file: string): string {
  const beside = dirname(file)
  const made = `${basename(file, extname(file))}.xlsx`
  return existsSync(resolve(folder, beside, made)) ? join(beside, 'converted') : beside
}

function findOffice({ env, platform }: Pick<Host, 'env' | 'platform'>): string | undefined {
  const { delimiter, join: joinPath } = platform === 'win32' ? win32 : posix
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  const names = platform === 'win32' ? [`${program}.com`, `${program}.exe`] : [program]
  const isOnPath = folders.some((folder) => names.some((name) => existsSync(joinPath(folder, name))))
  return isOnPath ? program : usualPlaces.find((place) => existsSync(place))
}
