import { basename } from 'node:path'
import { pipeline, Readable } from 'node:stream'
import { type Parser, parse } from 'csv-parse'
import { find } from '../../messages/catalogue.ts'
import { BatchError, codeOf } from '../../support/errors.ts'
import { type Cell, emptyCell, type SheetRow } from '../cell.ts'
import { inputError, toSentence } from '../input-error.ts'
import { limits } from '../limits.ts'
import { decodeBytes } from '../package/decoding.ts'
import { type OpenOptions, type SheetSource, throwIfInterrupted } from '../source.ts'
import { detectDelimiter, findSepLine } from './delimiter.ts'
import { decodeText, detectTextEncoding, limitLineLength, type TextEncodingInfo } from './text-encoding.ts'

const rowsBetweenInterruptChecks = 100
const noQuoteEnd = 'Look for a quote (") there that is opened and not closed, or save the sheet as .xlsx.'

/** `head`: the first 64 KiB. */
export async function openCsv(
  file: string,
  options: OpenOptions,
  requireSteady: () => Promise<void>,
  head: Buffer,
): Promise<SheetSource> {
  const name = basename(file)
  const isNamed = (sheet: string): boolean => sheet.trim().toLowerCase() === name.toLowerCase()
  if (options.sheet !== undefined && !isNamed(options.sheet)) {
    throw new BatchError('input', find('sheet-in-csv', { file, sheet: toSentence(options.sheet) }))
  }
  const survey = await detectTextEncoding(file, head, options.encoding)
  const start = decodeBytes(head.subarray(survey.bomBytes), survey.encoding)
  const sepLine = findSepLine(start)
  const delimiter = options.delimiter ?? sepLine?.delimiter ?? detectDelimiter(start)
  const skipChars = sepLine?.length ?? 0
  const text: CsvText = { file, survey, delimiter, skipChars, interrupt: options.interrupt, suspect: undefined }
  const source: SheetSource = {
    kind: 'csv',
    ...{ file, sheet: name, sheets: [{ name, isVisible: true, isWorksheet: true }] },
    ...{ encoding: survey.encoding, delimiter, requireUnchanged: requireSteady },
    get doubt() {
      return survey.guess?.doubt
    },
    get warnings() {
      const guessed =
        survey.guess === undefined
          ? []
          : [find('encoding-guessed', { file, encoding: undefined, ...survey.guess.doubt })]
      if (text.suspect === undefined) return guessed
      const what = `record ${text.suspect} contains a text with line breaks that looks like further records`
      return [...guessed, `In ${file}, ${what}: look for a stray quotation mark (") there.`]
    },
    rows: () => readRows(text, requireSteady),
    select: (sheet) => (isNamed(sheet) ? source : undefined),
    close: async () => {},
  }
  return source
}

interface CsvText {
  file: string
  survey: TextEncodingInfo
  delimiter: string
  skipChars: number
  interrupt: AbortSignal | undefined
  /** Number of the first record with a text that seems to contain other records. */
  suspect: number | undefined
}

/** In one generator: a second one around it makes reading a tenth slower. */
async function* readRows(text: CsvText, requireSteady: () => Promise<void>): AsyncGenerator<SheetRow> {
  const { file, delimiter, interrupt } = text
  const needsRaw = text.survey.hasBackslashQuotes
  const tally = { records: 0 }
  text.suspect = undefined
  let number = 0
  let isEmpty = true
  try {
    for await (const parsed of parseText(text, tally)) {
      number += 1
      if (number % rowsBetweenInterruptChecks === 0) await throwIfInterrupted(file, interrupt)
      const fields: string[] = needsRaw ? parsed.record : parsed
      // Old programs end a text file with Ctrl-Z.
      const isEndMark = fields.length === 1 && fields[0] === '\u001a'
      if (isEndMark || fields.every((field) => field === '')) continue
      if (needsRaw && hasBackslashQuotes(parsed.raw, delimiter)) {
        const what = `marks quotes within texts by backslashes (\\") in record ${number}, which CSV does not know`
        throw inputError(file, what, 'Export it with doubled quotes (""), or save the sheet as .xlsx.')
      }
      if (fields.length > limits.columns) throw tooWideError(file, number)
      isEmpty = false
      if (fields.some((field) => containsRecords(field, fields.length, delimiter))) text.suspect ??= number
      yield { number, cells: fields.map((v): Cell => (v === '' ? emptyCell : { t: 's', v })), isHidden: false }
    }
  } catch (error) {
    throw toReadError(file, error, tally.records)
  }
  await requireSteady()
  if (isEmpty) throw inputError(file, 'has no rows: all its lines are blank', 'Check that the right file was saved.')
}

/** Counts parsed records, including those not yet read when parsing fails. */
function parseText({ file, survey, delimiter, skipChars }: CsvText, tally: { records: number }): Parser {
  const parser: Parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: limits.recordChars,
    raw: survey.hasBackslashQuotes,
  })
  // Each record counts as the first: csv-parse creates an error, with a stack, for each that differs from the first.
  // `on_record` could say so too, for 5 µs a record.
  Object.defineProperty(parser.info, 'records', {
    get: () => 0,
    set: () => {
      tally.records += 1
    },
  })
  const pieces = limitLineLength(decodeText(file, survey, skipChars), delimiter)
  // The parser's reader gets the failure of either.
  return pipeline(Readable.from(pieces, { objectMode: false }), parser, () => {})
}

/** A stray quote at the start of a text includes everything up to the next one, line ends and delimiters too. */
function containsRecords(field: string, fieldCount: number, delimiter: string): boolean {
  if (fieldCount < 3 || field.length < fieldCount || !/[\r\n]/.test(field)) return false
  return field.split(delimiter).length >= fieldCount
}

function tooWideError(file: string, record: number): Error {
  return new BatchError('input', find('csv-columns', { file, most: limits.columns, record }))
}

function toReadError(file: string, error: unknown, number: number): unknown {
  switch (codeOf(error)) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return inputError(file, `has a quoted text that does not end; it begins after record ${number}`, noQuoteEnd)
    case 'CSV_MAX_RECORD_SIZE':
      return inputError(file, `has a record of more than 16 MiB after record ${number}`, noQuoteEnd)
    case 'LINE_TOO_WIDE':
      return tooWideError(file, number + 1)
    default:
      return error
  }
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
      else if (isQuoted && !['', delimiter, '\r', '\n'].includes(next)) return true
      else if (!isQuoted && at !== fieldStart) return true
      else isQuoted = !isQuoted
    } else if (!isQuoted && character === delimiter) fieldStart = at + 1
  }
  return isQuoted
}
