import { basename } from 'node:path'
import { pipeline, Readable } from 'node:stream'
import { type Parser, parse } from 'csv-parse'
import { type Finding, find } from '../../messages/catalogue.ts'
import { BatchError, codeOf } from '../../support/errors.ts'
import { type Cell, emptyCell, type SheetRow } from '../cell.ts'
import { inputError, toSentence } from '../input-error.ts'
import { limits } from '../limits.ts'
import { type OpenOptions, type SheetInfo, type SheetSource, throwIfInterrupted } from '../source.ts'
import { detectDelimiter, findSepLine } from './delimiter.ts'
import {
  decodeText,
  detectTextEncoding,
  limitLineLength,
  readStartOfText,
  type TextEncodingInfo,
} from './text-encoding.ts'

const charsToSniff = 262_144
const rowsBetweenInterruptChecks = 100
const noQuoteEnd = 'Look for a quote (") there that is opened and not closed, or save the sheet as .xlsx.'

export async function openCsv(
  file: string,
  options: OpenOptions,
  requireSteady: () => Promise<void>,
): Promise<SheetSource> {
  const name = basename(file)
  if (options.sheet !== undefined && options.sheet.trim().toLowerCase() !== name.toLowerCase()) {
    throw new BatchError('input', find('sheet-in-csv', { file, sheet: toSentence(options.sheet) }))
  }
  const survey = await detectTextEncoding(file, options.encoding)
  const start = await readStartOfText(file, survey, charsToSniff)
  const sepLine = findSepLine(start)
  const delimiter = options.delimiter ?? sepLine?.delimiter ?? detectDelimiter(start)
  return new CsvSource({ file, survey, delimiter, skipChars: sepLine?.length ?? 0, options }, requireSteady)
}

interface OpenedText {
  file: string
  survey: TextEncodingInfo
  delimiter: string
  skipChars: number
  options: OpenOptions
}

class CsvSource implements SheetSource {
  readonly kind = 'csv'
  readonly file: string
  readonly sheet: string
  readonly sheets: readonly SheetInfo[]
  readonly encoding: string
  readonly delimiter: string
  readonly requireUnchanged: () => Promise<void>
  readonly #opened: OpenedText
  /** Number of the first record with a text that seems to contain other records. */
  #suspectRecord: number | undefined

  constructor(opened: OpenedText, requireSteady: () => Promise<void>) {
    this.file = opened.file
    this.sheet = basename(opened.file)
    this.sheets = [{ name: this.sheet, isVisible: true, isWorksheet: true }]
    this.encoding = opened.survey.encoding
    this.delimiter = opened.delimiter
    this.requireUnchanged = requireSteady
    this.#opened = opened
  }

