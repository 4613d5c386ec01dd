import { BatchError } from '../../support/errors.ts'
import { legaliseSheetName } from '../package/sheet-names.ts'
import { StyleSheet } from '../package/style-sheet.ts'
import { ZipWriter } from '../package/zip-writer.ts'
import { plainStyles, Styles } from './styles.ts'
import { workbookParts } from './workbook-parts.ts'
import type { OutputSheet, SheetWriter, WorkbookWriter, WrittenSheet } from './workbook-writer.ts'
import { XlsxSheet } from './xlsx-sheet.ts'

export interface WorkbookOptions extends Partial<WorkbookLimits> {
  /**
   * A word on every sheet: before each heading (not in its value), above each printed page, and by the tab's colour.
   */
  stamp?: string | undefined
  /** Hidden names identify result sheets after users rename them. */
  isMarked?: boolean
}

export interface WorkbookLimits {
  /** Without headings. */
  rows: number
  /** XML of one sheet: a streamed zip entry cannot reach 4 GiB. */
  bytes: number
  columns: number
}

const excelLimits: WorkbookLimits = { rows: 1_048_575, bytes: 3.5 * 2 ** 30, columns: 16_384 }

/** Writes an .xlsx to exactly this new file, readable by its owner only. Memory does not grow with rows. */
export function createWorkbook(
  file: string,
  { stamp, isMarked = false, ...limits }: WorkbookOptions = {},
): WorkbookWriter {
  return new XlsxWorkbook(file, { ...excelLimits, ...limits }, { stamp, isMarked })
}

class XlsxWorkbook implements WorkbookWriter {
  readonly #limits: WorkbookLimits
  readonly #failure = new AbortController()
  readonly #zip: Promise<ZipWriter>
  readonly #sheets: XlsxSheet[] = []
  readonly #names = new Set<string>()
  readonly #styleSheet = new StyleSheet(plainStyles)
  readonly #styles: Styles
  readonly #stamp: string | undefined
  readonly #isMarked: boolean
  #open: SheetWriter | undefined

  constructor(
    file: string,
    limits: WorkbookLimits,
    { stamp, isMarked }: { stamp: string | undefined; isMarked: boolean },
  ) {
    this.#limits = limits
    this.#stamp = stamp
    this.#isMarked = isMarked
    this.#styles = new Styles(this.#styleSheet, stamp)
    this.#zip = ZipWriter.create(file)
    this.#zip.catch((error: unknown) => this.#failure.abort(error))
  }

  addSheet(plan: OutputSheet): SheetWriter {
    if (this.#open !== undefined) throw new BatchError('defect', `sheet "${plan.name}" began before the last one ended`)
    if (plan.columns.length > this.#limits.columns) {
      throw new BatchError(
        'input',
        `sheet "${plan.name}" has ${plan.columns.length} columns: a worksheet holds ${this.#limits.columns}`,
        { hint: 'Write to a .csv file, or take columns out of the input.' },
      )
    }
    const parts: XlsxSheet[] = []
    let part: XlsxSheet | undefined
    const begin = async (): Promise<XlsxSheet> => {
      const begun = this.#begin(await this.#zip, plan)
      parts.push(begun)
      return begun
    }
    const sheet: SheetWriter = {
      write: (cells) =>
        this.#guard(async (signal) => {
          part ??= await begin()
          if (part.rows >= this.#limits.rows || part.bytes >= this.#limits.bytes) {
            await part.finish(signal)
            part = await begin()
          }
          await part.write(cells, signal)
        }),
      finish: () =>
        this.#guard(async (signal) => {
          part ??= await begin()
          await part.finish(signal)
          this.#open = undefined
          return parts.map(({ name, rows, hasHeadings }): WrittenSheet => ({ name, rows, hasHeadings }))
        }),
    }
    this.#open = sheet
    return sheet
  }

  finish(): Promise<void> {
    return this.#guard(async () => {
      const zip = await this.#zip
      for (const [part, xml] of workbookParts(this.#sheets, this.#styleSheet.write() ?? plainStyles, this.#isMarked)) {
        await zip.add(part, [Buffer.from(xml)])
      }
      await zip.finish()
    })
  }

  async abort(): Promise<void> {
    this.#failure.abort(new BatchError('defect', 'the workbook was given up'))
    this.#sheets.at(-1)?.abort()
    const zip = await this.#zip.catch(() => undefined)
    await zip?.abort()
  }

  #begin(zip: ZipWriter, plan: OutputSheet): XlsxSheet {
    const name = legaliseSheetName(plan.name, this.#names)
    this.#names.add(name.toLowerCase())
    const place = { zip, number: this.#sheets.length + 1, name, styles: this.#styles, stamp: this.#stamp }
    const sheet = new XlsxSheet({ ...place, onFailure: (error) => this.#failure.abort(error) }, plan)
    this.#sheets.push(sheet)
    return sheet
  }

  /** Rejects with the file's own failure instead of the abort that it causes. */
  async #guard<Result>(step: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const { signal } = this.#failure
    signal.throwIfAborted()
    try {
      return await step(signal)
    } catch (error) {
      signal.throwIfAborted()
      throw error
    }
  }
}
