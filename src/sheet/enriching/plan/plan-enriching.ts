import { BatchError } from '../../../support/errors.ts'
import { columnName } from '../../cell.ts'
import { partText, readTree } from '../../package/part-tree.ts'
import { definedNames } from '../../package/sheet-names.ts'
import { WorkbookOut } from '../../package/workbook-out.ts'
import { parseXmlBoolean, readWorkbook, typeOfPart } from '../../package/workbook-part.ts'
import { refuseWorkbook, rootOf, UnsupportedWorkbookError } from '../../package/xml-edits.ts'
import { strictNamespace, XmlError } from '../../package/xml-entities.ts'
import { attributeOf, childOf, contentOf } from '../../package/xml-tree.ts'
import { withArchive, type ZipArchive } from '../../package/zip-archive.ts'
import { patchTail } from '../copy/patch-tail.ts'
import { changeSheets } from '../copy/write-enriched.ts'
import type { EnrichmentDecision, EnrichmentPlan, EnrichmentRequest, SheetEnrichment } from '../enrichment-plan.ts'
import { planSheetCopy } from './plan-sheet-copy.ts'

/** Decides whether a workbook can be copied, and plans the copy. It only reads: known before rows are sent. */
export async function planEnriching(request: EnrichmentRequest): Promise<EnrichmentDecision> {
  return await withArchive(request.file, async (archive) => {
    try {
      return await plan(request, archive)
    } catch (error) {
      if (error instanceof UnsupportedWorkbookError) return { kind: 'new-workbook', reason: error.message }
      if (error instanceof XmlError)
        return { kind: 'new-workbook', reason: `a part of it is not sound (${error.message})` }
      if (error instanceof BatchError && error.code === 'input')
        return { kind: 'new-workbook', reason: error.message.replace(/\.$/, '') }
      throw error
    }
  })
}

async function plan(
  { file, stamp, sheets: requests, isTypedOver = false }: EnrichmentRequest,
  archive: ZipArchive,
): Promise<EnrichmentDecision> {
  refuseUnsupportedFeatures(archive)
  await archive.requireComplete()
  const workbook = await readWorkbook(archive)
  const extension = await copyExtension(archive, workbook.part)
  const text = await partText(archive, workbook.part)
  if (text.includes(strictNamespace))
    refuseWorkbook('it is in the strict form of Open XML; saved as an ordinary .xlsx it can be copied')
  const tree = rootOf(text, 'workbook')
  const areas = printAreas(tree, text)
  const defined = definedNames(tree).map(
    (node) => [attributeOf(node, 'name')?.toLowerCase() ?? '', contentOf(text, node)] as const,
  )
  const names = new Map(defined)
  const sheets: SheetEnrichment[] = []
  const found = new Map<string, string[]>()
  let dropsCalcChain = false
  for (const request of requests) {
    const position = workbook.sheets.findIndex(({ name }) => name === request.sheet)
    const part = workbook.sheets[position]?.part
    if (part === undefined) refuseWorkbook(`the content of its sheet "${request.sheet}" is not found`)
    const context = { part, position, printArea: areas.get(position), names, stamp, isTypedOver }
    const planned = await planSheetCopy(archive, request, context)
    sheets.push(planned.sheet)
    for (const remark of planned.remarks) found.set(remark, [...(found.get(remark) ?? []), request.sheet])
    dropsCalcChain ||= planned.replacesFormula
  }
  await dryRunEdits(archive, { sheets, dropsCalcChain })
  const remarks = [...found].map(([remark, names]) => `Sheet ${quoteNames(names)}: ${remark}`)
  // Some programs write the element without locking anything.
  if (parseXmlBoolean(attributeOf(childOf(tree, 'workbookProtection'), 'lockStructure'))) {
    remarks.push('The workbook is protected, and stays so; our sheets are added to it all the same.')
  }
  const is1904 = parseXmlBoolean(attributeOf(childOf(tree, 'workbookPr'), 'date1904'))
  return { kind: 'safe', file, extension, sheets, dropsCalcChain, is1904, remarks }
}

function printAreas(workbook: ReturnType<typeof childOf>, text: string): ReadonlyMap<number, string> {
  const areas = definedNames(workbook).filter((node) => attributeOf(node, 'name') === '_xlnm.Print_Area')
  return new Map(areas.map((node) => [Number(attributeOf(node, 'localSheetId') ?? -1), contentOf(text, node)]))
}

/** `columns S to AI of “Q2 2026”, “Q3 2026”`, for messages. */
export function describeColumnSpans(sheets: readonly SheetEnrichment[]): string {
  const spans = sheets.map(({ sheet, columns }) => ({ sheet, span: describeSpan(columns.map(({ index }) => index)) }))
  return [...new Set(spans.map(({ span }) => span))]
    .map((span) => `${span} of ${quoteNames(spans.flatMap((each) => (each.span === span ? each.sheet : [])))}`)
    .join(' and ')
}

function describeSpan(indexes: readonly number[]): string {
  const [first, last] = [columnName(Math.min(...indexes)), columnName(Math.max(...indexes))]
  return first === last ? `column ${first}` : `columns ${first} to ${last}`
}

function quoteNames(names: readonly string[]): string {
  return names.map((name) => `“${name}”`).join(', ')
}

/** @throws UnsupportedWorkbookError for content, beside sheets, that a copy would break. */
function refuseUnsupportedFeatures(archive: ZipArchive): void {
  const names = archive.names
  if (archive.entries.some((entry) => entry.isEncrypted())) refuseWorkbook('parts of the file are encrypted')
  if (names.some((name) => name.startsWith('_xmlsignatures/')))
    refuseWorkbook('the workbook is digitally signed, and any change breaks the signature')
  if (names.some((name) => name.includes('/revisions/') || name.endsWith('/userNames.xml')))
    refuseWorkbook('the workbook is shared with a history of its changes, which this change would be missing from')
}

/** @throws UnsupportedWorkbookError for a template: a program would open it as a new workbook without a name. */
async function copyExtension(archive: ZipArchive, workbookPart: string): Promise<'.xlsx' | '.xlsm'> {
  const type = typeOfPart(await readTree(archive, '[Content_Types].xml'), workbookPart)
  if (type.includes('template')) refuseWorkbook('the file is a template, not a workbook')
  if (type.includes('macroenabled')) return '.xlsm'
  if (!type.includes('spreadsheetml.sheet.main'))
    refuseWorkbook('the file does not have the content type of a workbook')
  return '.xlsx'
}

/**
 * Makes every edit of existing parts once and discards the result. A part that cannot be edited must be known before
 * rows are sent, not when results are written.
 */
async function dryRunEdits(archive: ZipArchive, plan: Pick<EnrichmentPlan, 'sheets' | 'dropsCalcChain'>) {
  const out = await WorkbookOut.create(undefined, archive)
  await out.removeOwnSheets()
  const sheets = await changeSheets(out, plan, archive, () => [])
  await out.updateLists()
  for (const sheet of sheets) {
    patchTail(sheet.context, '<hyperlink/>')
    sheet.relationships()
  }
}
