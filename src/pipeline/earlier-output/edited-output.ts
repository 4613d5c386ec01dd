import { createHash, randomUUID } from 'node:crypto'
import { constants, createReadStream, existsSync, statSync } from 'node:fs'
import { copyFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Ledger } from '../../ledger/port.ts'
import { type Cell, emptyCell, type SheetRow } from '../../sheet/cell.ts'
import { digestCells } from '../../sheet/digest-cells.ts'
import { toOneLine } from '../../sheet/fold-text.ts'
import type { SheetSource } from '../../sheet/source.ts'
import { displayCell } from '../../sheet/values/display.ts'
import { syncFile } from '../../sheet/writing/publish-file.ts'
import { codeOf } from '../../support/errors.ts'
import type { LoadedInput } from '../rows/loaded-input.ts'
import { type RowQuery, type RowView, viewSheetRows } from '../rows/row-view.ts'
import { canonicalPath } from './choose-output-path.ts'
import { openEach, passOverUnreadable } from './open-earlier-output.ts'
import { isCsv } from './output-names.ts'

/** SHA-256 in hex; undefined when there is no such file. */
export async function digestOf(file: string): Promise<string | undefined> {
  const hash = createHash('sha256')
  try {
    await pipeline(createReadStream(file), hash)
  } catch (error) {
    if (['ENOENT', 'EISDIR'].includes(codeOf(error) ?? '')) return undefined
    throw error
  }
  return hash.digest('hex')
}

const separator = ' '

/** A digest of the bytes, which is quick to compare, and one of the cells. `cells`: the latter, where it is known. */
export async function digestOutput(file: string, cells?: string): Promise<string> {
  return [(await digestOf(file)) ?? '', cells ?? (await digestOfCells(file)) ?? ''].join(separator)
}

/** `saved`: other bytes, and no cell differs. A program that only saves a file changes its bytes. */
export async function compareAsWritten(
  file: string,
  outputs: Pick<Ledger['outputs'], 'digestsOf'>,
): Promise<'same' | 'saved' | 'edited'> {
  const known = (await outputs.digestsOf(await canonicalPath(file))).map((digest) => digest.split(separator))
  if (known.length === 0) return 'edited'
  const bytes = await digestOf(file)
  if (known.some(([ofBytes]) => ofBytes === bytes)) return 'same'
  const cells = await digestOfCells(file)
  return cells !== undefined && known.some(([, ofCells]) => ofCells === cells) ? 'saved' : 'edited'
}

/** True while no cell was changed. */
export async function isAsWritten(file: string, outputs: Pick<Ledger['outputs'], 'digestsOf'>): Promise<boolean> {
  return (await compareAsWritten(file, outputs)) !== 'edited'
}

/** Undefined for a file that is no readable sheet. */
async function digestOfCells(file: string): Promise<string | undefined> {
  return (await digestCells(file).catch(passOverUnreadable))?.digest
}

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
  outputs: Pick<Ledger['outputs'], 'digestsOf' | 'recordBackup'>,
  now: number,
): Promise<Backup | undefined> {
  if (statSync(output, { throwIfNoEntry: false })?.isFile() !== true) return undefined
  const standing = await compareAsWritten(output, outputs)
  if (standing === 'same' || (standing === 'saved' && isCsv(output))) return undefined
  const isEdited = standing === 'edited'
  const latest = `${withoutExtension(output)}.saved${extname(output)}`
  const mayReplace = !isEdited && (!existsSync(latest) || (await compareAsWritten(latest, outputs)) === 'same')
  const isReplaced = mayReplace && (await replaceCopy(output, latest))
  const file = isReplaced ? latest : await copyEdited(output, now)
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

/** Never in the place of another copy. Returns its path. */
export async function copyEdited(output: string, now: number): Promise<string> {
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

/** Cells of the input's fields that differ between the input and an edited copy of it with results, by their place. */
export async function countCorrections(
  edited: string,
  sheets: LoadedInput['sheets'],
  request: RowQuery,
): Promise<number> {
  let count = 0
  for await (const source of openEach([edited])) {
    for (const [position, { name, columns }] of sheets.entries()) {
      const own = source.select(name)
      const written = viewSheetRows(request, sheets, position)
      if (own !== undefined) count += await countInSheet(own, Object.values(columns.fields), written)
    }
  }
  return count
}

/** Row numbers and columns are those of the input: our columns stand to the right, and nothing is inserted. */
async function countInSheet(source: SheetSource, fields: readonly number[], pages: AsyncIterable<readonly RowView[]>) {
  const written = eachRow()
  let wanted = await written.next()
  let count = 0
  for await (const row of source.rows()) {
    while (wanted.done !== true && wanted.value.rowNumber < row.number) wanted = await written.next()
    if (wanted.done === true) break
    if (wanted.value.rowNumber === row.number) count += countDifferent(row, wanted.value.cells, fields)
  }
  return count

  async function* eachRow(): AsyncGenerator<RowView> {
    for await (const page of pages) yield* page
  }
}

function countDifferent({ cells }: SheetRow, before: readonly Cell[], fields: readonly number[]): number {
  return fields.filter((index) => show(cells[index]) !== show(before[index])).length
}

function show(cell: Cell = emptyCell): string {
  return toOneLine(displayCell(cell))
}
