import { type Cell, type CoveredCells, emptyCell, type SheetRow } from './cell.ts'
import type { SheetSource } from './source.ts'

/** A cell that somebody has typed into; what it holds from then on is text. */
export interface CellEdit {
  sheet: string
  /** 1-based, as the spreadsheet program shows it. */
  row: number
  /** 0-based. */
  column: number
  /** Empty: the cell is emptied. */
  text: string
}

/** The file as if these cells held what was typed; the last edit of a cell counts. Rows that are not there stay so. */
export function withEdits(source: SheetSource, edits: readonly CellEdit[]): SheetSource {
  return withRows(source, (read) => editedRows(read, edits))
}

/** The file, each sheet of which has the rows that `rows` makes of it. */
export function withRows(source: SheetSource, rows: (source: SheetSource) => AsyncIterable<SheetRow>): SheetSource {
  const { file, kind, sheet, sheets, encoding, delimiter } = source
  return {
    file,
    kind,
    sheet,
    sheets,
    ...(encoding === undefined ? {} : { encoding }),
    ...(delimiter === undefined ? {} : { delimiter }),
    // What is only found in the cells joins them later.
    get warnings() {
      return source.warnings
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

/** What a merged range still covers once one of its cells has a value of its own. */
function splitAround({ from, to, range }: CoveredCells, column: number): CoveredCells[] {
  if (column < from || column > to) return [{ from, to, range }]
  return [
    { from, to: column - 1, range },
    { from: column + 1, to, range },
  ].filter((part) => part.from <= part.to)
}
