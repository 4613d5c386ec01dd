import { readHiddenNames } from '../../sheet/enriching/read-hidden-names.ts'
import type { SheetSource } from '../../sheet/source.ts'
import { openEarlierOutput } from './open-earlier-output.ts'

/** Found by its hidden name, even when renamed, else by its title. Undefined when there is none. */
export async function openOwnSheet(file: string, sheet: string): Promise<SheetSource | undefined> {
  const marks = await readHiddenNames(file)
  const title = marks.isMarked ? marks.titleOf(sheet) : sheet
  return title === undefined ? undefined : openEarlierOutput(file, { sheet: title })
}