  get warnings(): readonly (string | Finding)[] {
    const guessed = this.#opened.survey.isGuess ? [find('encoding-guessed', { file: this.file })] : []
    if (this.#suspectRecord === undefined) return guessed
    const what = `record ${this.#suspectRecord} contains a text with line breaks that looks like further records`
    return [...guessed, `In ${this.file}, ${what}: look for a stray quotation mark (") there.`]
  }

  async *rows(): AsyncGenerator<SheetRow> {
    const { survey, options } = this.#opened
    this.#suspectRecord = undefined
    const needsRaw = survey.hasBackslashQuotes
    const tally: Tally = { records: 0 }
    let number = 0
    let isEmpty = true
    try {
      for await (const parsed of this.#parse(needsRaw, tally)) {
        number += 1
        if (number % rowsBetweenInterruptChecks === 0) await throwIfInterrupted(this.file, options.interrupt)
        const fields: string[] = needsRaw ? parsed.record : parsed
        if (fields.every(isEmptyText) || isEndOfFileMark(fields)) continue
        if (needsRaw) this.#refuseBackslashQuotes(parsed.raw, number)
        if (fields.length > limits.columns) throw this.#tooWideError(number)
        isEmpty = false
        if (fields.some((field) => this.#containsRecords(field, fields.length))) this.#suspectRecord ??= number
        yield { number, cells: fields.map(toCell), isHidden: false }
      }
    } catch (error) {
      throw this.#toInputError(error, tally.records)
    }
    await this.requireUnchanged()
    if (isEmpty)
      throw inputError(this.file, 'has no rows: all its lines are blank', 'Check that the right file was saved.')
  }

  select(sheet: string): SheetSource | undefined {
    return sheet.trim().toLowerCase() === this.sheet.toLowerCase() ? this : undefined
  }

  async close(): Promise<void> {}

  /** Counts parsed records, including those not yet read when parsing fails. */
  #parse(raw: boolean, tally: Tally): Parser {
    const { survey, skipChars } = this.#opened
    const parser: Parser = parse({
      delimiter: this.delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_quotes: true,
      relax_column_count: true,
      max_record_size: limits.recordChars,
      raw,
    })
    // Each record counts as the first: csv-parse creates an error, with a stack, for each that differs from the first.
    // `on_record` could say so too, for 5 µs a record.
    Object.defineProperty(parser.info, 'records', {
      get: () => 0,
      set: () => {
        tally.records += 1
      },
    })
    const pieces = limitLineLength(decodeText(this.file, survey, skipChars), this.delimiter)
    const text = Readable.from(pieces, { objectMode: false })
    // The parser's reader gets the failure of either.
    return pipeline(text, parser, () => {})
  }

  /** A stray quote at the start of a text includes everything up to the next one, line ends and delimiters too. */
  #containsRecords(field: string, fieldCount: number): boolean {
    if (fieldCount < 3 || field.length < fieldCount || !/[\r\n]/.test(field)) return false
    return field.split(this.delimiter).length >= fieldCount
  }

  #refuseBackslashQuotes(raw: string, number: number): void {
    if (!hasBackslashQuotes(raw, this.delimiter)) return
    throw inputError(
      this.file,
      `marks quotes within texts by backslashes (\\") in record ${number}, which CSV does not know`,
      'Export it with doubled quotes (""), or save the sheet as .xlsx.',
    )
  }

  #tooWideError(number: number): Error {
    return new BatchError('input', find('csv-columns', { file: this.file, most: limits.columns, record: number }))
  }

  #toInputError(error: unknown, number: number): unknown {
    switch (codeOf(error)) {
      case 'CSV_QUOTE_NOT_CLOSED':
        return inputError(
          this.file,
          `has a quoted text that does not end; it begins after record ${number}`,
          noQuoteEnd,
        )
      case 'CSV_MAX_RECORD_SIZE':
        return inputError(this.file, `has a record of more than 16 MiB after record ${number}`, noQuoteEnd)
      case 'LINE_TOO_WIDE':
        return this.#tooWideError(number + 1)
      default:
        return error
    }
  }
}

interface Tally {
  records: number
}

function isEmptyText(field: string): boolean {
  return field === ''
}

/** Old programs end a text file with Ctrl-Z. */
function isEndOfFileMark(fields: readonly string[]): boolean {
  return fields.length === 1 && fields[0] === '\u001a'
}

function toCell(field: string): Cell {
  return field === '' ? emptyCell : { t: 's', v: field }
}

/**
 * CSV has no backslash escapes (`"a \"b\" c"`): by its rules the record has a quote where none is allowed. A backslash
 * at the end of a text (`"C:\",`) is not an escape.
 */
export function hasBackslashQuotes(record: string, delimiter: string): boolean {
  if (!record.includes('\\"')) return false
  let isQuoted = false
  let fieldStart = 0
  for (let at = 0; at < record.length; at += 1) {
    const character = record.charAt(at)
    if (character === '"') {
      const next = record.charAt(at + 1)
      if (isQuoted && next === '"') at += 1
      else if (isQuoted && !isEndOfField(next, delimiter)) return true
      else if (!isQuoted && at !== fieldStart) return true
      else isQuoted = !isQuoted
    } else if (!isQuoted && character === delimiter) {
      fieldStart = at + 1
    }
  }
  return isQuoted
}

function isEndOfField(next: string, delimiter: string): boolean {
  return next === '' || next === delimiter || next === '\r' || next === '\n'
}
