import { heldStates, standInStates } from '../../contract/states.ts'
import type { PersonRow } from '../../ledger/port/person.ts'
import { parseStored } from '../../ledger/stored-json.ts'
import { libraryFace } from '../../messages/face.ts'
import { labelState } from '../../messages/states.ts'
import { textCell, timeCell } from '../../pipeline/rows/cells.ts'
import type { SheetColumns } from '../../pipeline/rows/loaded-input.ts'
import { RowAddresses } from '../../pipeline/rows/row-addresses.ts'
import { parseFindings } from '../../pipeline/rows/row-findings.ts'
import { describeProblem, explainOutcome, qualifyProblems, readOutcome } from '../../pipeline/rows/row-outcome.ts'
import { type Cell, columnName, isBlank } from '../../sheet/cell.ts'
import { mentionsOf } from './mentions.ts'
import { type Facts, type PersonTable, tabulate } from './person-table.ts'

/** One line for each cell: every sheet has columns of its own. */
export function tabulateRows(rows: readonly PersonRow[]): PersonTable {
  return tabulate(
    'Rows as read',
    'Each cell of the rows about this person, as it was read from a sheet, and the remarks about it.',
    rows.flatMap((row) => {
      const filled = listCells(row).filter(({ Value }) => !isBlank(Value))
      const whole = { ...placeOf(row), ...readingOf(row), Outcome: textCell(labelState(row.state)) }
      const remark = { Column: textCell(''), Heading: textCell('Remark of the program') }
      const remarks = listRemarks(row).map((text) => ({ ...remark, Value: textCell(text) }))
      return [...filled, ...remarks].map((facts) => ({ ...whole, ...facts }))
    }),
  )
}

/** Cells of rows about other people: only the place where this person stands in them. */
export function tabulateMentions(person: string, rows: readonly PersonRow[]): PersonTable {
  const isNamed = mentionsOf(person)
  return tabulate(
    'Named in other rows',
    'Rows about other people in which this ID stands, for instance as line manager; the rest of them is theirs.',
    rows.flatMap((row) => {
      const named = listCells(row).filter(({ Value }) => isNamed(JSON.stringify(Value)))
      return named.map(({ Heading, Value }) => ({ ...placeOf(row), Heading, Value, ...readingOf(row) }))
    }),
  )
}

function placeOf({ file, sheet, rowNumber }: PersonRow): Facts {
  return { File: textCell(file), Sheet: textCell(sheet), Row: { t: 'n', v: rowNumber } }
}

function readingOf({ readAt, reader }: PersonRow): Facts {
  return { Read: timeCell(readAt), 'Read by': textCell(reader) }
}

function listCells({ columns, cells }: PersonRow) {
  const { headings = [] } = columns === '' ? {} : parseStored<Partial<SheetColumns>>(columns, 'list of columns')
  return parseStored<readonly Cell[]>(cells, 'row').map((cell, index) => {
    return { Column: textCell(columnName(index)), Heading: textCell(headings[index] ?? ''), Value: cell }
  })
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
  const about =
    'Files from which these rows came, and files that were written of them: they may still name this person.'
  const facts = [...files.values()].map(({ file, output, reader }) => ({
    'File that was read': textCell(file),
    'File that was written': textCell(output ?? ''),
    By: textCell(reader),
  }))
  return tabulate('Files', about, facts)
}
