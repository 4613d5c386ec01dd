import type { EventEmitter } from 'node:events'
import type ExcelJS from 'exceljs'

// All that is used of exceljs 4.4.0 (its last release) though its types leave it out, and nobody promises it. The test
// beside names each member again: after another version is installed, it says what has gone.

/** A stream of readable-stream 2, which says less of itself than Node's. */
export interface Pipe extends EventEmitter {
  _writableState: { needDrain: boolean }
  write(chunk: Buffer): boolean
}

export interface StreamInternals {
  pipes: readonly Pipe[]
  _flush(): void
}

export interface RelationshipsInternals {
  /** The part of the archive, which begins when this is read first. */
  stream: StreamInternals
  count: number
  _writeOpen(): void
  commit(): void
}

export interface SheetInternals {
  stream: StreamInternals
  startedData: boolean
  hasComments: boolean
  dataValidations: { add(range: string, validation: ExcelJS.DataValidation): void }
  _sheetRelsWriter: RelationshipsInternals
  _sheetCommentsWriter: { addComments(comments: readonly WrittenNote[]): void }
  _writeColumns(): void
  _writeOpenSheetData(): void
  _writeHyperlinks(): void
  _writeSheetProtection(): void
}

interface WrittenNote {
  ref: string
  note: {
    texts: readonly { text: string }[]
    margins: { insetmode: 'auto' }
    protection: { locked: 'True'; lockText: 'True' }
    editAs: 'absolute'
  }
  /** In columns and rows from the sheet's corner. */
  anchor: { left: number; top: number; right: number; bottom: number }
}

export function internalsOf(sheet: ExcelJS.Worksheet): SheetInternals {
  return sheet as unknown as SheetInternals
}

/** Adds a style to the workbook's list; gives the number by which cells name it. */
export function addStyle(workbook: ExcelJS.stream.xlsx.WorkbookWriter, style: Partial<ExcelJS.Style>): number {
  return (workbook as unknown as WorkbookInternals).styles.addStyleModel(style)
}

interface WorkbookInternals {
  styles: { addStyleModel(style: Partial<ExcelJS.Style>): number }
}
