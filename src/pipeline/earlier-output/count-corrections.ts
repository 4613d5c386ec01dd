import type { Ledger } from '../../ledger/port.ts'
import { parseStored } from '../../ledger/stored-json.ts'
import { type Cell, emptyCell, type SheetRow } from '../../sheet/cell.ts'
import { toOneLine } from '../../sheet/fold-text.ts'
import type { SheetSource } from '../../sheet/source.ts'
import { displayCell } from '../../sheet/values/display.ts'
import type { LoadedInput, LoadedSheet } from '../rows/loaded-input.ts'
import { openEarlierOutput } from './open-earlier-output.ts'

const pageSize = 500

/** Cells of the input's fields that differ between the input and an edited copy of it with results, by their place. */
export async function countCorrections(
  edited: string,
  { runId, sheets }: Pick<LoadedInput, 'runId' | 'sheets'>,
  runs: Pick<Ledger['runs'], 'rowPage'>,
): Promise<number> {
  const source = await openEarlierOutput(edited, {})
  if (source === undefined) return 0
  try {
    let count = 0
    let firstSeq = 0
    for (const sheet of sheets) {
      const own = source.select(sheet.name)
      if (own !== undefined) count += await countInSheet(own, sheet, firstSeq, { runId, runs })
      firstSeq += sheet.rows
    }
    return count
  } finally {
    await source.close()
  }
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
