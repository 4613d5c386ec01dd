import { setImmediate } from 'node:timers/promises'
import { BatchError } from '../support/errors.ts'
import type { SheetRow } from './cell.ts'
import { shorten } from './values/display.ts'

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
  readonly notes: readonly string[]
  /**
   * The rows from the sheet's first one on; rows whose cells are all empty (or empty text) are passed over. Each call
   * starts anew.
   * @throws BatchError `input` when the file turns out to be broken midway; `EmptySheetError` when there is no row.
   */
  rows(): AsyncIterable<SheetRow>
  /** The same of another worksheet; undefined when there is none of that name, or it is no worksheet. */
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
export async function requireGoingOn(file: string, interrupt: AbortSignal | undefined): Promise<void> {
  await setImmediate()
  if (interrupt?.aborted !== true) return
  throw new BatchError('interrupted', `interrupted while ${file} was read: nothing was sent`, {
    hint: 'The same command starts again from its beginning.',
  })
}

/** The sheet is sound and holds no row at all: an error for whoever wants rows, a fact for whoever looks at the file. */
export class EmptySheetError extends BatchError {
  constructor(file: string, sheet: string) {
    super('input', `${file} has no rows: the sheet "${shorten(sheet, 40)}" is empty.`, {
      hint: 'Name the sheet that holds the rows with ‹sheets›, or put the rows in and save the file.',
    })
    this.name = 'EmptySheetError'
  }
}
