import { heldStates, standInStates } from '../../contract/states.ts'
import type { PersonRow } from '../../ledger/port/person.ts'
import { parseStored } from '../../ledger/stored-json.ts'
import { libraryFace } from '../../messages/face.ts'
import { labelState } from '../../messages/states.ts'
import { textCell, timeCell } from '../../pipeline/rows/cells.ts'
import { describeProblem, explainOutcome } from '../../pipeline/rows/explain-outcome.ts'
import type { SheetColumns } from '../../pipeline/rows/loaded-input.ts'
import { RowAddresses } from '../../pipeline/rows/row-addresses.ts'
import { parseFindings } from '../../pipeline/rows/row-findings.ts'
import { qualifyProblems, readOutcome } from '../../pipeline/rows/row-outcome.ts'
import { type Cell, columnName, isBlank } from '../../sheet/cell.ts'
import type { OutputCell } from '../../sheet/writing/workbook-writer.ts'
import type { PersonTable } from './person-table.ts'

/** One line for each cell: every sheet has columns of its own. */
export function tabulateRows(rows: readonly PersonRow[]): PersonTable {
  return {
    name: 'Rows as read',
    about: 'Each cell of the rows about this person, as it was read from a sheet, and the remarks about it.',
    headings: ['File', 'Sheet', 'Row', 'Read', 'Read by', 'Outcome', 'Column', 'Heading', 'Value'],
    lines: rows.flatMap((row) => {
      const place = [textCell(row.file), textCell(row.sheet), { t: 'n', v: row.rowNumber } satisfies OutputCell]
      const whole = [...place, timeCell(row.readAt), textCell(row.reader), textCell(labelState(row.state))]
      return listCells(row).map((cells) => [...whole, ...cells])
    }),
  }
}

function listCells(row: PersonRow): OutputCell[][] {
  const { headings = [] } = row.columns === '' ? {} : parseStored<Partial<SheetColumns>>(row.columns, 'list of columns')
  const read = parseStored<readonly Cell[]>(row.cells, 'row').flatMap((cell, index): OutputCell[][] =>
    isBlank(cell) ? [] : [[textCell(columnName(index)), textCell(headings[index] ?? ''), cell]],
  )
  const said = listRemarks(row).map((remark) => [textCell(''), textCell('Remark of the program'), textCell(remark)])
  return [...read, ...said]
}

const format = { addresses: new RowAddresses([]), face: libraryFace }

/** They repeat values of the cells. */
function listRemarks(row: PersonRow): string[] {
  const { warnings, corrections } = parseFindings(row.warnings ?? undefined)
  const warned = qualifyProblems(warnings, { sheet: 0 }, format).map((problem) => describeProblem(problem))
  const meant = corrections.map(({ column, meant: value }) => `${columnName(column)} is read as “${value}”`)
  return [...explainHeld(row), ...warned, ...meant]
}

/** Why nothing was sent for the row alone. */
function explainHeld({ state, seq, rowNumber, cells, detail }: PersonRow): string[] {
  const held = heldStates.find((each) => each === state)
  if (held === undefined || standInStates.has(held)) return []
  const row = {
    state: held,
    seq,
    rowNumber,
    cells,
    detail: detail ?? undefined,
    sheet: 0,
    isHidden: false,
    wasDone: false,
  }
  const outcome = readOutcome({ ...row, warnings: undefined, submission: undefined, other: undefined }, format)
  const { problem } = explainOutcome(outcome, () => '')
  return problem === '' ? [] : [problem]
}

/** Outside of the ledger; they may still name the person. */
export function tabulateFiles(rows: readonly PersonRow[]): PersonTable {
  const files = new Map(rows.map((row) => [JSON.stringify([row.file, row.output, row.reader]), row]))
  return {
    name: 'Files',
    about: 'Files from which these rows came, and files that were written of them: they may still name this person.',
    headings: ['File that was read', 'File that was written', 'By'],
    lines: [...files.values()].map(({ file, output, reader }) => [file, output ?? '', reader].map(textCell)),
  }
}
