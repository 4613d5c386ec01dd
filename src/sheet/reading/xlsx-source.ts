import { find } from '../../messages/catalogue.ts'
import { BatchError } from '../../support/errors.ts'
import type { SheetRow } from '../cell.ts'
import { fetchAgain, inputError, toSentence } from '../input-error.ts'
import { formatOf, generalFormat, type NumberFormat } from '../number-format/classify.ts'
import type { CellRange } from '../package/cell-range.ts'
import { readTree, toInputError } from '../package/part-tree.ts'
import { readWorkbook, type Workbook, type WorkbookSheet } from '../package/workbook-part.ts'
import { XmlError } from '../package/xml-entities.ts'
import { attributeOf, childOf, childrenOf } from '../package/xml-tree.ts'
import { ZipArchive } from '../package/zip-archive.ts'
import { type OpenOptions, type SheetSource, throwIfInterrupted } from '../source.ts'
import { MergeBlanker, readMergedRanges } from './merged-ranges.ts'
import { CellWarnings } from './row-builder.ts'
import { RowHandler } from './row-handler.ts'
import { scanPartByChunk } from './scan-part.ts'
import { readSharedStrings, type StringStore } from './string-store.ts'

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
    }
    const source = new XlsxSource(opened, sheet)
    requireSheetPart(archive, sheet)
    return source
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
  /** @throws BatchError `input` when the file was changed during reading. */
  requireSteady(): Promise<void>
  interrupt: AbortSignal | undefined
}

class XlsxSource implements SheetSource {
  readonly kind = 'xlsx'
  readonly file: string
  readonly sheet: string
  readonly sheets: readonly WorkbookSheet[]
  readonly #opened: OpenedWorkbook
  readonly #chosen: WorkbookSheet
  readonly #cellWarnings = new CellWarnings()

  constructor(opened: OpenedWorkbook, chosen: WorkbookSheet) {
    this.file = opened.archive.file
    this.sheet = chosen.name
    this.sheets = opened.workbook.sheets
    this.#opened = opened
    this.#chosen = chosen
  }

  get warnings(): readonly string[] {
    return this.#cellWarnings.sentences()
  }

  get hiddenColumns(): readonly number[] {
    return this.#cellWarnings.hiddenColumns()
  }

  async *rows(): AsyncGenerator<SheetRow> {
    const { archive, workbook, interrupt, ...cached } = this.#opened
    const part = requireSheetPart(archive, this.#chosen)
    const [ranges, strings, formats] = await Promise.all([
      cached.mergedRanges(part),
      cached.strings(workbook.stringsPart),
      cached.formats(workbook.stylesPart),
    ])
    this.#cellWarnings.clear()
    const merges = new MergeBlanker(ranges)
    const handler = new RowHandler({ strings, formats, is1904: workbook.is1904, merges, warnings: this.#cellWarnings })
    for await (const _ of scanPartByChunk(archive, part, handler)) {
      await throwIfInterrupted(this.file, interrupt)
      for (const row of handler.drainRows()) yield row
    }
    await this.#opened.requireSteady()
  }

  requireUnchanged(): Promise<void> {
    return this.#opened.requireSteady()
  }

  select(sheet: string): SheetSource | undefined {
    const chosen = findSheet(this.sheets, sheet)
    return chosen?.isWorksheet === true ? new XlsxSource(this.#opened, chosen) : undefined
  }

  close(): Promise<void> {
    return this.#opened.archive.close()
  }
}

function chooseSheet(file: string, sheets: readonly WorkbookSheet[], name: string | undefined): WorkbookSheet {
  const worksheets = sheets.filter((sheet) => sheet.isWorksheet)
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

function requireSheetPart(archive: ZipArchive, sheet: WorkbookSheet): string {
  if (sheet.part !== undefined && archive.has(sheet.part)) return sheet.part
  throw inputError(archive.file, `is incomplete: the content of its sheet "${sheet.name}" is missing`, fetchAgain)
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
  const root = await readTree(archive, part)
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
