import type { Entry } from 'yauzl'
import { BatchError } from '../../../support/errors.ts'
import { ChangedParts } from '../../package/changed-parts.ts'
import { PackageParts } from '../../package/package-parts.ts'
import { relationshipsPart } from '../../package/relationships.ts'
import { findOwnSheets, isReplaceableName } from '../../package/sheet-names.ts'
import { findWorkbookPart, readWorkbook } from '../../package/workbook-part.ts'
import { UnsupportedWorkbookError } from '../../package/xml-edits.ts'
import { XmlError } from '../../package/xml-error.ts'
import { attributeOf, childOf, childrenOf, parseXml, type XmlNode } from '../../package/xml-tree.ts'
import { entryName, partKey, ZipArchive } from '../../package/zip-archive.ts'
import {
  groupHighlights,
  highlightDxf,
  mayHaveHighlights,
  ownHighlightRules,
  staleRelationshipIds,
} from '../copy/patch-tail.ts'
import type { EnrichmentResult } from '../copy/write-enriched.ts'
import type { EnrichmentPlan, SheetEnrichment } from '../enrichment-plan.ts'
import { findLostElement, findLostOutsideRows, type MayChange } from './compare-head-tail.ts'
import { compareRows } from './compare-rows.ts'

type Written = Pick<EnrichmentResult, 'changes'>
type Check = (pair: CopyPair, written: Written) => Promise<string | undefined>

/** Each check finds a fault that no other does, and returns it as a clause. */
export const checks: Readonly<Record<'parts' | 'styles' | 'book' | 'rows', Check>> = {
  parts: findChangedPart,
  styles: findChangedStyle,
  book: findChangedWorkbookPart,
  rows: findChangedRow,
}

/**
 * Reads a copy back and compares it with its original. "Nothing else touched" must hold in every run, and each result
 * must be in its cell. Returns a clause that names the fault.
 */
export async function verifyEnriched(
  plan: EnrichmentPlan,
  output: string,
  written: Written,
): Promise<string | undefined> {
  const archives: ZipArchive[] = []
  try {
    const pair = await openCopyPair(plan, output, archives)
    for (const check of Object.values(checks)) {
      const fault = await check(pair, written)
      if (fault !== undefined) return fault
    }
    return undefined
  } catch (error) {
    const isOfFile = error instanceof UnsupportedWorkbookError || error instanceof XmlError
    if (!isOfFile && !(error instanceof BatchError && error.code === 'input')) throw error
    return `it could not be read back (${error.message})`
  } finally {
    for (const archive of archives) await archive.close()
  }
}

export async function openCopyPair(plan: EnrichmentPlan, output: string, archives: ZipArchive[]): Promise<CopyPair> {
  const open = async (file: string): Promise<PackageParts> => {
    const archive = await ZipArchive.open(file)
    archives.push(archive)
    return new PackageParts(archive)
  }
  const [before, after] = [await open(plan.file), await open(output)]
  const workbookPart = await findWorkbookPart(before.archive)
  return { plan, before, after, workbookPart, changeable: await listChangeableParts(plan, before, workbookPart) }
}

async function findChangedRow(pair: CopyPair, { changes }: Written): Promise<string | undefined> {
  const { plan, before, after } = pair
  for (const sheet of plan.sheets) {
    const compared = await compareRows(before.archive, after.archive, sheet)
    const [was, is] = compared.around
    const fault =
      compared.fault ?? findLostOutsideRows(was, is, sheet) ?? (await findWrongHighlight(pair, sheet, is.tail))
    if (fault !== undefined) return `in the sheet "${sheet.sheet}" ${fault}`
    if (compared.changes !== changes.get(sheet.sheet))
      return `in the sheet "${sheet.sheet}" results would be missing, different or in other rows`
  }
  return undefined
}

/**
 * Checks that exactly the planned cells are highlighted, and in the planned style. `tail`: the copy's XML after its
 * rows. Returns a clause that names the fault.
 */
async function findWrongHighlight(
  { after, workbookPart }: CopyPair,
  { highlights }: SheetEnrichment,
  tail: string,
): Promise<string | undefined> {
  // With a link in every row the tail is large, and highlights are rare.
  if (highlights.length === 0 && !mayHaveHighlights(tail)) return undefined
  const found = parseXml(tail).children.flatMap((node) =>
    ownHighlightRules(node, tail).map((rule) => ({
      cells: attributeOf(node, 'sqref'),
      look: Number(attributeOf(rule, 'dxfId')),
    })),
  )
  const { stylesPart } = await readWorkbook(after.archive, workbookPart)
  const styles = await after.text(stylesPart)
  const root = childOf(parseXml(styles), 'styleSheet')
  const looks = childrenOf(childOf(root, 'dxfs'), 'dxf').map(({ start, end }) => styles.slice(start, end))
  const is = found.map(({ cells, look }) => `${cells} ${looks[look]}`)
  const wanted = groupHighlights(highlights).map(({ mark, cells }) => `${cells} ${highlightDxf(mark)}`)
  return isSameList(is, wanted) ? undefined : 'the wrong cells would be highlighted'
}

