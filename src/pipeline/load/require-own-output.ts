import type { Ledger } from '../../ledger/ledger.ts'
import { openSheet } from '../../sheet/open.ts'
import { EmptySheetError, type SheetSource } from '../../sheet/source.ts'
import { displayCell } from '../../sheet/values/display.ts'
import { BatchError } from '../../support/errors.ts'

const resultSheets = /^Results(?: \(\d+\))?$/

/**
 * An earlier output that names what this ledger has never heard of was written with another ledger, or this one was
 * lost: to go on would create the same again, and replace the only place where it is named. To be asked once the sheet
 * was loaded, which may name it too.
 * @throws BatchError `ledger` with the first identifier that is not known.
 */
export async function requireOwnOutput(
  output: string,
  identifierField: string | undefined,
  ledger: Pick<Ledger, 'file' | 'submissions'>,
  interrupt?: AbortSignal,
): Promise<void> {
  if (identifierField === undefined) return
  let source: SheetSource
  try {
    source = await openSheet(output, { interrupt })
  } catch (error) {
    // There is none, or it is something else.
    if (error instanceof BatchError) return
    throw error
  }
  try {
    for (const sheet of source.kind === 'csv' ? [source] : resultsOf(source)) {
      const found = await findUnheardOf(sheet, identifierField, ledger)
      if (found === undefined) continue
      throw new BatchError(
        'ledger',
        `${output} names ${found} (and perhaps more), which the ledger ${ledger.file} has never heard of: it was written with another ledger, or this one was lost. Nothing was sent`,
        {
          hint: `Put that ledger back or name it with --ledger; or give ${output} as input instead of the sheet: what it names is asked for and never created again. To create everything anew, move it away or name another --output.`,
        },
      )
    }
  } finally {
    await source.close()
  }
}

function resultsOf(source: SheetSource): SheetSource[] {
  const names = source.sheets.map(({ name }) => name).filter((name) => resultSheets.test(name))
  return names.flatMap((name) => source.select(name) ?? [])
}

async function findUnheardOf(
  sheet: SheetSource,
  identifierField: string,
  { submissions }: Pick<Ledger, 'submissions'>,
): Promise<string | undefined> {
  let column: number | undefined
  try {
    for await (const { cells } of sheet.rows()) {
      if (column === undefined) {
        column = cells.findIndex((cell) => cell.t === 's' && cell.v === identifierField)
        if (column < 0) return undefined
        continue
      }
      const cell = cells[column]
      const identifier = cell === undefined ? '' : displayCell(cell)
      if (identifier !== '' && !submissions.isNamed(identifier)) return identifier
    }
  } catch (error) {
    if (!(error instanceof EmptySheetError)) throw error
  }
  return undefined
}
