import { existsSync } from 'node:fs'
import { extname } from 'node:path'
import type { JsonFields } from '../../contract/outcome.ts'
import type { UnknownSending } from '../../ledger/port/resolutions.ts'
import { referToSending } from '../../ledger/sending-reference.ts'
import { tableTitles } from '../../messages/result-titles.ts'
import { namesState } from '../../messages/states.ts'
import { type Cell, cellAddress, emptyCell, isBlank, type SheetRow } from '../../sheet/cell.ts'
import { foldText } from '../../sheet/fold-text.ts'
import { readHiddenNames } from '../../sheet/package/sheet-names.ts'
import { snapMs } from '../../sheet/reading/cell-value.ts'
import type { SheetSource } from '../../sheet/source.ts'
import { displayCell } from '../../sheet/values/display.ts'
import type { Logger } from '../../support/logger.ts'
import type { Operation } from '../model/operation.ts'
import type { LoadOptions } from '../model/options.ts'
import type { TargetLedger } from '../model/run.ts'
import { readTimeCell } from '../rows/cells.ts'
import { findRefilled } from '../rows/loaded-input.ts'
import { parseFields } from '../rows/row-outcome.ts'
import { searchSheet } from '../tables/search-sheet.ts'
import { isAsWritten } from './edited-output.ts'
import { listOtherSheets, openEach, openEarlierOutput, openOwnSheet } from './open-earlier-output.ts'
import { isCsv, isSidecar } from './output-names.ts'
import { foldIdentifier } from './require-known-output.ts'

/** Headings of the column with a question's reference, of the one for its answer, and of one that says why. */
export interface QuestionSheet {
  sheet: string
  reference: string
  answer: string
  reason?: string
}

export interface SheetAnswer {
  file: string
  /** Beside the answer; empty where there is none. */
  reason?: string
  reference: string
  written: Cell
  /** File, sheet and cell, for messages. */
  at: string
}

/** `files`: the input itself, outputs of earlier runs, or the CSV file in place of the sheet. */
export async function* readAnswers(
  files: readonly string[],
  wanted: QuestionSheet,
  logger: Logger,
): AsyncGenerator<SheetAnswer> {
  const open = (file: string): Promise<SheetSource | undefined> => openAnswers(file, wanted.sheet)
  for await (const source of openEach(files, open)) yield* readLines(source, wanted, logger)
}

async function openAnswers(file: string, sheet: string): Promise<SheetSource | undefined> {
  if (!existsSync(file)) return undefined
  if (['.xlsx', '.xlsm'].includes(extname(file).toLowerCase())) return openOwnSheet(file, sheet)
  return isCsv(file) && isSidecar(file, sheet) ? openEarlierOutput(file, {}) : undefined
}

async function* readLines(source: SheetSource, wanted: QuestionSheet, logger: Logger): AsyncGenerator<SheetAnswer> {
  const isTable = source.kind === 'csv'
  let columns: ReturnType<typeof findColumns>
  for await (const row of source.rows()) {
    if (columns === undefined) {
      columns = findColumns(row, wanted)
      if (columns !== undefined) continue
      // Without this warning a wrongly detected delimiter would drop answers silently.
      if (isTable) {
        const { reference, answer } = wanted
        logger.warn(`${source.file} has no columns ${reference} and ${answer}: nothing is taken from it`)
      }
      return
    }
    const written = row.cells[columns.answer] ?? emptyCell
    if (isBlank(written)) continue
    yield {
      file: source.file,
      reference: displayCell(row.cells[columns.reference] ?? emptyCell).trim(),
      written,
      reason: displayCell(row.cells[columns.reason] ?? emptyCell).trim(),
      at: `${source.file}, ${isTable ? '' : `${source.sheet}!`}${cellAddress(row.number, columns.answer)}`,
    }
  }
}

function findColumns(row: SheetRow, wanted: QuestionSheet) {
  const find = (name: string): number =>
    row.cells.findIndex((cell) => cell.t === 's' && [name, tableTitles[name]].includes(cell.v.trim()))
  const [reference, answer] = [find(wanted.reference), find(wanted.answer)]
  // A person may have added it to an output of an earlier version.
  const reason = row.cells.findIndex((cell) => cell.t === 's' && foldText(cell.v) === wanted.reason)
  return reference < 0 || answer < 0 ? undefined : { reference, answer, reason }
}

