import { basename, dirname, extname, join } from 'node:path'
import type { OutputOwner } from '../../ledger/port/outputs.ts'

export interface OutputDifference {
  /** Part of the file name; may be empty. */
  label: string
  says: string
}

const longestLabel = 40

/** Differences between the planned output and the existing one, the input first. */
export function listDifferences(mine: OutputOwner, other: OutputOwner): OutputDifference[] {
  const { file, sheets, company, address, operation } = other
  const differences: OutputDifference[] = []
  if (mine.file !== file) {
    const [name, otherName] = [stemOfInput(mine.file), stemOfInput(file)]
    const isCorrectedAgain = name === otherName && name !== stemOf(mine.file)
    const label = isCorrectedAgain ? '' : name === otherName ? basename(dirname(mine.file)) : name
    differences.push({ label, says: `of ${file}` })
  } else if (mine.sheets.join('\n') !== sheets.join('\n')) {
    const says = `of the ${sheets.length === 1 ? 'sheet' : 'sheets'} ${sheets.join(', ')}`
    differences.push({ label: mine.sheets.join('+'), says })
  }
  if (mine.company !== company) differences.push({ label: mine.company, says: `of the company “${company}”` })
  if (mine.address !== address) differences.push({ label: labelOf(mine.address), says: `from ${address}` })
  if (mine.operation !== operation) differences.push({ label: mine.operation, says: `of ${operation}` })
  return differences
}

/** Inserts labels before the operation's suffix: `trips.AMER.assessed.xlsx`. From the second on with a number. */
export function labelName(file: string, suffix: string, labels: readonly string[], ordinal = 1): string {
  const extension = extname(file)
  const stem = basename(file, extension)
  const end = new RegExp(`(?:\\.${suffix})?(?:\\.simulated)?$`).exec(stem)?.[0] ?? ''
  const begin = stem.slice(0, stem.length - end.length)
  const number = ordinal === 1 ? [] : [String(ordinal)]
  const parts = [begin, ...labels.map(cleanLabel).filter((label) => label !== ''), ...number]
  return join(dirname(file), `${parts.join('.')}${end}${extension}`)
}

const resultOf = String.raw`(?<stem>.+)\.(?:assessed|decided|invited)(?:\.simulated)?`
const editedResult = new RegExp(String.raw`^${resultOf}\.edited-\d{8}T\d{6}(?: \(\d+\))?$`)

/**
 * Begins the name of an input's output: its own name. For an edited result that was put aside, `q3.corrected`, as the
 * page calls a corrected sheet: with the time in it, nobody would find it.
 */
export function stemOfInput(file: string): string {
  const stem = stemOf(file)
  const edited = editedResult.exec(stem)?.groups?.['stem']
  return edited === undefined ? stem : `${edited.replace(/\.corrected(?:\.\d+)?$/, '')}.corrected`
}

/** A CSV file can say only in its name that its scores are simulated. */
export function nameSimulatedCsv(file: string): string {
  const extension = extname(file)
  const stem = basename(file, extension)
  if (!isCsv(file) || /simulated/i.test(stem)) return file
  return join(dirname(file), `${stem}.simulated${extension}`)
}

/** Replaces the extension of a workbook; CSV names stay. */
export function nameWorkbook(file: string, ending: '.xlsx' | '.xlsm'): string {
  const extension = extname(file)
  if (isCsv(file) || extension.toLowerCase() === ending) return file
  return join(dirname(file), `${basename(file, extension)}${ending}`)
}

/** A name of a file that Windows does not take for a device: `CON.assessed.xlsx` is one, `_CON.assessed.xlsx` is not. */
export function avoidDeviceName(name: string): string {
  return /^(?:con|prn|aux|nul|(?:com|lpt)[\d¹²³])(?:[ .]|$)/i.test(name) ? `_${name}` : name
}

/** Tables about rows that a CSV output has in files beside it. */
export const sidecarTables = ['Problems', 'Changed', 'Unknown', 'Orphans'] as const
export type SidecarTable = (typeof sidecarTables)[number]

/** `trips.assessed.csv` → `trips.assessed.unknown.csv`, from the second ordinal on with a number. */
export function sidecarName(output: string, table: string, ordinal = 1): string {
  const number = ordinal === 1 ? '' : ` (${ordinal})`
  return join(dirname(output), `${stemOf(output)}.${table.toLowerCase()}${number}.csv`)
}

/** True also for a second name, such as `trips.unknown (2).csv`. */
export function isSidecar(file: string, table: string): boolean {
  return new RegExp(`\\.${table}(?: \\(\\d+\\))*$`, 'i').test(stemOf(file))
}

export function isCsv(file: string): boolean {
  return extname(file).toLowerCase() === '.csv'
}

function stemOf(file: string): string {
  return basename(file, extname(file))
}

function labelOf(address: string): string {
  return address.startsWith('sandbox:') ? 'simulated' : address.replace(/^https?:\/\//, '')
}

function cleanLabel(label: string): string {
  return label
    .replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, '-')
    .slice(0, longestLabel)
    .replaceAll(/^[\s.-]+|[\s.-]+$/g, '')
}
