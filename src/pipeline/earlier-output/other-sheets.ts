import type { SheetSource } from '../../sheet/source.ts'

/** Sheets that may hold results, without those that are left: the file itself where it has none. */
export function listOtherSheets(source: SheetSource, left: ReadonlySet<string>): SheetSource[] {
  if (source.kind === 'csv') return [source]
  const names = source.sheets.map(({ name }) => name).filter((name) => !left.has(name))
  return names.flatMap((name) => source.select(name) ?? [])
}
