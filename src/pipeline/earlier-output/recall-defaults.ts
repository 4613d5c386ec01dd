import { find, logNote } from '../../messages/catalogue.ts'
import { emptyCell } from '../../sheet/cell.ts'
import { readHiddenNames } from '../../sheet/package/sheet-names.ts'
import { displayCell } from '../../sheet/values/display.ts'
import type { Operation } from '../model/operation.ts'
import type { LoadOptions, RunPorts } from '../model/options.ts'
import { openOwnSheet } from './open-earlier-output.ts'

/** Begins the label of a line in the sheet `Summary`, before the name of the option; the field and its value follow. */
export const filledIn = 'Filled in by '

/**
 * Adds the `--set` values that an earlier output was written with: its rows are then unchanged. New values take
 * precedence. Only for operations with an identifier column; decisions and invitations need the option each time.
 */
export async function recallDefaults(
  input: string,
  { fields, identifierField }: Operation['sheet'],
  load: LoadOptions,
  { logger }: Pick<RunPorts, 'logger'>,
): Promise<LoadOptions> {
  if (identifierField === undefined) return load
  const known = new Set(fields.map(({ name }) => name))
  const defaults = new Map(load.defaults)
  for (const [field, value] of await readFilledIn(input)) {
    if (!known.has(field) || defaults.has(field)) continue
    defaults.set(field, value)
    logNote(logger, 'info', find('defaults-recalled', { field, value, input }))
  }
  return { ...load, defaults }
}

async function readFilledIn(input: string): Promise<[string, string][]> {
  const { isMarked } = await readHiddenNames(input)
  const source = await openOwnSheet(input, 'Summary')
  if (source === undefined) return []
  try {
    const found: [string, string][] = []
    if (source.kind === 'csv' || (!isMarked && source.select('Results') === undefined)) return found
    for await (const { cells } of source.rows()) {
      const [label = '', field = '', value = ''] = [0, 1, 2].map((index) => displayCell(cells[index] ?? emptyCell))
      if (label.startsWith(filledIn)) found.push([field, value])
    }
    return found
  } finally {
    await source.close()
  }
}
