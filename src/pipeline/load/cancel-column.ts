import type { Problem } from '../../contract/outcome.ts'
import { find, type Message, message } from '../../messages/catalogue.ts'
import { emptyCell, isBlank, type SheetRow } from '../../sheet/cell.ts'
import type { HeadingColumn } from '../../sheet/headings/heading-names.ts'
import { noHiddenNames, readHiddenNames } from '../../sheet/package/sheet-names.ts'
import type { SheetSource } from '../../sheet/source.ts'
import { displayCell, shorten } from '../../sheet/values/display.ts'
import { readChoice, yesNoAnswers } from '../../sheet/values/value-list.ts'
import { BatchError } from '../../support/errors.ts'
import type { FieldValues, Operation } from '../model/operation.ts'
import { cancelHeading, type OrphanUse, orphansTitle, whyHeading } from '../model/orphans.ts'
import { placeProblem } from '../rows/row-findings.ts'
import type { ChosenSheet } from '../tables/search-sheet.ts'
import { isOwnTable } from './choose-sheets.ts'

/** With `cancelColumn`, only the rows with yes in that column count. */
export interface SheetToRead extends ChosenSheet {
  cancelColumn?: HeadingColumn
}

/** The sheet Orphans may have been copied or renamed: found by its hidden name or title, else by its headings. */
export async function findCancelColumns(
  opened: SheetSource,
  chosen: readonly ChosenSheet[],
  { orphans }: Operation['sheet'],
): Promise<readonly SheetToRead[]> {
  if (orphans === undefined) return chosen
  const marks = opened.kind === 'csv' ? noHiddenNames : await readHiddenNames(opened.file)
  return chosen.map((sheet) => {
    const { source, headings } = sheet
    const find = (name: string) => headings.columns.find(({ heading }) => heading.trim().toLowerCase() === name)
    const cancelColumn = find(cancelHeading)
    const isOrphans = isOwnTable(source.sheet, orphansTitle, marks)
    if (cancelColumn === undefined && isOrphans) throw explainOldSheet(source, orphans)
    return cancelColumn !== undefined && (isOrphans || find(whyHeading) !== undefined)
      ? { ...sheet, cancelColumn }
      : sheet
  })
}

function explainOldSheet({ file, sheet }: SheetSource, { about }: OrphanUse): BatchError {
  return new BatchError(
    'input',
    `${file}: the sheet ${sheet} has no column “${cancelHeading}”, in which yes marks each line that is to be cancelled`,
    { hint: `Start ${about} again: the sheet ${orphansTitle} that it writes has that column. Nothing was sent.` },
  )
}

/** A row with yes must cancel; any other decision there is refused. */
export function checkCancels(
  { field, value }: OrphanUse['only'],
  values: FieldValues,
  column: HeadingColumn | undefined,
  row: SheetRow,
): Problem[] {
  const found = values.get(field)
  if (found === value) return []
  const place = placeProblem(row.number, column, { field, value: String(found ?? '') })
  const remedy = { kind: 'default', field } as const
  return [{ ...place, ...find('cancel-only', { field, value, heading: cancelHeading }), remedy }]
}

export type CancelAnswer = { kind: 'yes' } | { kind: 'left'; reason: Message } | { kind: 'unclear'; problem: Problem }

export function readCancelAnswer(column: HeadingColumn, row: SheetRow): CancelAnswer {
  const { heading } = column
  const written = row.cells[column.index] ?? emptyCell
  if (isBlank(written)) return { kind: 'left', reason: message('cancel-empty', { heading }) }
  const reading = readChoice(written, yesNoAnswers)
  if (reading.ok && reading.value === 'Yes') return { kind: 'yes' }
  if (reading.ok) return { kind: 'left', reason: message('cancel-no', { heading }) }
  const { ok: _, ...refusal } = reading
  const place = placeProblem(row.number, column, { field: heading, value: shorten(displayCell(written)) })
  return { kind: 'unclear', problem: { ...place, ...refusal } }
}
