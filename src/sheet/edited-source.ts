import { type Cell, type CoveredCells, emptyCell, type SheetRow } from './cell.ts'
import type { SheetSource } from './source.ts'

export interface CellEdit {
  sheet: string
  /** 1-based, as the spreadsheet program shows it. */
  row: number
  /** 0-based. */
  column: number
  /** An empty text empties the cell. */
  text: string
}

/** The last edit of a cell wins. Edits of rows that the file does not have are ignored. */
export function withEdits(source: SheetSource, edits: readonly CellEdit[]): SheetSource {
  return withRows(source, (read) => editedRows(read, edits))
}

/** A source in which `rows` replaces the rows of each sheet. */
export function withRows(source: SheetSource, rows: (source: SheetSource) => AsyncIterable<SheetRow>): SheetSource {
  const { file, kind, sheet, sheets, encoding, delimiter } = source
  return {
    file,
    kind,
    sheet,
    sheets,
    ...(encoding === undefined ? {} : { encoding }),
    ...(delimiter === undefined ? {} : { delimiter }),
    // Reading the cells adds warnings.
    get warnings() {
      return source.warnings
    },
    get hiddenColumns() {
      return source.hiddenColumns ?? []
    },
    rows: () => rows(source),
    requireUnchanged: () => source.requireUnchanged(),
    select(name) {
      const selected = source.select(name)
      return selected === undefined ? undefined : withRows(selected, rows)
    },
    close: () => source.close(),
  }
}

async function* editedRows(source: SheetSource, edits: readonly CellEdit[]): AsyncGenerator<SheetRow> {
  const byRow = new Map<number, CellEdit[]>()
  for (const edit of edits) {
    if (edit.sheet === source.sheet) byRow.set(edit.row, [...(byRow.get(edit.row) ?? []), edit])
  }
  for await (const row of source.rows()) yield (byRow.get(row.number) ?? []).reduce(editRow, row)
}

function editRow(row: SheetRow, { column, text }: CellEdit): SheetRow {
  const width = Math.max(row.cells.length, column + 1)
  const cells = Array.from({ length: width }, (_, index): Cell => {
    if (index !== column) return row.cells[index] ?? emptyCell
    return text === '' ? emptyCell : { t: 's', v: text }
  })
  const { covered } = row
  return {
    ...row,
    cells,
    ...(covered === undefined ? {} : { covered: covered.flatMap((each) => splitAround(each, column)) }),
  }
}

/** The remaining covered cells, after one of them got a value of its own. */
function splitAround({ from, to, range }: CoveredCells, column: number): CoveredCells[] {
  if (column < from || column > to) return [{ from, to, range }]
  return [
    { from, to: column - 1, range },
    { from: column + 1, to, range },
  ].filter((part) => part.from <= part.to)
}