function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Parts that enriching may change; all others keep their compressed bytes. */
async function listChangeableParts(
  { sheets, dropsCalcChain }: EnrichmentPlan,
  parts: PackageParts,
  workbookPart: string,
): Promise<ReadonlySet<string>> {
  const workbook = await readWorkbook(parts.archive, workbookPart)
  const going = new ChangedParts(parts)
  for (const own of findOwnSheets(await parts.text(workbookPart)).values()) {
    const part = workbook.sheets.find(({ name }) => name === own)?.part
    if (part !== undefined && !sheets.some(({ sheet }) => sheet === own)) await going.remove(part)
  }
  for (const { type, part } of dropsCalcChain ? await parts.relationships(workbookPart) : []) {
    if (type === 'calcChain' && part !== undefined) await going.remove(part)
  }
  const changed = ['[content_types].xml', workbookPart, relationshipsPart(workbookPart), workbook.stylesPart]
  for (const { part, table } of sheets) {
    changed.push(part, relationshipsPart(part))
    if (table !== undefined) changed.push(table.part)
  }
  return new Set([...going.removed, ...changed])
}

async function findChangedPart({ before, after, changeable }: CopyPair): Promise<string | undefined> {
  const [theirs, copy] = [before.archive, after.archive]
  const copies = new Map(copy.entries.map((entry) => [partKey(entryName(entry)), entry]))
  for (const entry of theirs.entries) {
    const part = partKey(entryName(entry))
    if (changeable.has(part)) continue
    const other = copies.get(part)
    if (other === undefined) return `the part ${part} would be missing`
    if (!(await isSame(theirs, entry, copy, other))) return `the part ${part} would be changed`
  }
  return undefined
}

async function isSame(before: ZipArchive, one: Entry, after: ZipArchive, other: Entry): Promise<boolean> {
  const isDescribedAlike =
    one.crc32 === other.crc32 &&
    one.compressionMethod === other.compressionMethod &&
    one.compressedSize === other.compressedSize &&
    one.uncompressedSize === other.uncompressedSize
  if (!isDescribedAlike) return false
  // Both are read in pieces of the same size, so pieces can be compared.
  const copy = after.readPacked(other)
  for await (const bytes of before.readPacked(one)) {
    const { value } = await copy.next()
    if (value === undefined || !bytes.equals(value)) return false
  }
  return true
}

interface CopyPair {
  plan: EnrichmentPlan
  before: PackageParts
  after: PackageParts
  workbookPart: string
  changeable: ReadonlySet<string>
}

/** Cells name their style by its number, so every number must keep its style. */
async function findChangedStyle({ before, after, workbookPart }: CopyPair): Promise<string | undefined> {
  const { stylesPart } = await readWorkbook(before.archive, workbookPart)
  if (!before.has(stylesPart)) return undefined
  const lost = findLostElement(await before.text(stylesPart), await after.text(stylesPart))
  return lost === undefined ? undefined : `its styles would be changed (${lost})`
}

/** Compares the workbook's own parts and tables, except for lists that grow. */
async function findChangedWorkbookPart(pair: CopyPair): Promise<string | undefined> {
  const { plan, before, after, workbookPart, changeable } = pair
  const ownSheets = new Set(findOwnSheets(await before.text(workbookPart)).values())
  const { sheets } = await readWorkbook(before.archive, workbookPart)
  const positions = {
    filled: new Set(plan.sheets.map(({ position }) => position)),
    ours: new Set(sheets.flatMap(({ name }, position) => (ownSheets.has(name) ? [position] : []))),
  }
  const isGoing = (node: XmlNode): boolean =>
    changeable.has(partKey(attributeOf(node, 'PartName') ?? '')) ||
    (plan.dropsCalcChain && attributeOf(node, 'Type')?.endsWith('/calcChain') === true)
  const compared: [part: string, mayChange?: MayChange][] = [
    [workbookPart, (node) => isReplaceableName(node, positions)],
    [relationshipsPart(workbookPart), isGoing],
    ['[content_types].xml', isGoing],
  ]
  for (const sheet of plan.sheets) {
    const stale = staleRelationshipIds(sheet)
    const list = relationshipsPart(sheet.part)
    if (before.has(list)) {
      compared.push([list, (node) => stale.has(attributeOf(node, 'Id') ?? '')])
    }
    if (sheet.table !== undefined) compared.push([sheet.table.part])
  }
  for (const [part, mayChange] of compared) {
    const lost = findLostElement(await before.text(part), await after.text(part), mayChange)
    if (lost !== undefined) return `its part ${part} would have lost something (${lost})`
  }
  return undefined
}
