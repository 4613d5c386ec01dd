import type { Entry } from 'yauzl'
import { BatchError } from '../../../support/errors.ts'
import { partText } from '../../package/part-tree.ts'
import { relationshipsPart } from '../../package/relationships.ts'
import { findOwnSheets, isReplaceableName } from '../../package/sheet-names.ts'
import { styleLeaves } from '../../package/style-list.ts'
import { WorkbookOut } from '../../package/workbook-out.ts'
import { readWorkbook, type Workbook } from '../../package/workbook-part.ts'
import { UnsupportedWorkbookError } from '../../package/xml-edits.ts'
import { XmlError } from '../../package/xml-entities.ts'
import { attributeOf, childOf, childrenOf, parseXml, type XmlNode } from '../../package/xml-tree.ts'
import { entryName, partKey, withArchive, type ZipArchive } from '../../package/zip-archive.ts'
import { groupHighlights, highlightDxf, mayHaveHighlights, ownHighlightRules, surveyLinks } from '../copy/patch-tail.ts'
import type { EnrichmentResult } from '../copy/write-enriched.ts'
import type { EnrichmentPlan, SheetEnrichment } from '../enrichment-plan.ts'
import { compareRows, findLostElement, findLostOutsideRows, type MayChange } from './compare-rows.ts'

interface CopyPair {
  plan: EnrichmentPlan
  before: ZipArchive
  after: ZipArchive
  /** Of the original; the copy has the same parts. */
  workbook: Workbook
  changeable: ReadonlySet<string>
}

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
  try {
    return await withCopyPair(plan, output, async (pair) => {
      for (const check of Object.values(checks)) {
        const fault = await check(pair, written)
        if (fault !== undefined) return fault
      }
      return undefined
    })
  } catch (error) {
    const isOfFile = error instanceof UnsupportedWorkbookError || error instanceof XmlError
    if (!isOfFile && !(error instanceof BatchError && error.code === 'input')) throw error
    return `it could not be read back (${error.message})`
  }
}

export async function withCopyPair<T>(
  plan: EnrichmentPlan,
  output: string,
  use: (pair: CopyPair) => Promise<T>,
): Promise<T> {
  return await withArchive(plan.file, (before) =>
    withArchive(output, async (after) => {
      const workbook = await readWorkbook(before)
      return await use({ plan, before, after, workbook, changeable: await listChangeableParts(plan, before, workbook) })
    }),
  )
}

async function findChangedRow(pair: CopyPair, { changes }: Written): Promise<string | undefined> {
  const { plan, before, after } = pair
  for (const sheet of plan.sheets) {
    const compared = await compareRows(before, after, sheet)
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
async function findWrongHighlight({ after, workbook }: CopyPair, { highlights }: SheetEnrichment, tail: string) {
  // With a link in every row the tail is large, and highlights are rare.
  if (highlights.length === 0 && !mayHaveHighlights(tail)) return undefined
  const styles = await partText(after, workbook.stylesPart)
  const root = childOf(parseXml(styles, styleLeaves), 'styleSheet')
  const looks = childrenOf(childOf(root, 'dxfs'), 'dxf').map(({ start, end }) => styles.slice(start, end))
  const is = parseXml(tail).children.flatMap((node) =>
    ownHighlightRules(node, tail).map(
      (rule) => `${attributeOf(node, 'sqref')} ${looks[Number(attributeOf(rule, 'dxfId'))]}`,
    ),
  )
  const wanted = groupHighlights(highlights).map(({ mark, cells }) => `${cells} ${highlightDxf(mark)}`)
  return is.join('\n') === wanted.join('\n') ? undefined : 'the wrong cells would be highlighted'
}

/** Parts that enriching may change; all others keep their compressed bytes. */
async function listChangeableParts(
  { sheets, dropsCalcChain }: EnrichmentPlan,
  archive: ZipArchive,
  workbook: Workbook,
): Promise<ReadonlySet<string>> {
  const going = await WorkbookOut.create(undefined, archive)
  await going.removeOwnSheets(new Set(sheets.map(({ sheet }) => sheet)))
  if (dropsCalcChain) await going.removeCalcChain()
  const changed = ['[content_types].xml', workbook.part, relationshipsPart(workbook.part), workbook.stylesPart]
  for (const { part, table } of sheets) {
    changed.push(part, relationshipsPart(part))
    if (table !== undefined) changed.push(table.part)
  }
  return new Set([...going.removed, ...changed])
}

async function findChangedPart({ before, after, changeable }: CopyPair): Promise<string | undefined> {
  for (const entry of before.entries) {
    const part = partKey(entryName(entry))
    if (changeable.has(part)) continue
    const other = after.entryOf(part)
    if (other === undefined) return `the part ${part} would be missing`
    if (!(await isSame(before, entry, after, other))) return `the part ${part} would be changed`
  }
  return undefined
}

/** Of a part, in the directory of the package. */
const described = ['crc32', 'compressionMethod', 'compressedSize', 'uncompressedSize'] as const

async function isSame(before: ZipArchive, one: Entry, after: ZipArchive, other: Entry): Promise<boolean> {
  if (!described.every((fact) => one[fact] === other[fact])) return false
  // Both are read in pieces of the same size, so pieces can be compared.
  const copy = after.readPacked(other)
  for await (const bytes of before.readPacked(one)) {
    const { value } = await copy.next()
    if (value === undefined || !bytes.equals(value)) return false
  }
  return true
}

/** Cells name their style by its number, so every number must keep its style. */
async function findChangedStyle({ before, after, workbook }: CopyPair): Promise<string | undefined> {
  const { stylesPart } = workbook
  if (!before.has(stylesPart)) return undefined
  const texts = [await partText(before, stylesPart), await partText(after, stylesPart)] as const
  const lost = findLostElement(...texts, undefined, styleLeaves)
  return lost === undefined ? undefined : `its styles would be changed (${lost})`
}

/** Compares the workbook's own parts and tables, except for lists that grow. */
async function findChangedWorkbookPart(pair: CopyPair): Promise<string | undefined> {
  const { plan, before, after, workbook, changeable } = pair
  const ownSheets = new Set(findOwnSheets(await partText(before, workbook.part)).values())
  const positions = {
    filled: new Set(plan.sheets.map(({ position }) => position)),
    ours: new Set(workbook.sheets.flatMap(({ name }, position) => (ownSheets.has(name) ? [position] : []))),
  }
  const isGoing = (node: XmlNode): boolean =>
    changeable.has(partKey(attributeOf(node, 'PartName') ?? '')) ||
    (plan.dropsCalcChain && attributeOf(node, 'Type')?.endsWith('/calcChain') === true)
  const compared: [part: string, mayChange?: MayChange][] = [
    [workbook.part, (node) => isReplaceableName(node, positions)],
    [relationshipsPart(workbook.part), isGoing],
    ['[content_types].xml', isGoing],
  ]
  for (const sheet of plan.sheets) {
    const { staleIds: stale } = surveyLinks(sheet)
    const list = relationshipsPart(sheet.part)
    if (before.has(list)) compared.push([list, (node) => stale.has(attributeOf(node, 'Id') ?? '')])
    if (sheet.table !== undefined) compared.push([sheet.table.part])
  }
  for (const [part, mayChange] of compared) {
    const lost = findLostElement(await partText(before, part), await partText(after, part), mayChange)
    if (lost !== undefined) return `its part ${part} would have lost something (${lost})`
  }
  return undefined
}
