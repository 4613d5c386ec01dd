import { openSheet } from '../../sheet/open.ts'
import { readHiddenNames } from '../../sheet/package/sheet-names.ts'
import type { OpenOptions, SheetSource } from '../../sheet/source.ts'
import { BatchError } from '../../support/errors.ts'

/** For a file that is missing or unreadable: the load reports that where it matters. */
export function passOverUnreadable(error: unknown): undefined {
  if (!(error instanceof BatchError)) throw error
}

export function openEarlierOutput(file: string, options: OpenOptions): Promise<SheetSource | undefined> {
  return openSheet(file, options).catch(passOverUnreadable)
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

/** Each file that can be opened, one after the other; closed once the next is wanted, or the loop is left. */
export async function* openEach(
  files: Iterable<string>,
  open = (file: string): Promise<SheetSource | undefined> => openEarlierOutput(file, {}),
): AsyncGenerator<SheetSource> {
  for (const file of new Set(files)) {
    const source = await open(file)
    try {
      if (source !== undefined) yield source
    } finally {
      await source?.close()
    }
  }
}
