import { ZodError } from 'zod'
import type { Problem } from '../../contract/outcome.ts'
import type { HeldRequest, LoadedRequest, LoadedRow, RowContent } from '../../ledger/port/loaded-row.ts'
import { find, type Message, message } from '../../messages/catalogue.ts'
import { namesState } from '../../messages/states.ts'
import { emptyCell, isBlank, type SheetRow } from '../../sheet/cell.ts'
import type { HeadingColumn } from '../../sheet/headings/heading-names.ts'
import { noHiddenNames, readHiddenNames } from '../../sheet/package/sheet-names.ts'
import type { SheetSource } from '../../sheet/source.ts'
import { displayCell, shorten } from '../../sheet/values/display.ts'
import { readChoice, yesNoAnswers } from '../../sheet/values/value-list.ts'
import { BatchError } from '../../support/errors.ts'
import { increase } from '../figures/score-sums.ts'
import { identitiesOf } from '../model/identity.ts'
import type { FieldValues, Operation } from '../model/operation.ts'
import { cancelHeading, type OrphanUse, orphansTitle, whyHeading } from '../model/orphans.ts'
import { placeProblem, serializeFindings } from '../rows/row-findings.ts'
import { storeCells } from '../rows/stored-cells.ts'
import type { ChosenSheet } from '../tables/search-sheet.ts'
import { isExampleMarker } from '../tables/sheet-names.ts'
import { isOwnTable } from './choose-sheets.ts'
import { repeatsHeadings, totalsRow } from './non-data-row.ts'
import { type ReadRow, type RowReader, readRow } from './read-row.ts'

export function loadRow(reader: RowReader, row: SheetRow): Omit<LoadedRow, 'sheet'> {
  const { content, warnings, orderKey, corrections: used } = checkRow(reader, row)
  const corrections = used.map(({ fix, ...correction }) => {
    if (fix !== undefined) increase(reader.uses, fix)
    return correction
  })
  return {
    rowNumber: row.number,
    isHidden: row.isHidden,
    cells: storeCells(row),
    warnings: serializeFindings({ warnings, corrections }),
    orderKey,
    content,
  }
}

interface CheckedRow extends Pick<ReadRow, 'warnings' | 'corrections'> {
  content: RowContent
  orderKey: string | undefined
}

function checkRow(reader: RowReader, row: SheetRow): CheckedRow {
  const { operation } = reader
  const untouched = findSkipReason(reader, row)
  if (untouched !== undefined) return skip(untouched)
  const answer = reader.cancelColumn === undefined ? undefined : readCancelAnswer(reader.cancelColumn, row)
  if (answer?.kind === 'left') return skip(answer.reason)
  const leftOut = reader.filter.reject(row)
  const { values, problems, warnings, corrections, stray } = readRow(
    // The defaults of a row that is left out are not announced.
    leftOut === undefined ? reader : { ...reader, filled: new Map() },
    row,
  )
  if (answer?.kind === 'unclear') problems.unshift(answer.problem)
  const { orphans } = operation.sheet
  if (answer?.kind === 'yes' && orphans !== undefined) {
    problems.push(...checkCancels(orphans.only, values, reader.columnOf.get(orphans.only.field), row))
  }
  const reason = stray ?? operation.sheet.skipReason?.(values, problems)
  if (reason !== undefined) return skip(reason, warnings)
  reader.filter.count(leftOut)
  const orderKey = operation.sheet.orderKey?.(values)
  const built = problems.length === 0 ? buildRequest(operation, values, problems) : undefined
  const identifier = values.get(operation.sheet.identifierField ?? '')
  if (leftOut !== undefined) {
    const named = typeof identifier === 'string' ? identifier : undefined
    return skip(leftOut, [], { request: built, identifier: named, isOrdered: orderKey !== undefined })
  }
  const read = { warnings, corrections, orderKey }
  if (typeof identifier === 'string') {
    // The row is only retrieved, so a field without a column does not matter.
    const doubts = [...warnings, ...problems.filter(({ cell }) => cell !== '')]
    return { ...read, content: { kind: 'identified', identifier, request: built }, warnings: doubts }
  }
  if (built === undefined) {
    return { ...read, content: { kind: 'held', state: 'invalid', detail: JSON.stringify({ problems }) } }
  }
  const outcome = reader.outcomeColumn === undefined ? undefined : row.cells[reader.outcomeColumn]
  const isUnknownElsewhere = outcome?.t === 's' && namesState(outcome.v, 'unknown')
  const request = isUnknownElsewhere ? { ...built, isUnknownElsewhere } : built
  return { ...read, content: { kind: 'request', request } }
}

function skip(reason: Message, warnings: CheckedRow['warnings'] = [], about?: HeldRequest): CheckedRow {
  const detail = JSON.stringify({ reason })
  const content = { kind: 'held', state: 'skipped', detail, ...(about && { about }) } as const
  return { content, warnings, corrections: [], orderKey: undefined }
}

/** The cells of these rows are not checked. */
function findSkipReason(
  { operation, columnOf, columns, foldedHeadings, load }: RowReader,
  row: SheetRow,
): Message | undefined {
  const about = columnOf.get(operation.request.identifyingFields[0] ?? '')
  const { index } = about ?? columns.find(({ field }) => field !== undefined) ?? { index: 0 }
  if (row.totals?.some(({ from, to }) => index >= from && index <= to)) return totalsRow
  if (about !== undefined && isExampleMarker(row.cells[about.index])) return message('example')
  if (repeatsHeadings(row, foldedHeadings)) return message('headings-again')
  return row.isHidden && load.hidden === 'skip' ? message('hidden') : undefined
}

/** The schema checks last; its refusals become problems of the row. */
function buildRequest(
  operation: RowReader['operation'],
  values: FieldValues,
  problems: Problem[],
): LoadedRequest | undefined {
  try {
    const { request: part } = operation
    const request = part.build(values)
    const [identity, ...earlier] = identitiesOf(operation, request)
    return {
      json: JSON.stringify(request),
      identity,
      ...(earlier.length > 0 && { earlier }),
      similarityKey: part.similarityKey?.(request),
      claims: part.uniqueKeys?.(request) ?? [],
    }
  } catch (error) {
    if (!(error instanceof ZodError)) throw error
    for (const issue of error.issues) {
      const field = issue.path.join('.')
      const value = String(values.get(field) ?? '')
      problems.push({ field, cell: '', heading: '', value, ...find('schema', { message: issue.message }) })
    }
    return undefined
  }
}

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
