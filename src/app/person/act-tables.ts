import type { PersonRow, PersonStatement } from '../../ledger/port/person.ts'
import { parseStored } from '../../ledger/stored-json.ts'
import { textCell, timeCell } from '../../pipeline/rows/cells.ts'
import type { SheetColumns } from '../../pipeline/rows/loaded-input.ts'
import type { Cell } from '../../sheet/cell.ts'
import { describeStatement } from '../seal-statement.ts'
import { mentionsOf } from './mentions.ts'
import type { PersonTable } from './person-table.ts'

/** What was said under the person's staff ID about plans, runs and rules. */
export function tabulateStatements(statements: readonly PersonStatement[]): PersonTable {
  return {
    name: 'Sealed and released',
    about: 'Plans that were sealed, released or dropped under this staff ID, and rules that were changed under it.',
    headings: ['When', 'What', 'Statement', 'By account', 'File'],
    lines: statements.map(({ at, operation, outcome, detail, account, machine, file }) => [
      timeCell(at ?? undefined),
      textCell(outcome),
      textCell(describeStatement(operation, detail)),
      textCell(account === null ? '' : `${account}@${machine}`),
      textCell(file ?? ''),
    ]),
  }
}

/** Cells of rows about other people: only the place where this person stands in them. */
export function tabulateMentions(person: string, rows: readonly PersonRow[]): PersonTable {
  const isNamed = mentionsOf(person)
  return {
    name: 'Named in other rows',
    about: 'Rows about other people in which this ID stands, for instance as line manager; the rest of them is theirs.',
    headings: ['File', 'Sheet', 'Row', 'Heading', 'Value', 'Read', 'Read by'],
    lines: rows.flatMap(({ file, sheet, rowNumber, columns, cells, readAt, reader }) => {
      const { headings = [] } = columns === '' ? {} : parseStored<Partial<SheetColumns>>(columns, 'list of columns')
      return parseStored<readonly Cell[]>(cells, 'row').flatMap((cell, index) =>
        isNamed(JSON.stringify(cell))
          ? [
              [
                ...[textCell(file), textCell(sheet), { t: 'n', v: rowNumber } as const],
                ...[textCell(headings[index] ?? ''), cell, timeCell(readAt), textCell(reader)],
              ],
            ]
          : [],
      )
    }),
  }
}
