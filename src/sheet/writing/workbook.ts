import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import type ExcelJS from 'exceljs'
// The rest of the library, its readers above all, takes longer to load than a small run takes.
import WorkbookWriter from '#exceljs-writer'
import { BatchError } from '../../support/errors.ts'
import type { OutSheet, SheetOut, WorkbookOut, WrittenSheet } from './plan.ts'
import { legaliseSheetName } from './sheet-names.ts'
import { Styles } from './styles.ts'
import { XlsxSheet } from './xlsx-sheet.ts'

export interface WorkbookOptions extends Partial<WorkbookLimits> {
  /** A word that every sheet shows: before each heading (not in its value), above each printed page, by its tab's colour. */
  stamp?: string
}

export interface WorkbookLimits {
  /** Rows of a sheet without its headings. */
  rows: number
  /** XML of a sheet; archives that are streamed cannot hold an entry of 4 GiB. */
  bytes: number
  columns: number
}

const excelLimits: WorkbookLimits = { rows: 1_048_575, bytes: 3.5 * 2 ** 30, columns: 16_384 }

/** Writes an .xlsx to exactly this new file, readable by its owner only; memory does not grow with rows. */
export function createWorkbook(file: string, { stamp, ...limits }: WorkbookOptions = {}): WorkbookOut {
  return new XlsxWorkbook(file, { ...excelLimits, ...limits }, stamp)
}

class XlsxWorkbook implements WorkbookOut {
  readonly #limits: WorkbookLimits
  readonly #failure = new AbortController()
  readonly #output: ReturnType<typeof createWriteStream>
  readonly #written: Promise<void>
  readonly #writer: ExcelJS.stream.xlsx.WorkbookWriter
  readonly #names = new Set<string>()
  readonly #styles: Styles
  readonly #stamp: string | undefined
  #open: SheetOut | undefined

  constructor(file: string, limits: WorkbookLimits, stamp: string | undefined) {
    this.#limits = limits
    this.#stamp = stamp
    this.#output = createWriteStream(file, { flags: 'wx', mode: 0o600 })
    this.#written = finished(this.#output)
    this.#written.catch((error: unknown) => this.#failure.abort(error))
    this.#writer = new WorkbookWriter({
      stream: this.#output,
      useStyles: true,
      useSharedStrings: false,
    })
    this.#styles = new Styles(this.#writer, stamp)
    this.#writer.creator = 'rwa-batch'
    this.#writer.lastModifiedBy = 'rwa-batch'
  }

  addSheet(plan: OutSheet): SheetOut {
    if (this.#open !== undefined) throw new BatchError('defect', `sheet "${plan.name}" began before the last one ended`)
    if (plan.columns.length > this.#limits.columns) {
      throw new BatchError(
        'input',
        `sheet "${plan.name}" has ${plan.columns.length} columns: a worksheet holds ${this.#limits.columns}`,
        { hint: 'Write to a .csv file, or take columns out of the input.' },
      )
    }
    const parts: XlsxSheet[] = []
    const begin = (): XlsxSheet => {
      const part = this.#begin(plan)
      parts.push(part)
      return part
    }
    let part = begin()
    const sheet: SheetOut = {
      write: (cells) =>
        this.#guard(async (signal) => {
          if (part.rows >= this.#limits.rows || part.bytes >= this.#limits.bytes) {
            await part.finish(signal)
            part = begin()
          }
          await part.write(cells, signal)
        }),
      finish: () =>
        this.#guard(async (signal) => {
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
      // exceljs waits for ever when the disk fails; the file's own end is what counts.
      await Promise.race([this.#writer.commit(), this.#written])
      await this.#written
    })
  }

  async abort(): Promise<void> {
    this.#output.destroy()
    await this.#written.catch(() => {})
  }

  #begin(plan: OutSheet): XlsxSheet {
    const name = legaliseSheetName(plan.name, this.#names)
    this.#names.add(name.toLowerCase())
    return new XlsxSheet(this.#writer, name, plan, this.#styles, this.#stamp)
  }

  /** Runs a step unless the file has failed, and says why it did rather than that a wait was cut short. */
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
