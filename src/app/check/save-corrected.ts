import { copyFile } from 'node:fs/promises'
import { extname } from 'node:path'
import {
  type EditedTable,
  listCorrected,
  writeCellEdits,
  writeCorrected,
} from '../../pipeline/check/write-corrected.ts'
import { backUpEditedOutput, digestOf } from '../../pipeline/earlier-output/edited-output.ts'
import type { Operation } from '../../pipeline/model/operation.ts'
import type { ReadOptions } from '../../settings/option-types.ts'
import type { Cell } from '../../sheet/cell.ts'
import { withEdits } from '../../sheet/edited-source.ts'
import { openSheet } from '../../sheet/open.ts'
import type { SheetSource } from '../../sheet/source.ts'
import { type PublishedFile, publishFile } from '../../sheet/writing/publish-file.ts'
import { systemClock } from '../../support/clock.ts'
import { BatchError } from '../../support/errors.ts'
import type { DryRunPorts } from '../ledger/scratch-ledger.ts'
import { prepareFolder } from '../output-file.ts'
import {
  checkEdited,
  collectRows,
  type EditedCheck,
  type EditedInput,
  type EditedRow,
  loadEdited,
  nameForChoice,
} from './check-sheet.ts'

export interface CorrectedFile {
  file: string
  /** Digest of the file on disk, to detect a later change. */
  digest: string
  /** The saved file read back; it matches the edited sheet. */
  check: EditedCheck
  /** Its rows may have other numbers than those of the edited sheet. */
  numbers: Pick<ReadOptions, 'leaveOut' | 'headingRow'>
  /** Path of the backup of another program's file with that name. */
  kept: string | undefined
}

export interface CorrectedRequest extends EditedInput {
  /** The check of the input with these edits, and the digest of the file that was checked: it is not read again. */
  known?: { check: EditedCheck; digest: string } | undefined
  output: string
  own: ReadonlySet<string>
}

/**
 * Saves an edited sheet for a run: in a copy of the workbook where that is safe, else as plain tables; an unedited one
 * is copied unchanged. Published once it was read back: each row must be as in the edited sheet.
 * @throws BatchError when it cannot be written, or would be read differently.
 */
export async function saveCorrected(
  operation: Operation,
  options: CorrectedRequest,
  ports: DryRunPorts,
): Promise<CorrectedFile> {
  const { input, edits, reading, output, own, known } = options
  prepareFolder(output)
  const outputs = { digestsOf: async () => [...own], recordBackup: async () => {} }
  const kept = await backUpEditedOutput(output, 0, outputs, systemClock.now())
  let check = known?.check
  let numbers: CorrectedFile['numbers'] = { leaveOut: reading.leaveOut, headingRow: reading.headingRow }
  const verifyBy = (expected: string, own?: EditedCheck) => async (file: string) => {
    if (own !== undefined) numbers = { leaveOut: renumber(own, reading.leaveOut), headingRow: undefined }
    check = await checkEdited(operation, { input: file, edits: [], reading: { ...reading, ...numbers } }, ports)
    if (check.digest !== expected) throw explainMismatch()
  }
  const isCopied = edits.length === 0 && extname(input).toLowerCase() === '.xlsx'
  const copy = (verify: (file: string) => Promise<void>): Promise<PublishedFile> =>
    publishFile({ output, write: (file) => copyFile(input, file), verify })
  const publishKnown = async (): Promise<PublishedFile | undefined> => {
    if (known === undefined || (await digestOf(input)) !== known.digest) return undefined
    if (isCopied) {
      return copy(async (file) => {
        if ((await digestOf(file)) !== known.digest) throw explainMismatch()
      })
    }
    const { sheets, digest } = known.check
    const edited = await writeEdits(options, sheets, verifyBy(digest))
    return edited ?? rewriteText(operation, options, ports, verifyBy(digest, known.check))
  }
  const publish = (): Promise<PublishedFile> =>
    loadEdited(operation, options, ports, async (request, loaded) => {
      const edited = await collectRows(request, loaded)
      const verify = verifyBy(edited.digest)
      if (isCopied) return copy(verify)
      return (
        (await writeEdits(options, edited.sheets, verify)) ??
        writeCorrected(output, operation, listCorrected(request, loaded), verifyBy(edited.digest, edited))
      )
    })
  const published = (await publishKnown()) ?? (await publish())
  const digest = await digestOf(published.file)
  if (check === undefined || digest === undefined) throw explainMismatch()
  return { file: published.file, digest, check, numbers, kept: kept?.file }
}

/** In a file that has only the tables. Pure. */
function isKept({ isLeftOut, isByPerson }: EditedRow): boolean {
  return !isLeftOut || isByPerson === true
}

/** The rows that a person chose, by their numbers in a file that has only the tables, with headings in row 1. Pure. */
function renumber({ rows, sheets }: EditedCheck, chosen: ReadOptions['leaveOut']): ReadOptions['leaveOut'] {
  if (chosen === undefined) return undefined
  const kept = sheets.map((_, position) => rows.filter((row) => row.sheet === position && isKept(row)))
  const of = (before: Readonly<Record<string, readonly number[]>> = {}) =>
    Object.fromEntries(
      sheets.map((sheet, position) => {
        const chosen = nameForChoice(sheet)
        const named = new Set(Object.hasOwn(before, chosen) ? before[chosen] : [])
        return [sheet.name, (kept[position] ?? []).flatMap(({ number }, at) => (named.has(number) ? at + 2 : []))]
      }),
    )
  return { rows: of(chosen.rows), sent: of(chosen.sent) }
}

/** In a copy of the whole workbook; undefined where that is not possible, for any reason. */
async function writeEdits(
  request: CorrectedRequest,
  sheets: readonly EditedTable[],
  verify: (file: string) => Promise<void>,
): Promise<PublishedFile | undefined> {
  try {
    return await writeCellEdits(request.output, request, sheets, verify)
  } catch {
    return undefined
  }
}

/** A text file, from the rows of its check; undefined where that is not possible, for any reason but an interrupt. */
async function rewriteText(
  operation: Operation,
  { input, edits, reading: { encoding, delimiter }, output, known }: CorrectedRequest,
  { interrupt }: DryRunPorts,
  verify: (file: string) => Promise<void>,
): Promise<PublishedFile | undefined> {
  const [sheet, ...others] = known?.check.sheets ?? []
  if (known === undefined || sheet === undefined || others.length > 0) return undefined
  const source = await openSheet(input, { encoding, delimiter, interrupt })
  try {
    if (source.kind !== 'csv') return undefined
    const { name, headings, fields } = sheet
    const columns = { headings: [...headings], fields: { ...fields } }
    const numbers = known.check.rows.filter(isKept).map(({ number }) => number)
    const rows = copyRows(withEdits(source, edits), new Set(numbers))
    return await writeCorrected(output, operation, [{ sheet: { name, columns }, rows }], verify)
  } catch (error) {
    if (error instanceof BatchError && error.code === 'interrupted') throw error
    return undefined
  } finally {
    await source.close()
  }
}

/** They were checked before, and are only copied here: that is four times as fast as loading them. */
async function* copyRows(source: SheetSource, wanted: ReadonlySet<number>): AsyncGenerator<readonly Cell[]> {
  for await (const { number, cells } of source.rows()) if (wanted.has(number)) yield cells
}

function explainMismatch(): BatchError {
  return new BatchError('input', 'a corrected copy of this sheet would be read differently from the sheet itself', {
    hint: 'Merged cells and formulas without a value are the usual reasons: correct them in the spreadsheet program, save, and open the sheet again. Nothing was sent.',
  })
}
