import { tableTitles } from '../../messages/result-titles.ts'
import { type Cell, type SheetRow, cellAddress, emptyCell, isBlank } from '../../sheet/cell.ts'
import type { SheetSource } from '../../sheet/source.ts'
import { displayCell } from '../../sheet/values/display.ts'
import type { Logger } from '../../support/logger.ts'
import { openEarlierOutput, openOwnSheet } from './open-earlier-output.ts'
import { isCsv, isSidecar } from './output-names.ts'
import { existsSync } from 'node:fs'
import { extname } from 'node:path'

/** Headings of the column with a question's reference, and of the one for its answer. */
export interface QuestionSheet {
  sheet: string
  reference: string
  answer: string
}

export interface SheetAnswer {
  file: string
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
  for (const file of new Set(files)) {
    if (!existsSync(file)) continue
    const source = await openAnswers(file, wanted.sheet)
    if (source === undefined) continue
    try {
      yield* readLines(source, wanted, logger)
    } finally {
      await source.close()
    }
  }
}

async function openAnswers(file: string, sheet: string): Promise<SheetSource | undefined> {
  if (['.xlsx', '.xlsm'].includes(extname(file).toLowerCase())) return openOwnSheet(file, sheet)
  return isCsv(file) && isSidecar(file, sheet) ? openEarlierOutput(file, {}) : undefined
}

async function* readLines(source: SheetSource, wanted: QuestionSheet, logger: Logger): AsyncGenerator<SheetAnswer> {
  const isTable = source.kind === 'csv'
  let columns: { reference: number; answer: number } | undefined
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
      at: `${source.file}, ${isTable ? '' : `${source.sheet}!`}${cellAddress(row.number, columns.answer)}`,
    }
  }
}

function findColumns(row: SheetRow, wanted: QuestionSheet): { reference: number; answer: number } | undefined {
  const find = (name: string): number =>
    row.cells.findIndex((cell) => cell.t === 's' && [name, tableTitles[name]].includes(cell.v.trim()))
  const reference = find(wanted.reference)
  const answer = find(wanted.answer)
  return reference < 0 || answer < 0 ? undefined : { reference, answer }
}
