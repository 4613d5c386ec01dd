import type { SheetRow } from './cell.ts'
import { withRows } from './edited-source.ts'
import { headingSearchRows } from './headings/find-headings.ts'
import type { SheetSource } from './source.ts'

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
