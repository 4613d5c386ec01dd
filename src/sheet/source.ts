import { setImmediate } from 'node:timers/promises'
import { type Finding, find } from '../messages/catalogue.ts'
import { BatchError } from '../support/errors.ts'
import type { SheetRow } from './cell.ts'

/** Opening reads only the facts listed here; rows are streamed. */
export interface SheetSource {
  /** As given by the caller. */
  file: string
  kind: 'xlsx' | 'csv'
  /** The worksheet that `rows` reads; the file's base name for CSV. */
  sheet: string
  /** In the workbook's order; one entry for CSV. */
  sheets: readonly SheetInfo[]
  /** CSV only: e.g. `utf-8`, `utf-16le`, `windows-1252`. */
  encoding?: string | undefined
  /** A guessed encoding may be wrong: a person is asked. */
  doubt?: EncodingDoubt | undefined
  delimiter?: string | undefined
  /**
   * Remarks for the user, one sentence each (e.g. "read as Windows-1252, …"). Those about cells (dates out of range,
   * formulas without a value) are added once `rows` has been read to its end.
   */
  readonly warnings: readonly (string | Finding)[]
  /** 0-based, in order; hidden ones with content, once `rows` has been read to its end. */
  readonly hiddenColumns?: readonly number[]
  /**
   * From the sheet's first row on, in each call; empty rows are skipped. An empty worksheet has none.
   * @throws BatchError `input` when the file turns out to be damaged midway, and when a CSV file has only blank lines.
   */
  rows(): AsyncIterable<SheetRow>
  /** @throws BatchError `input` when the file was changed since it was opened. */
  requireUnchanged(): Promise<void>
  /** Another worksheet of the same file; undefined when no worksheet has the name. */
  select(sheet: string): SheetSource | undefined
  close(): Promise<void>
}

/** Another encoding in which the letters make more sense, with a text of the file in both. */
export interface EncodingDoubt {
  encoding: string
  shown: string
  meant: string
}

export interface SheetInfo {
  name: string
  isVisible: boolean
  /** False for chart, dialog and macro sheets, and for a sheet without content. */
  isWorksheet: boolean
  /** Listed by the workbook, without a part: an old module, for instance. */
  isWithoutContent?: boolean
}

export interface OpenOptions {
  /** Worksheet to read, matched without case. @default the first visible worksheet */
  sheet?: string | undefined
  /** CSV: an encoding label. @default detected */
  encoding?: string | undefined
  /** CSV: one character. @default detected */
  delimiter?: string | undefined
  /** Ends the reading of rows with a `BatchError` `interrupted`. */
  interrupt?: AbortSignal | undefined
}

/** Yields to the event loop, between whose turns signals are delivered. @throws BatchError `interrupted` after one. */
export async function throwIfInterrupted(file: string, interrupt: AbortSignal | undefined): Promise<void> {
  await setImmediate()
  if (interrupt?.aborted !== true) return
  throw new BatchError('interrupted', find('read-interrupted', { file }))
}