/**
 * Identifiers that people wrote beside `unknown` rows of an output. The sending is found by its time and by the
 * identifying cells; an ambiguous answer is left out.
 */
export async function* readNamedUnknowns(
  files: readonly string[],
  operation: Operation,
  { ledger, target }: TargetLedger,
  load: Pick<LoadOptions, 'columns' | 'defaults'>,
): AsyncGenerator<SheetAnswer> {
  if (operation.output.resolution.identifier === undefined) return
  let unknown: readonly UnknownSending[] | undefined
  // A file that is as it was written has no answers.
  const open = async (file: string): Promise<SheetSource | undefined> =>
    (await isAsWritten(file, ledger.outputs)) ? undefined : openEarlierOutput(file, {})
  for await (const source of openEach(files, open)) {
    const { file } = source
    for (const sheet of listOtherSheets(source, (await readHiddenNames(file)).ours)) {
      for await (const { sentAt, matchers, ...answer } of readSheet(sheet, operation, load)) {
        unknown ??= await ledger.resolutions.listUnknown(operation.name, target.id)
        const near = unknown.filter((each) => Math.abs(each.sentAt - sentAt) <= snapMs)
        const sending = findSending(near, matchers)
        if (sending !== undefined) yield { ...answer, file, reference: referToSending(ledger.id, sending) }
      }
    }
  }
}

interface NamedUnknown extends Pick<SheetAnswer, 'written' | 'at'> {
  sentAt: number
  /** One test per identifying field, the most telling first. */
  matchers: readonly ((request: JsonFields) => boolean)[]
}

async function* readSheet(
  source: SheetSource,
  { sheet: { fields, identifierField }, request: { identifyingFields }, output }: Operation,
  load: Pick<LoadOptions, 'columns' | 'defaults'>,
): AsyncGenerator<NamedUnknown> {
  const headings = await searchSheet(source, fields, load)
  if (headings.kind !== 'found') return
  const { rowNumber, columns } = headings
  const results = findRefilled(columns, output.columns)
  const read = (field: string): number | undefined => columns.find((column) => column.field === field)?.index
  const [created = ''] = output.createdHeadings
  const identifier = (identifierField === undefined ? undefined : read(identifierField)) ?? results.get(created)
  const [outcome, sentAt] = [results.get('outcome'), results.get('sentAt')]
  if (identifier === undefined || outcome === undefined || sentAt === undefined) return
  for await (const { number, cells } of source.rows()) {
    const written = cells[identifier]
    if (number <= rowNumber || written === undefined || isBlank(written)) continue
    if (!namesState(displayCell(cells[outcome] ?? emptyCell), 'unknown')) continue
    const sheetPrefix = source.kind === 'csv' ? '' : `${source.sheet}!`
    yield {
      written,
      at: `${source.file}, ${sheetPrefix}${cellAddress(number, identifier)}`,
      sentAt: readTimeCell(cells[sentAt] ?? emptyCell),
      matchers: identifyingFields.map(
        (field) => (request) => isShown(request[field], cells[read(field) ?? cells.length]),
      ),
    }
  }
}

/** Undefined when no sending, or more than one, fits. */
function findSending(
  sent: readonly UnknownSending[],
  [ofSubject = () => false, ...others]: NamedUnknown['matchers'],
): UnknownSending | undefined {
  const candidates = sent.filter(({ request }) => ofSubject(parseFields(request)))
  const isOf = ({ request }: UnknownSending): boolean => others.every((tells) => tells(parseFields(request)))
  const found = candidates.length < 2 ? candidates : candidates.filter(isOf)
  return found.length === 1 ? found[0] : undefined
}

function isShown(sent: unknown, cell: Cell = emptyCell): boolean {
  const shown = fold(displayCell(cell))
  const text = String(sent ?? '')
  return [text, text.slice(0, dayLength)].some((each) => fold(each) === shown)
}

/** A calendar date is sent as midnight, and shown as a day. */
const dayLength = '2026-03-01'.length

function fold(text: string): string {
  return foldText(foldIdentifier(text))
}
