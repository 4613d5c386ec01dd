import type { JsonFields } from '../../contract/outcome.ts'
import type { Replaced } from '../../ledger/port/ordered-rows.ts'
import type { Cell } from '../../sheet/cell.ts'
import type { OutputColumn } from '../../sheet/writing/workbook-writer.ts'
import type { SheetColumns } from '../rows/loaded-input.ts'

export interface ReviewContext {
  cells: readonly Cell[]
  columns: SheetColumns | undefined
  /** Its creation request and its scores; empty where this ledger has no record. */
  created: JsonFields
  result: JsonFields
  /** The last record, which this request replaces. */
  before: Replaced | undefined
}

export interface SealedColumn<Request extends object> extends OutputColumn {
  /** Part of the request, only shown in the sheet, or known from the ledger. */
  origin: 'request' | 'sheet' | 'ledger'
  value(request: Request, seen: ReviewContext): string | number | undefined
}

/** A cell against what the ledger has. */
export interface Contradiction {
  field: string
  heading: string
  index: number
  says: string
  known: string
}

/** For the second person, who releases the requests. */
export interface FourEyesPart<Request extends object> {
  /** The operation that created the subject of a request, and the field with its identifier. */
  about: string
  aboutField: string
  columns: readonly SealedColumn<Request>[]
  /** What a line says in short. */
  shownFirst: readonly ((cell: (heading: string) => string) => string)[]
  /** What the row says of its subject that is not so in the ledger. */
  findContradictions?(
    created: JsonFields,
    cells: readonly Cell[],
    columns: readonly { heading: string; index: number }[],
  ): readonly Contradiction[]
}
