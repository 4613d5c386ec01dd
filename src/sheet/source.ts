import { setImmediate } from 'node:timers/promises'
import { BatchError } from '../support/errors.ts'
import type { SheetRow } from './cell.ts'

/** What a file turned out to be, and its rows. Opening reads only what is needed to say this; rows stream. */
export interface SheetSource {
  /** Path as it was given. */
  file: string
  kind: 'xlsx' | 'csv'
  /** The worksheet that `rows` reads; the file's base name for CSV. */
  sheet: string
  /** Every sheet of the workbook in its own order; one entry for CSV. */
  sheets: readonly SheetInfo[]
  /** CSV only: e.g. `utf-8`, `utf-16le`, `windows-1252`. */
  encoding?: string
  /** CSV only. */
  delimiter?: string
  /**
   * Things about the file that its user should know, one sentence each (e.g. "read as Windows-1252, …"). What is only
   * found in the cells (dates out of range, formulas without a value) joins them once `rows` has been read to its end.
   */
  readonly warnings: readonly string[]
  /**
   * The rows from the sheet's first one on; rows whose cells are all empty (or empty text) are passed over. Each call
   * starts anew. A worksheet that holds nothing has no rows.
   * @throws BatchError `input` when the file turns out to be broken midway, and when a CSV file has blank lines only.
   */
  rows(): AsyncIterable<SheetRow>
  /** @throws BatchError `input` when the file was changed since it was opened. */
  requireUnchanged(): Promise<void>
  /** Another worksheet of the same file; undefined when there is none of that name, or it is no worksheet. */
  select(sheet: string): SheetSource | undefined
  close(): Promise<void>
}

export interface SheetInfo {
  name: string
  isVisible: boolean
  /** False for chart, dialog and macro sheets. */
  isWorksheet: boolean
}

export interface OpenOptions {
  /** Worksheet to read, matched without case. Default: the first visible worksheet. */
  sheet?: string | undefined
  /** CSV: an encoding label; default: detected. */
  encoding?: string | undefined
  /** CSV: one character; default: detected. */
  delimiter?: string | undefined
  /** Ends the reading of rows with a `BatchError` `interrupted`. */
  interrupt?: AbortSignal | undefined
}

/**
 * Lets signals be heard, which they are between two turns of the event loop only.
 * @throws BatchError `interrupted` once somebody asked for the end.
 */
export async function throwIfInterrupted(file: string, interrupt: AbortSignal | undefined): Promise<void> {
  await setImmediate()
  if (interrupt?.aborted !== true) return
  throw new BatchError('interrupted', `interrupted while ${file} was read: nothing was sent`, {
    hint: 'The same command starts again from its beginning.',
  })
}
