import { openSheet } from '../../sheet/open.ts'
import { readHiddenNames } from '../../sheet/package/sheet-names.ts'
import type { OpenOptions, SheetSource } from '../../sheet/source.ts'
import { BatchError } from '../../support/errors.ts'

/** Undefined when the file is missing or unreadable: the load reports that where it matters. */
export async function openEarlierOutput(file: string, options: OpenOptions): Promise<SheetSource | undefined> {
  try {
    return await openSheet(file, options)
  } catch (error) {
    if (error instanceof BatchError) return undefined
    throw error
  }
}

/** Found by its hidden name, even when renamed, else by its title. Undefined when there is none. */
export async function openOwnSheet(file: string, sheet: string): Promise<SheetSource | undefined> {
  const marks = await readHiddenNames(file)
  const title = marks.isMarked ? marks.titleOf(sheet) : sheet
  return title === undefined ? undefined : openEarlierOutput(file, { sheet: title })
}

/** Sheets that may hold results, without those in `left`; for CSV the file itself. */
export function listOtherSheets(source: SheetSource, left: ReadonlySet<string>): SheetSource[] {
  if (source.kind === 'csv') return [source]
  const names = source.sheets.map(({ name }) => name).filter((name) => !left.has(name))
  return names.flatMap((name) => source.select(name) ?? [])
}

/** Undefined for a file that cannot be opened. */
export async function withEarlierOutput<Result>(
  file: string,
  options: OpenOptions,
  use: (source: SheetSource) => Promise<Result>,
): Promise<Result | undefined> {
  const source = await openEarlierOutput(file, options)
  try {
    return source && (await use(source))
  } finally {
    await source?.close()
  }
}
