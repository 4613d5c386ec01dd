import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { stringify } from 'csv-stringify/sync'
import { assertNever, BatchError } from '../../support/errors.ts'
import { showMasked } from '../number-format/show-number.ts'
import { escapeCsvFormulas, textOf } from './safe-text.ts'
import type { OutputCell, OutputSheet, SheetWriter, WorkbookWriter, WrittenSheet } from './workbook-writer.ts'
import { toCsvDate } from './xlsx-cell.ts'

/** Writes the first sheet as CSV (UTF-8 with BOM, CRLF) to exactly this new file; further sheets are omitted. */
export function createCsv(file: string, delimiter = ','): WorkbookWriter {
  return new CsvFile(file, delimiter)
}

/** Records converted in one call: one by one takes longer than everything else together. */
const batchSize = 200

class CsvFile implements WorkbookWriter {
  readonly #failure = new AbortController()
  readonly #delimiter: string
  readonly #file: WriteStream
  readonly #written: Promise<void>
  #records: string[][] = []
  #sheets = 0

  constructor(file: string, delimiter: string) {
    this.#delimiter = delimiter
    this.#file = createWriteStream(file, { flags: 'wx', mode: 0o600 })
    this.#written = finished(this.#file)
    this.#written.catch((error: unknown) => this.#failure.abort(error))
    this.#file.write('\u{feff}')
  }

  addSheet(plan: OutputSheet): SheetWriter {
    this.#sheets += 1
    if (this.#sheets > 1) return { write: async () => {}, finish: async () => [] }
    const hasHeadings = plan.hasHeadings ?? true
    const sheet: WrittenSheet = { name: plan.name, rows: 0, hasHeadings }
    if (hasHeadings) this.#records.push(plan.columns.map(({ heading }) => escapeCsvFormulas(heading)))
    return {
      write: async (cells) => {
        sheet.rows += 1
        this.#records.push(plan.columns.map((_, index) => toCsvText(cells[index] ?? { t: 'z' })))
        if (this.#records.length >= batchSize) await this.#flush()
      },
      finish: async () => [sheet],
    }
  }

  async finish(): Promise<void> {
    if (this.#sheets === 0) throw new BatchError('defect', 'a CSV file was finished without a sheet')
    await this.#flush()
    this.#file.end()
    await this.#written
  }

  async abort(): Promise<void> {
    this.#file.destroy()
    await this.#written.catch(() => {})
  }

  async #flush(): Promise<void> {
    const { signal } = this.#failure
    signal.throwIfAborted()
    const text = stringify(this.#records, {
      delimiter: this.#delimiter,
      record_delimiter: 'windows',
      // The library quotes only its own line break.
      quoted_match: /[\r\n]|^\s|\s$/,
    })
    this.#records = []
    if (this.#file.write(text)) return
    try {
      await once(this.#file, 'drain', { signal })
    } catch (error) {
      signal.throwIfAborted()
      throw error
    }
  }
}

export function toCsvText(cell: OutputCell): string {
  switch (cell.t) {
    case 's':
    case 'e':
    case 'jump':
      return escapeCsvFormulas(textOf(cell.v))
    case 'n':
      return showId(cell.v, cell.f) ?? textOf(cell.v)
    case 'b':
      return cell.v ? 'TRUE' : 'FALSE'
    case 'd':
      return toCsvDate(cell.v)
    case 'z':
      return ''
    case 'link':
      return escapeCsvFormulas(textOf(cell.href))
    default:
      return assertNever(cell)
  }
}

/** An identifier such as 00123 keeps the zeros that only its number format shows. */
function showId(value: number, format: string | undefined): string | undefined {
  const shown = showMasked(value, format)
  return shown !== undefined && /^\d+$/.test(shown) ? shown : undefined
}
