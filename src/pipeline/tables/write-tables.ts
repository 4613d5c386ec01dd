import { openSheet } from '../../sheet/open.ts'
import { type PublishedFile, publishFile } from '../../sheet/writing/publish-file.ts'
import type { WorkbookOptions } from '../../sheet/writing/workbook.ts'
import type { OutputCell, OutputSheet, WorkbookWriter, WrittenSheet } from '../../sheet/writing/workbook-writer.ts'
import { BatchError } from '../../support/errors.ts'

export interface TableFile {
  output: string
  /** Begins the file; a workbook unless it is said otherwise. */
  begin?(file: string): WorkbookWriter | Promise<WorkbookWriter>
  /** Writes its sheets. */
  fill(workbook: WorkbookWriter): Promise<void>
  /** Reads it back, right before it takes its place. */
  verify(file: string): Promise<void>
}

/**
 * Writes a file of tables, whole or not at all, and puts it in its place once it was read back.
 * @throws BatchError `surroundings` when it cannot be written.
 */
export function writeTables({
  output,
  begin = (file) => beginWorkbook(file),
  fill,
  verify,
}: TableFile): Promise<PublishedFile> {
  return publishFile({
    output,
    write: async (file) => {
      await fillWorkbook(await begin(file), fill)
    },
    verify,
  })
}

/** Fills a file that was begun, and ends it; lets go of it when that fails. */
export async function fillWorkbook(workbook: WorkbookWriter, fill: TableFile['fill']): Promise<void> {
  try {
    await fill(workbook)
    await workbook.finish()
  } catch (error) {
    await workbook.abort()
    throw error
  }
}

/** Loaded when it is needed: what writes workbooks takes as long to load as a small sheet takes to check. */
export async function beginWorkbook(
  file: string,
  options: Pick<WorkbookOptions, 'stamp' | 'isMarked'> = {},
): Promise<WorkbookWriter> {
  const { createWorkbook } = await import('../../sheet/writing/workbook.ts')
  return createWorkbook(file, options)
}

/** Writes a sheet of as many lines as its sources give; one without any is left out unless it is kept. */
export async function writeSheet<Source>(
  workbook: WorkbookWriter,
  plan: OutputSheet,
  pages: Iterable<readonly Source[]> | AsyncIterable<readonly Source[]>,
  linesOf: (source: Source) => readonly (readonly OutputCell[])[],
  isKeptEmpty = true,
): Promise<readonly WrittenSheet[]> {
  let sheet = isKeptEmpty ? workbook.addSheet(plan) : undefined
  for await (const page of pages) {
    for (const source of page) {
      for (const line of linesOf(source)) {
        sheet ??= workbook.addSheet(plan)
        await sheet.write(line)
      }
    }
  }
  return sheet === undefined ? [] : sheet.finish()
}

/** @throws BatchError `defect` when the written rows are not as many as the ledger's. */
export async function verifyRows(
  file: string,
  results: readonly WrittenSheet[],
  expected: number,
  delimiter = ',',
): Promise<void> {
  const first = results[0]
  // What is known is not guessed.
  const source = await openSheet(file, first === undefined ? { encoding: 'utf-8', delimiter } : { sheet: first.name })
  try {
    let rows = 0
    for (const sheet of first === undefined ? [source] : results.flatMap(({ name }) => source.select(name) ?? [])) {
      let count = -1
      for await (const _ of sheet.rows()) count += 1
      rows += count
    }
    if (rows === expected) return
    throw new BatchError('defect', `the written file holds ${rows} rows where the ledger has ${expected}`, {
      hint: 'The earlier output was left as it was. Please report this.',
    })
  } finally {
    await source.close()
  }
}
