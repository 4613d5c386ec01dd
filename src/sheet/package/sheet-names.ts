import { stat } from 'node:fs/promises'
import { BatchError, codeOf } from '../../support/errors.ts'
import { partText } from './part-tree.ts'
import { readWorkbook } from './workbook-part.ts'
import { UnsupportedWorkbookError } from './xml-edits.ts'
import { XmlError } from './xml-entities.ts'
import { attributeOf, childOf, childrenOf, contentOf, parseXml, type XmlNode } from './xml-tree.ts'
import { withArchive } from './zip-archive.ts'

const maxSheetName = 31

/** Prefix of the hidden names that identify result sheets. */
const hiddenNamePrefix = '_rwa.'
/** Names the heading cells of the result columns, in each sheet that has some. */
export const resultColumnsName = `${hiddenNamePrefix}Results`

/** Identifies a result sheet after a rename: `_rwa.Summary` refers to one of its cells. */
export function hiddenSheetName(sheet: string): string {
  return hiddenNamePrefix + sheet.replace(/[^\p{L}\p{N}]+/gu, '_').replace(/_$/, '')
}

/** The nearest valid sheet name that is not in `taken` (lower case). */
export function legaliseSheetName(wanted: string, taken: ReadonlySet<string>): string {
  const cleaned = wanted
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/[\x00-\x1f\x7f\ufffe\uffff]+/g, ' ')
    .replace(/[:\\/?*[\]]/g, '_')
    .replace(/^[\s']+|[\s']+$/g, '')
  // Excel reserves "History".
  const base = cleaned === '' ? 'Sheet' : cleaned.toLowerCase() === 'history' ? 'History_' : cleaned
  for (let ordinal = 1; ; ordinal += 1) {
    const name = withOrdinal(base, ordinal)
    if (!taken.has(name.toLowerCase())) return name
  }
}

function withOrdinal(base: string, ordinal: number): string {
  const suffix = ordinal === 1 ? '' : ` (${ordinal})`
  const kept = base.slice(0, maxSheetName - suffix.length).replace(/[\ud800-\udbff]$|[\s']+$/g, '')
  return kept + suffix
}

/** Result sheets that an earlier run added: hidden name → current sheet name. */
export function findOwnSheets(workbookXml: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const node of namesIn(workbookXml)) {
    const name = attributeOf(node, 'name') ?? ''
    if (!name.startsWith(hiddenNamePrefix) || name === resultColumnsName) continue
    const sheet = sheetOf(contentOf(workbookXml, node))
    if (sheet !== undefined) found.set(name, sheet)
  }
  return found
}

/** Sheets with result columns: the input sheets of the run that wrote the workbook. */
function findFilledSheets(workbookXml: string): string[] {
  return namesIn(workbookXml).flatMap((node) =>
    attributeOf(node, 'name') === resultColumnsName ? (sheetOf(contentOf(workbookXml, node)) ?? []) : [],
  )
}

/** Skips parsing in workbooks without any name of ours. */
function namesIn(workbookXml: string): XmlNode[] {
  return workbookXml.includes(hiddenNamePrefix) ? definedNames(childOf(parseXml(workbookXml), 'workbook')) : []
}

/**
 * Defined names that we may change: ours, and some in input sheets with result columns (`filled`) and in our result
 * sheets (`ours`), both by their indexes in the workbook's list of sheets.
 */
export function isReplaceableName(
  node: XmlNode,
  { filled, ours }: Readonly<Record<'filled' | 'ours', ReadonlySet<number>>>,
): boolean {
  const name = attributeOf(node, 'name') ?? ''
  const sheetIndex = Number(attributeOf(node, 'localSheetId') ?? -1)
  if (name.startsWith(hiddenNamePrefix)) return true
  if (name === '_xlnm.Print_Titles') return ours.has(sheetIndex)
  return /^_xlnm\.(?:_FilterDatabase|Print_Area)$/.test(name) && (filled.has(sheetIndex) || ours.has(sheetIndex))
}

export function definedNames(workbook: XmlNode | undefined): XmlNode[] {
  return childrenOf(childOf(workbook, 'definedNames'), 'definedName')
}

/** The sheet of `'Q2 2026'!$A$1`, `Summary!$A$1` or `Trips!$D$3:$H$3`. */
function sheetOf(reference: string): string | undefined {
  const match = /^(?:'((?:[^']|'')+)'|([^'!]+))!\$?[A-Z]+\$?\d+(?::\$?[A-Z]+\$?\d+)?$/i.exec(
    reference.replace(/^\$/, ''),
  )
  return match?.[1]?.replaceAll("''", "'") ?? match?.[2]
}

/** Our hidden names in a workbook; they survive when a user renames a sheet. */
export interface HiddenNames {
  /** The title of a result sheet; undefined for other sheets. */
  titleOf(sheet: string): string | undefined
  ours: ReadonlySet<string>
  /** Titles of the sheets with result columns. */
  filled: ReadonlySet<string>
  /** False for workbooks without our names: foreign or early ones, and those saved by a program that drops names. */
  isMarked: boolean
}

export const noHiddenNames: HiddenNames = {
  titleOf: () => undefined,
  ours: new Set(),
  filled: new Set(),
  isMarked: false,
}

/** Returns no names when the file is no workbook or cannot be read. */
export async function readHiddenNames(file: string): Promise<HiddenNames> {
  try {
    // Opening a pipe would wait for its writer.
    if (!(await stat(file)).isFile()) return noHiddenNames
    return await withArchive(file, async (archive) => {
      // Applies the limits of the reader before the XML is parsed.
      const xml = await partText(archive, (await readWorkbook(archive)).part)
      const own = findOwnSheets(xml)
      const filled = new Set(findFilledSheets(xml))
      const isMarked = own.size + filled.size > 0
      return { titleOf: (sheet) => own.get(hiddenSheetName(sheet)), ours: new Set(own.values()), filled, isMarked }
    })
  } catch (error) {
    const isOfFile =
      error instanceof UnsupportedWorkbookError || error instanceof XmlError || codeOf(error) !== undefined
    if (isOfFile || error instanceof BatchError) return noHiddenNames
    throw error
  }
}
