import { constants } from 'node:fs'
import { copyFile, open } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { isBlank } from '../../sheet/cell.ts'
import { openSheet } from '../../sheet/open.ts'
import { EmptySheetError, type SheetSource } from '../../sheet/source.ts'
import { BatchError } from '../../support/errors.ts'
import type { ExtraSheet } from '../operation.ts'

/**
 * Copies an earlier output in which somebody has begun to fill in a sheet, before it is written anew: what was typed
 * there stands nowhere else. Returns the copy's path; undefined when there was nothing to keep.
 */
export async function keepFilledIn(
  output: string,
  extraSheets: readonly ExtraSheet[],
  now: number,
): Promise<string | undefined> {
  for (const { name, toFillIn } of extraSheets) {
    if (toFillIn.length === 0 || !(await isFilledIn(output, name, toFillIn))) continue
    const stamp = new Date(now).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')
    const extension = extname(output)
    const copy = join(dirname(output), `${basename(output, extension)}.filled-in-${stamp}${extension}`)
    await copyFile(output, copy, constants.COPYFILE_EXCL)
    await sync(copy)
    return copy
  }
  return undefined
}

/** A power cut must not take the copy once the output has been replaced. */
async function sync(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function isFilledIn(output: string, sheet: string, headings: readonly string[]): Promise<boolean> {
  let source: SheetSource
  try {
    source = await openSheet(output, { sheet })
  } catch (error) {
    // There is no earlier output, or it is no workbook of ours.
    if (error instanceof BatchError) return false
    throw error
  }
  try {
    let columns: number[] | undefined
    for await (const { cells } of source.kind === 'xlsx' ? source.rows() : []) {
      if (columns?.some((index) => !isBlank(cells[index])) === true) return true
      columns ??= cells.flatMap((cell, index) => (cell.t === 's' && headings.includes(cell.v) ? [index] : []))
    }
    return false
  } catch (error) {
    if (error instanceof EmptySheetError) return false
    throw error
  } finally {
    await source.close()
  }
}
