import { emptyCell } from '../../sheet/cell.ts'
import type { OutputCell } from '../../sheet/writing/workbook-writer.ts'

/** Headings for the person whom it is about, who knows neither this program nor its interface. */
export interface PersonTable {
  name: string
  /** One sentence. */
  about: string
  headings: readonly string[]
  lines: readonly (readonly OutputCell[])[]
}

/** A line of a table: heading → cell. */
export type Facts = Readonly<Record<string, OutputCell>>

/** Headings in the order in which they first come; `isSparse`: without those that no line has a value for. */
export function tabulate(name: string, about: string, records: readonly Facts[], isSparse = false): PersonTable {
  const isUsed = (heading: string): boolean => !isSparse || records.some((facts) => (facts[heading]?.t ?? 'z') !== 'z')
  const headings = [...new Set(records.flatMap(Object.keys))].filter(isUsed)
  return { name, about, headings, lines: records.map((facts) => headings.map((each) => facts[each] ?? emptyCell)) }
}
