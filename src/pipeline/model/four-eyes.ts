import type { JsonFields } from '../../contract/outcome.ts'
import type { Replaced } from '../../ledger/port/ordered-rows.ts'
import type { Cell } from '../../sheet/cell.ts'
import type { OutputColumn } from '../../sheet/writing/workbook-writer.ts'
import type { ReadColumn } from '../rows/find-result-columns.ts'
import type { SheetColumns } from '../rows/loaded-input.ts'

export interface ReviewContext {
  cells: readonly Cell[]
  columns: SheetColumns | undefined
  /** Its creation request and its scores; empty where this ledger has no record. */
  created: JsonFields
  result: JsonFields
  /** The person's name in the sheet that created it; empty where that is not known. */
  name: string
  /** The last record, which this request replaces. */
  before: Replaced | undefined
}

export interface SealedColumn<Request extends object> extends OutputColumn {
  /** Part of the request, known from the ledger, or only shown: it may get lost. */
  origin: 'request' | 'ledger' | 'shown'
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
  /** The operation that created the subject of a request, and the field with its identifier, which orders the rows. */
  about: string
  aboutField: string
  columns: readonly SealedColumn<Request>[]
  /** What a line says in short. */
  shownFirst: readonly ((cell: (heading: string) => string) => string)[]
  /** The person's name in a row of the operation that created it. */
  nameIn(cells: readonly Cell[], columns: SheetColumns): string
  /** What the row says of its subject that is not so in the ledger. */
  findContradictions(
    known: Pick<ReviewContext, 'created' | 'name'>,
    cells: readonly Cell[],
    columns: readonly ReadColumn[],
  ): readonly Contradiction[]
}
