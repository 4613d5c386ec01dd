import type { SheetSource } from '../../sheet/source.ts'

/** Sheets that may hold results, without those in `left`; for CSV the file itself. */
export function listOtherSheets(source: SheetSource, left: ReadonlySet<string>): SheetSource[] {
  if (source.kind === 'csv') return [source]
  const names = source.sheets.map(({ name }) => name).filter((name) => !left.has(name))
  return names.flatMap((name) => source.select(name) ?? [])
}
