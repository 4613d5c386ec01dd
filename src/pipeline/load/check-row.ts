import { ZodError } from 'zod'
import type { Problem } from '../../contract/outcome.ts'
import type { HeldRequest, LoadedRequest, LoadedRow, RowContent } from '../../ledger/port/loaded-row.ts'
import { find, type Message, message } from '../../messages/catalogue.ts'
import { type Cell, type SheetRow, usedWidth } from '../../sheet/cell.ts'
import type { FieldValues } from '../model/operation.ts'
import { serializeFindings } from '../rows/row-findings.ts'
import { isExampleMarker } from '../tables/example-row.ts'
import { checkCancels, readCancelAnswer } from './cancel-column.ts'
import { repeatsHeadings } from './non-data-row.ts'
import { type ReadRow, type RowReader, readRow } from './read-row.ts'

export function loadRow(reader: RowReader, row: SheetRow): Omit<LoadedRow, 'sheet'> {
  const { content, warnings, orderKey, corrections: used } = checkRow(reader, row)
  const corrections = used.map(({ fix, ...correction }) => {
    if (fix !== undefined) reader.uses.add(fix)
    return correction
  })
  return {
    rowNumber: row.number,
    isHidden: row.isHidden,
    cells: JSON.stringify(row.cells.slice(0, usedWidth(row)) satisfies Cell[]),
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
  reader.filter.count(leftOut === undefined)
  const orderKey = operation.sheet.orderKey?.(values)
  const built = problems.length === 0 ? buildRequest(operation, values, problems) : undefined
  const identifier = values.get(operation.sheet.identifierField ?? '')
  if (leftOut !== undefined) {
    const named = typeof identifier === 'string' ? identifier : undefined
    const about = { request: built, identifier: named, isOrdered: orderKey !== undefined }
    return skip(leftOut, [], about)
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
  const isUnknownElsewhere = outcome?.t === 's' && outcome.v === 'unknown'
  const request = isUnknownElsewhere ? { ...built, isUnknownElsewhere } : built
  return { ...read, content: { kind: 'request', request } }
}

function skip(reason: Message, warnings: CheckedRow['warnings'] = [], about?: HeldRequest): CheckedRow {
  const detail = JSON.stringify({ reason })
  const content = { kind: 'held', state: 'skipped', detail, ...(about && { about }) } as const
  return { content, warnings, corrections: [], orderKey: undefined }
}

/** The cells of these rows are not checked. */
function findSkipReason({ operation, columnOf, foldedHeadings, load }: RowReader, row: SheetRow): Message | undefined {
  const about = columnOf.get(operation.request.identifyingFields[0] ?? '')
  if (about !== undefined && isExampleMarker(row.cells[about.index])) return message('example')
  if (repeatsHeadings(row, foldedHeadings)) return message('headings-again')
  return row.isHidden && load.hidden === 'skip' ? message('hidden') : undefined
}

/** The schema checks last; its refusals become problems of the row. */
function buildRequest(
  { request: part }: RowReader['operation'],
  values: FieldValues,
  problems: Problem[],
): LoadedRequest | undefined {
  try {
    const request = part.build(values)
    return {
      json: JSON.stringify(request),
      identity: part.identity?.(request) ?? request,
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
