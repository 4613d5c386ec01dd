import { type Cell, type CoveredCells, emptyCell, type SheetRow } from './cell.ts'
import { headingSearchRows } from './headings/find-headings.ts'
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
function withRows(source: SheetSource, rows: (source: SheetSource) => AsyncIterable<SheetRow>): SheetSource {
  return {
    ...source,
    // Reading the cells adds warnings.
    get warnings() {
      return source.warnings
    },
    get hiddenColumns() {
      return source.hiddenColumns ?? []
    },
    rows: () => rows(source),
    select(name) {
      const selected = source.select(name)
      return selected === undefined ? undefined : withRows(selected, rows)
    },
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

/** Keeps rows as they were read, so that some of them can be read again without the file. */
export class RowCache {
  /** Key: sheet, then row number. JSON takes a third of the memory of objects. */
  readonly #rows = new Map<string, Map<number, string>>()

  caching(source: SheetSource): SheetSource {
    return withRows(source, (read) => this.#cacheRows(read))
  }

  /** Returns the cached rows that match, and those in which headings are searched. */
  selectRows(source: SheetSource, isMeant: (sheet: string, row: number) => boolean): SheetSource {
    return withRows(source, ({ sheet }) => this.#readCached(sheet, isMeant))
  }

  async *#cacheRows(source: SheetSource): AsyncGenerator<SheetRow> {
    const kept = this.#rows.get(source.sheet) ?? new Map<number, string>()
    this.#rows.set(source.sheet, kept)
    for await (const row of source.rows()) {
      if (!kept.has(row.number)) kept.set(row.number, JSON.stringify(row))
      yield row
    }
  }

  async *#readCached(sheet: string, isMeant: (sheet: string, row: number) => boolean): AsyncGenerator<SheetRow> {
    let position = 0
    for (const [number, row] of this.#rows.get(sheet) ?? []) {
      position += 1
      if (position <= headingSearchRows || isMeant(sheet, number)) yield JSON.parse(row)
    }
  }
}
