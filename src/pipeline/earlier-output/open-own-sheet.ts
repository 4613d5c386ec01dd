import { readHiddenNames } from '../../sheet/enriching/read-hidden-names.ts'
import type { SheetSource } from '../../sheet/source.ts'
import { openEarlierOutput } from './open-earlier-output.ts'

/**
 * A sheet of ours in a workbook that may be an output of ours: known by its mark, whatever it is called by now, else by
 * its title. Undefined when there is none.
 */
export async function openOwnSheet(file: string, sheet: string): Promise<SheetSource | undefined> {
  const marks = await readHiddenNames(file)
  const title = marks.isMarked ? marks.titleOf(sheet) : sheet
  return title === undefined ? undefined : openEarlierOutput(file, { sheet: title })
}
