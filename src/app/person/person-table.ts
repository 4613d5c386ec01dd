import type { OutputCell } from '../../sheet/writing/workbook-writer.ts'

/** Headings for the person whom it is about, who knows neither this program nor its interface. */
export interface PersonTable {
  name: string
  /** One sentence. */
  about: string
  headings: readonly string[]
  lines: readonly (readonly OutputCell[])[]
}
