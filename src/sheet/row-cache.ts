import type { SheetRow } from './cell.ts'
import { withRows } from './edited-source.ts'
import { headingSearchRows } from './headings/find-headings.ts'
import type { SheetSource } from './source.ts'

/** Rows of a file as they were read, so that a few of them can be read once more without all the others. */
export class RowCache {
  /** By sheet and number; as text, which takes a third of the room. */
  readonly #rows = new Map<string, Map<number, string>>()

  /** The file; what is read of it is kept. */
  caching(source: SheetSource): SheetSource {
    return withRows(source, (read) => this.#cacheRows(read))
  }

  /** Of the file the rows that are meant, and those in which its headings are looked for; as they were kept. */
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
