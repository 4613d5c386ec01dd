import { BatchError } from '../../../support/errors.ts'
import { findWorkbookPart } from '../../package/content-types.ts'
import { PackageParts } from '../../package/package-parts.ts'
import { UnsupportedWorkbookError } from '../../package/unsupported-workbook-error.ts'
import { readWorkbook } from '../../package/workbook-part.ts'
import { XmlError } from '../../package/xml-error.ts'
import { attributeOf, childOf, childrenOf, parseXml } from '../../package/xml-tree.ts'
import { ZipArchive } from '../../package/zip-archive.ts'
import { groupHighlights, highlightDxf, mayHaveHighlights, ownHighlightRules } from '../copy/highlight-rules.ts'
import type { EnrichmentResult } from '../copy/write-enriched.ts'
import type { EnrichmentPlan, SheetEnrichment } from '../enrichment-plan.ts'
import { findLostOutsideRows } from './compare-head-tail.ts'
import { findChangedPart, listChangeableParts } from './compare-parts.ts'
import { compareRows } from './compare-rows.ts'
import { type CopyPair, findChangedStyle, findChangedWorkbookPart } from './compare-workbook.ts'

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
  return isSame(is, wanted) ? undefined : 'the wrong cells would be highlighted'
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
