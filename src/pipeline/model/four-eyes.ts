import type { JsonFields } from '../../contract/outcome.ts'
import type { Replaced } from '../../ledger/port/ordered-rows.ts'
import type { Target } from '../../ledger/port/targets.ts'
import type { Ledger } from '../../ledger/port.ts'
import { parseStored } from '../../ledger/stored-json.ts'
import type { Finding } from '../../messages/catalogue.ts'
import type { Cell } from '../../sheet/cell.ts'
import type { OutputColumn } from '../../sheet/writing/workbook-writer.ts'
import type { ReadColumn, SheetColumns } from '../rows/loaded-input.ts'
import { parseFields } from '../rows/row-outcome.ts'
import { parseCells } from '../rows/stored-cells.ts'

export interface ReviewContext {
  cells: readonly Cell[]
  columns: SheetColumns | undefined
  /** Its creation request and its scores; empty where this ledger has no record. */
  created: JsonFields
  result: JsonFields
  /** The person's name in the sheet that created it; empty where that is not known. */
  name: string
  /** No ledger of the company was asked. @default false */
  isOffline?: boolean
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
  /** The rule of the company that the request breaks without a note; `seen` has the score of its subject. */
  findMissingNote(request: Request, seen: ReviewContext, noteFor: readonly string[]): Finding | undefined
  /** What the row says of its subject that is not so in the ledger. */
  findContradictions(
    known: Pick<ReviewContext, 'created' | 'name'>,
    cells: readonly Cell[],
    columns: readonly ReadColumn[],
  ): readonly Contradiction[]
}

interface Subject {
  created: JsonFields
  name: string
}

/** What the ledger knows of the things that requests name: how they were created, and the name in that row. */
export async function readSubjects(
  { about, nameIn }: Pick<FourEyesPart<object>, 'about' | 'nameIn'>,
  { submissions, target }: { submissions: Pick<Ledger['submissions'], 'requestsOf' | 'standingRows'>; target: Target },
  things: readonly string[],
): Promise<ReadonlyMap<string, Subject>> {
  const [requests, rows] = [
    await submissions.requestsOf(about, target, things),
    await submissions.standingRows(about, target, things),
  ]
  return new Map(
    [...requests].map(([thing, request]) => {
      const row = rows.get(thing)
      const isKnown = row !== undefined && row.columns !== ''
      const name = isKnown
        ? nameIn(parseCells(row.cells), parseStored<SheetColumns>(row.columns, 'list of columns'))
        : ''
      return [thing, { created: parseFields(request), name }]
    }),
  )
}
