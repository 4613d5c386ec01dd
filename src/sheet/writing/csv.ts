import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { stringify } from 'csv-stringify/sync'
import { assertNever, BatchError } from '../../support/errors.ts'
import { showMasked } from '../number-format/show-number.ts'
import { escapeCsvFormulas, textOf } from './safe-text.ts'
import type { OutputCell, WorkbookWriter, WrittenSheet } from './workbook-writer.ts'
import { toCsvDate } from './xlsx-cell.ts'

/** Records converted in one call: one by one takes longer than everything else together. */
const batchSize = 200

/** Writes the first sheet as CSV (UTF-8 with BOM, CRLF) to exactly this new file; further sheets are omitted. */
export function createCsv(file: string, delimiter = ','): WorkbookWriter {
  const failure = new AbortController()
  const stream = createWriteStream(file, { flags: 'wx', mode: 0o600 })
  const written = finished(stream)
  written.catch((error: unknown) => failure.abort(error))
  stream.write('\u{feff}')
  let records: string[][] = []
  let sheets = 0
  const flush = async (): Promise<void> => {
    const { signal } = failure
    signal.throwIfAborted()
    // The library quotes only its own line break.
    const text = stringify(records, { delimiter, record_delimiter: 'windows', quoted_match: /[\r\n]|^\s|\s$/ })
    records = []
    if (stream.write(text)) return
    try {
      await once(stream, 'drain', { signal })
    } catch (error) {
      signal.throwIfAborted()
      throw error
    }
  }
  return {
    addSheet(plan) {
      sheets += 1
      if (sheets > 1) return { write: async () => {}, finish: async () => [] }
      const hasHeadings = plan.hasHeadings ?? true
      const sheet: WrittenSheet = { name: plan.name, rows: 0, hasHeadings }
      if (hasHeadings) records.push(plan.columns.map(({ heading }) => escapeCsvFormulas(heading)))
      return {
        write: async (cells) => {
          sheet.rows += 1
          records.push(plan.columns.map((_, index) => toCsvText(cells[index] ?? { t: 'z' })))
          if (records.length >= batchSize) await flush()
        },
        finish: async () => [sheet],
      }
    },
    async finish() {
      if (sheets === 0) throw new BatchError('defect', 'a CSV file was finished without a sheet')
      await flush()
      stream.end()
      await written
    },
    async abort() {
      stream.destroy()
      await written.catch(() => {})
    },
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
