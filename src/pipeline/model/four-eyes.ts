import type { JsonFields } from '../../contract/outcome.ts'
import type { Replaced } from '../../ledger/port/ordered-rows.ts'
import type { Cell } from '../../sheet/cell.ts'
import type { OutputColumn } from '../../sheet/writing/workbook-writer.ts'
import type { SheetColumns } from '../rows/loaded-input.ts'

/** What is known of what a request is about, besides the request. */
export interface ReviewContext {
  /** Its row in the sheet. */
  cells: readonly Cell[]
  columns: SheetColumns | undefined
  /** What it was created with, and its scores; empty where this ledger has not heard of it. */
  created: JsonFields
  result: JsonFields
  /** What was recorded last, and is replaced. */
  before: Replaced | undefined
}

/** A column of a plan that a second person reads. */
export interface SealedColumn<Request extends object> extends OutputColumn {
  /** Whether it is asked for, only shown in the sheet, or known from elsewhere. */
  origin: 'request' | 'sheet' | 'memory'
  value(request: Request, seen: ReviewContext): string | number | undefined
}

/** How requests are shown to a second person, who releases them. */
export interface FourEyesPart<Request extends object> {
  /** The operation that created what a request is about, and the field that names it. */
  about: string
  aboutField: string
  columns: readonly SealedColumn<Request>[]
  /** What contradicts itself in a row and what is known, in a sentence. */
  findContradiction?(request: Request, seen: ReviewContext): string | undefined
}
