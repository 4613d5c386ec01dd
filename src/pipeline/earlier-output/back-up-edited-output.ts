import { randomUUID } from 'node:crypto'
import { constants, existsSync, statSync } from 'node:fs'
import { copyFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import type { Outputs } from '../../ledger/port/outputs.ts'
import type { Ledger } from '../../ledger/port.ts'
import { parseStored } from '../../ledger/stored-json.ts'
import { type Cell, emptyCell, type SheetRow } from '../../sheet/cell.ts'
import { toOneLine } from '../../sheet/fold-text.ts'
import type { SheetSource } from '../../sheet/source.ts'
import { displayCell } from '../../sheet/values/display.ts'
import { syncFile } from '../../sheet/writing/publish-file.ts'
import { codeOf } from '../../support/errors.ts'
import type { LoadedInput, LoadedSheet } from '../rows/loaded-input.ts'
import { canonicalPath } from './choose-output-path.ts'
import { withEarlierOutput } from './open-earlier-output.ts'
import { compareAsWritten, digestOutput } from './output-digest.ts'
import { isCsv } from './output-names.ts'

export interface Backup {
  file: string
  /** False when no cell differs: what else a person may have changed is kept, such as colours, widths and charts. */
  isEdited: boolean
}

/**
 * An output that a person has changed is copied before it is overwritten: the changes exist nowhere else. Undefined for
 * one that was not. Copies of edited cells never replace each other; of the others the latest is kept.
 */
export async function backUpEditedOutput(
  output: string,
  runId: number,
  outputs: Pick<Outputs, 'digestsOf' | 'recordBackup'>,
  now: number,
): Promise<Backup | undefined> {
  if (statSync(output, { throwIfNoEntry: false })?.isFile() !== true) return undefined
  const standing = await compareAsWritten(output, outputs)
  if (standing === 'same' || (standing === 'saved' && isCsv(output))) return undefined
  const isEdited = standing === 'edited'
  const latest = `${withoutExtension(output)}.saved${extname(output)}`
  const mayReplace = !isEdited && (!existsSync(latest) || (await compareAsWritten(latest, outputs)) === 'same')
  const isReplaced = mayReplace && (await replaceCopy(output, latest))
  const file = isReplaced ? latest : await copyBeside(output, now)
  // Otherwise each run would back it up again while the file is open elsewhere and cannot be replaced.
  const digest = await digestOutput(file)
  await outputs.recordBackup(runId, await canonicalPath(output), digest)
  if (isReplaced) await outputs.recordBackup(runId, await canonicalPath(latest), digest)
  return { file, isEdited }
}

/** For the message about the copy. */
export function describeBackup(output: string, { file, isEdited }: Backup): string {
  return isEdited
    ? `${output} was changed since it was written: it is kept as ${file}`
    : `${output} was saved by another program since it was written: with its colours, widths and charts it is kept as ${file}`
}

/** False while another program holds the earlier copy. */
async function replaceCopy(output: string, copy: string): Promise<boolean> {
  const beside = `${copy}.${randomUUID()}`
  try {
    await copyFile(output, beside, constants.COPYFILE_EXCL)
    await syncFile(beside)
    await rename(beside, copy)
    return true
  } catch (error) {
    await rm(beside, { force: true })
    if (['EBUSY', 'EPERM', 'EACCES'].includes(codeOf(error) ?? '')) return false
    throw error
  }
}

async function copyBeside(output: string, now: number): Promise<string> {
  const stamp = new Date(now).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')
  for (let ordinal = 1; ; ordinal += 1) {
    const number = ordinal === 1 ? '' : ` (${ordinal})`
    const copy = `${withoutExtension(output)}.edited-${stamp}${number}${extname(output)}`
    try {
      await copyFile(output, copy, constants.COPYFILE_EXCL)
      // The copy must survive a power cut once the output has been replaced.
      await syncFile(copy)
      return copy
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
    }
  }
}

function withoutExtension(file: string): string {
  return join(dirname(file), basename(file, extname(file)))
}

const pageSize = 500

/** Cells of the input's fields that differ between the input and an edited copy of it with results, by their place. */
export async function countCorrections(
  edited: string,
  { runId, sheets }: Pick<LoadedInput, 'runId' | 'sheets'>,
  runs: Pick<Ledger['runs'], 'rowPage'>,
): Promise<number> {
  const count = await withEarlierOutput(edited, {}, async (source) => {
    let [found, firstSeq] = [0, 0]
    for (const sheet of sheets) {
      const own = source.select(sheet.name)
      if (own !== undefined) found += await countInSheet(own, sheet, firstSeq, { runId, runs })
      firstSeq += sheet.rows
    }
    return found
  })
  return count ?? 0
}

/** Row numbers and columns are those of the input: our columns stand to the right, and nothing is inserted. */
async function countInSheet(
  source: SheetSource,
  { rows, columns }: LoadedSheet,
  firstSeq: number,
  { runId, runs }: { runId: number; runs: Pick<Ledger['runs'], 'rowPage'> },
): Promise<number> {
  const fields = Object.values(columns.fields)
  const written = readInput()
  let wanted = await written.next()
  let count = 0
  for await (const row of source.rows()) {
    while (wanted.done !== true && wanted.value.rowNumber < row.number) wanted = await written.next()
    if (wanted.done === true) break
    if (wanted.value.rowNumber === row.number) count += countDifferent(row, wanted.value.cells, fields)
  }
  return count

  async function* readInput(): AsyncGenerator<{ rowNumber: number; cells: readonly Cell[] }> {
    for (let seq = firstSeq; seq < firstSeq + rows; ) {
      const page = await runs.rowPage(runId, seq - 1, Math.min(pageSize, firstSeq + rows - seq))
      if (page.length === 0) return
      for (const { rowNumber, cells } of page) yield { rowNumber, cells: parseStored<readonly Cell[]>(cells, 'row') }
      seq += page.length
    }
  }
}

function countDifferent({ cells }: SheetRow, before: readonly Cell[], fields: readonly number[]): number {
  return fields.filter((index) => show(cells[index]) !== show(before[index])).length
}

function show(cell: Cell = emptyCell): string {
  return toOneLine(displayCell(cell))
}
