import { find } from '../../messages/catalogue.ts'
import { BatchError } from '../../support/errors.ts'
import { fetchAgain, inputError, toSentence } from '../input-error.ts'
import { formatOf, generalFormat, type NumberFormat } from '../number-format/classify.ts'
import type { CellRange } from '../package/cell-range.ts'
import { readTree, toInputError } from '../package/part-tree.ts'
import { styleLeaves } from '../package/style-list.ts'
import { readWorkbook, type Workbook, type WorkbookSheet } from '../package/workbook-part.ts'
import { XmlError } from '../package/xml-entities.ts'
import { attributeOf, childOf, childrenOf } from '../package/xml-tree.ts'
import { ZipArchive } from '../package/zip-archive.ts'
import { type OpenOptions, type SheetSource, throwIfInterrupted } from '../source.ts'
import { readLinkedTexts } from './linked-texts.ts'
import { MergeBlanker, readMergedRanges } from './merged-ranges.ts'
import { CellWarnings } from './row-builder.ts'
import { RowHandler } from './row-handler.ts'
import { readSharedStrings, type StringStore } from './string-store.ts'
import { markTotals, readTotalsRows } from './totals-rows.ts'
import { scanPartByChunk } from './xml-scanner.ts'

export async function openXlsx(
  file: string,
  options: OpenOptions,
  requireSteady: () => Promise<void>,
): Promise<SheetSource> {
  const archive = await ZipArchive.open(file)
  try {
    const workbook = await readWorkbook(archive)
    const sheet = chooseSheet(file, workbook.sheets, options.sheet)
    const opened: OpenedWorkbook = {
      ...{ archive, workbook, requireSteady, interrupt: options.interrupt },
      strings: cachePart(archive, readSharedStrings),
      formats: cachePart(archive, readFormats),
      mergedRanges: cachePart(archive, readMergedRanges),
      linkedTexts: cachePart(archive, readLinkedTexts),
      totals: cachePart(archive, readTotalsRows),
    }
    return sheetSource(opened, sheet)
  } catch (error) {
    await archive.close()
    throw error
  }
}

type CachedPart<T> = (part: string) => Promise<T>

interface OpenedWorkbook {
  archive: ZipArchive
  workbook: Workbook
  strings: CachedPart<StringStore>
  formats: CachedPart<readonly NumberFormat[]>
  mergedRanges: CachedPart<readonly CellRange[]>
  linkedTexts: CachedPart<readonly (string | undefined)[]>
  totals: CachedPart<readonly CellRange[]>
  /** @throws BatchError `input` when the file was changed during reading. */
  requireSteady(): Promise<void>
  interrupt: AbortSignal | undefined
}

function sheetSource(opened: OpenedWorkbook, chosen: WorkbookSheet): SheetSource {
  const { archive, workbook, requireSteady, interrupt, ...cached } = opened
  const { file } = archive
  const { sheets } = workbook
  const warnings = new CellWarnings()
  return {
    kind: 'xlsx',
    ...{ file, sheet: chosen.name, sheets, requireUnchanged: requireSteady },
    get warnings() {
      return warnings.sentences()
    },
    get hiddenColumns() {
      return warnings.hiddenColumns()
    },
    async *rows() {
      const part = chosen.part ?? ''
      const [ranges, strings, formats, linkedTexts, totals] = await Promise.all([
        cached.mergedRanges(part),
        cached.strings(workbook.stringsPart),
        cached.formats(workbook.stylesPart),
        cached.linkedTexts(workbook.part),
        cached.totals(part),
      ])
      warnings.clear()
      const merges = new MergeBlanker(ranges)
      const handler = new RowHandler({ strings, formats, linkedTexts, is1904: workbook.is1904, merges, warnings })
      for await (const _ of scanPartByChunk(archive, part, handler)) {
        await throwIfInterrupted(file, interrupt)
        for (const row of handler.rows.drainRows()) yield totals.length === 0 ? row : markTotals(row, totals)
      }
      await requireSteady()
    },
    select(name) {
      const named = findSheet(sheets, name)
      return named?.isWorksheet === true ? sheetSource(opened, named) : undefined
    },
    close: () => archive.close(),
  }
}

function chooseSheet(file: string, sheets: readonly WorkbookSheet[], name: string | undefined): WorkbookSheet {
  const worksheets = sheets.filter((sheet) => sheet.isWorksheet)
  const lost = sheets.find((sheet) => sheet.isWithoutContent === true && (name === undefined || sheet.name === name))
  if (lost !== undefined && (name !== undefined || worksheets.length === 0)) {
    throw inputError(file, `is incomplete: the content of its sheet "${lost.name}" is missing`, fetchAgain)
  }
  if (worksheets.length === 0) {
    throw inputError(file, 'has no worksheet', 'Put the rows on a worksheet and save the workbook as .xlsx.')
  }
  const list = worksheets.map((sheet) => `"${sheet.name}"${sheet.isVisible ? '' : ' (hidden)'}`).join(', ')
  if (name !== undefined) {
    const named = findSheet(worksheets, name)
    if (named === undefined) throw inputError(file, `has no worksheet "${name}"`, `It has: ${list}.`)
    return named
  }
  const visible = worksheets.find((sheet) => sheet.isVisible)
  if (visible === undefined) throw new BatchError('input', find('worksheets-hidden', { file, list: toSentence(list) }))
  return visible
}

/** An exact match wins over one in other case. */
function findSheet(sheets: readonly WorkbookSheet[], name: string): WorkbookSheet | undefined {
  const folded = name.trim().toLowerCase()
  return (
    sheets.find((sheet) => sheet.name === name) ?? sheets.find((sheet) => sheet.name.trim().toLowerCase() === folded)
  )
}

/** Loaded on first use, once for all reads of the workbook. */
function cachePart<T>(archive: ZipArchive, load: (archive: ZipArchive, part: string) => Promise<T>): CachedPart<T> {
  const loaded = new Map<string, Promise<T>>()
  return (part) => {
    const known = loaded.get(part) ?? load(archive, part)
    loaded.set(part, known)
    return known
  }
}

/** Excel's limit is 255. */
const longestCode = 4096

/** Number format by style index; styles share one object per format. */
async function readFormats(archive: ZipArchive, part: string): Promise<readonly NumberFormat[]> {
  if (!archive.has(part)) return []
  const root = await readTree(archive, part, styleLeaves)
  const codes = new Map<number, string>()
  for (const node of childrenOf(childOf(root, 'numFmts'), 'numFmt')) {
    const code = attributeOf(node, 'formatCode') ?? ''
    if (code.length > longestCode) {
      const error = new XmlError('too-large', `a number format of over ${longestCode} characters`)
      throw toInputError(archive.file, part, error)
    }
    codes.set(Number(attributeOf(node, 'numFmtId')), code)
  }
  const shared = new Map<number, NumberFormat>([[0, generalFormat]])
  return childrenOf(childOf(root, 'cellXfs'), 'xf').map((node) => {
    const id = Number(attributeOf(node, 'numFmtId') ?? 0)
    const format = shared.get(id) ?? formatOf(id, codes)
    shared.set(id, format)
    return format
  })
}
