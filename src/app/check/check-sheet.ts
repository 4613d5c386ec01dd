import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { plannedStates } from '../../contract/states.ts'
import { hashRequest } from '../../ledger/request-key.ts'
import { find } from '../../messages/catalogue.ts'
import { type CheckReport, checkRows, listCheckProblems, listUnverifiable } from '../../pipeline/check/check-rows.ts'
import { publishChecked } from '../../pipeline/check/publish-checked.ts'
import type { EditedTable } from '../../pipeline/check/write-corrected.ts'
import { getOrAdd } from '../../pipeline/figures/score-sums.ts'
import { createRemarkSearch } from '../../pipeline/load/watch-rows.ts'
import { identitiesOf } from '../../pipeline/model/identity.ts'
import type { Operation } from '../../pipeline/model/operation.ts'
import { type FixUse, findRefilled, type LoadedInput, listReadColumns } from '../../pipeline/rows/loaded-input.ts'
import { isLeftOutByPerson } from '../../pipeline/rows/row-outcome.ts'
import { type RowQuery, type RowView, viewRows } from '../../pipeline/rows/row-view.ts'
import { locateCell, type RowProblem } from '../../pipeline/tables/problems-sheet.ts'
import { emptyCell } from '../../sheet/cell.ts'
import { type CellEdit, type RowCache, withEdits } from '../../sheet/edited-source.ts'
import type { SheetSource } from '../../sheet/source.ts'
import { displayCell } from '../../sheet/values/display.ts'
import type { PublishedFile } from '../../sheet/writing/publish-file.ts'
import { BatchError } from '../../support/errors.ts'
import type { DryRunPorts } from '../ledger/scratch-ledger.ts'
import { prepareFolder, requireKind, requireSeparateOutput } from '../output-file.ts'
import { type ReadSheetOptions, toLoadOptions } from '../parse-request.ts'
import { announceCopy, loadForCheck } from './load-for-check.ts'

export interface SheetCheck {
  file: string
  report: CheckReport
  /** Checks that need the service or the ledger. */
  cannotKnow: readonly string[]
  written: PublishedFile | undefined
}

/** Runs the whole load stage without network, token or ledger. @throws BatchError for a file that cannot be used. */
export async function checkSheet(
  operation: Operation,
  { input, output, ...reading }: ReadSheetOptions & { input: string; output: string | undefined },
  ports: DryRunPorts,
): Promise<SheetCheck> {
  if (output !== undefined) {
    requireKind(output.replace(/\.xlsm$/i, '.xlsx'), ['.xlsx'], 'marks need a workbook')
    requireSeparateOutput(input, output)
    prepareFolder(output)
  }
  const file = { input, load: toLoadOptions(operation, reading), copyBeside: output }
  return loadForCheck(operation, file, ports, async (request, loaded, load) => {
    const read = loaded.sheets.flatMap(({ columns }) => Object.keys(columns.fields))
    const given = new Set([...read, ...load.defaults.keys()])
    await announceCopy(operation, input, loaded, ports)
    return {
      file: input,
      report: await checkRows(request, loaded),
      cannotKnow: listUnverifiable(operation, given, new Set(load.lists.keys()), ports.face),
      written:
        output === undefined ? undefined : await publishChecked({ input, output }, request, loaded, ports.logger),
    }
  })
}

/** All rows are in memory, for scrolling. Larger sheets are for unattended runs. */
const mostRows = 100_000

export interface EditedRow {
  /** Position of its worksheet among those that are read. */
  sheet: number
  number: number
  state: string
  isReady: boolean
  /** Valid by itself; conflicts with other rows are not known yet. */
  isOpen?: true
  isLeftOut: boolean
  isByPerson?: true
  /** Cell texts as displayed, up to the last heading. */
  texts: readonly string[]
  problems: readonly RowProblem[]
  /** Digest of the request; empty for a row that is held back. */
  request: string
  /** As earlier versions had it, without fields that came later. */
  earlier?: readonly string[]
  /** The output sums scores by it, e.g. the destination. */
  group: string
  /** First and last day as they are sent, e.g. `2026-03-01 2026-03-31`. */
  days: string
}

export interface EditedCheck {
  sheets: readonly (EditedTable & { fields: Readonly<Record<string, number>> })[]
  rows: readonly EditedRow[]
  fixes: readonly FixUse[]
  /** Equal for two files whose rows (without skipped ones) are read alike and make the same requests. */
  digest: string
}

/** The name by which rows of a worksheet are chosen: a text file may be called otherwise another day. Pure. */
export function nameForChoice({ name, headingRow }: Pick<EditedTable, 'name' | 'headingRow'>): string {
  return headingRow === 0 ? '' : name
}

export interface EditedInput {
  input: string
  edits: readonly CellEdit[]
  reading: ReadSheetOptions
  kept?: RowCache
}

/** Runs the whole load stage without network, token or ledger. @throws BatchError for a file that cannot be read. */
export function checkEdited(operation: Operation, edited: EditedInput, ports: DryRunPorts): Promise<EditedCheck> {
  return loadEdited(operation, edited, ports, async (request, loaded) => {
    await announceCopy(operation, edited.input, loaded, ports)
    return collectRows(request, loaded, ports.interrupt)
  })
}

/**
 * Checks a few edited rows of a sheet that was checked before, each by itself. That a row is right is not proven by it.
 * @throws BatchError for a file that cannot be read.
 */
export async function checkSingleRows(
  operation: Operation,
  edited: EditedInput & { kept: RowCache },
  isMeant: (sheet: string, row: number) => boolean,
  ports: DryRunPorts,
): Promise<EditedRow[]> {
  const { rows, sheets } = await loadEdited(operation, edited, ports, collectRows, (source) =>
    edited.kept.selectRows(source, isMeant),
  )
  const wrong = ({ outcome }: RowProblem): boolean => outcome === 'invalid' || outcome === 'warning'
  return rows
    .filter(({ sheet, number }) => isMeant(sheets[sheet]?.name ?? '', number))
    .map((row) => ({ ...row, problems: row.problems.filter(wrong) }))
}

export function loadEdited<Result>(
  operation: Operation,
  { input, edits, reading, kept }: EditedInput,
  ports: DryRunPorts,
  use: (request: RowQuery & { operation: Operation }, loaded: LoadedInput) => Promise<Result>,
  read = (source: SheetSource): SheetSource => kept?.caching(source) ?? source,
): Promise<Result> {
  const load = toLoadOptions(operation, reading)
  const substitute = (source: SheetSource): SheetSource => withEdits(read(source), edits)
  return loadForCheck(operation, { input, load, substitute }, ports, use)
}

/** @throws BatchError `input` for more rows than the page can show, `interrupted` after an interrupt. */
export async function collectRows(
  request: RowQuery & { operation: Operation },
  loaded: LoadedInput,
  interrupt?: AbortSignal,
): Promise<EditedCheck> {
  if (loaded.rows > mostRows) {
    throw new BatchError('input', find('rows-too-many', { rows: loaded.rows, most: mostRows }))
  }
  const { output, sheet, request: asked } = request.operation
  const { start = '', end = '' } = asked.period ?? {}
  const findRemark = loaded.sheets.map(({ columns }) => {
    const read = listReadColumns(columns)
    const refilled = findRefilled(read, output.columns).values()
    return sheet.cancelledWords && createRemarkSearch(sheet.cancelledWords, read, refilled)
  })
  const rows: EditedRow[] = []
  /** Names and days: each is in memory once. */
  const interned = new Map<string, string>()
  const intern = (text: string): string => getOrAdd(interned, text, () => text)
  for await (const page of viewRows(request)) {
    if (interrupt?.aborted === true) throw new BatchError('interrupted', 'the check was ended')
    for (const view of page) {
      const days = [start, end].map((field) => String(view.request[field] ?? '').slice(0, 10))
      const [, ...earlier] = identitiesOf(request.operation, view.request)
      const sent = { group: intern(output.summary?.group(view) ?? ''), days: intern(days.join(' ')) }
      const row = describeRow(view, loaded, findRemark[view.sheet]?.(view.cells), sent)
      rows.push(earlier.length === 0 ? row : { ...row, earlier: earlier.map((each) => toDigest(hashRequest(each))) })
    }
  }
  const sheets = loaded.sheets.map(({ name, columns: { headings, fields }, table }) => {
    return { name, headings, fields, headingRow: table?.headingRow ?? 0 }
  })
  return { sheets, rows, fixes: loaded.fixes ?? [], digest: await digestRows(rows) }
}

const rowsBetweenTurns = 5_000

export async function digestRows(rows: readonly EditedRow[]): Promise<string> {
  const hash = createHash('sha256')
  for (const [index, { sheet, state, request, isLeftOut }] of rows.entries()) {
    if (!isLeftOut) hash.update(JSON.stringify([sheet, state, request]))
    if (index % rowsBetweenTurns === 0) await setImmediate()
  }
  return hash.digest('hex')
}

function toDigest(hash: Uint8Array): string {
  return Buffer.from(hash).toString('base64')
}

/** Whether one of the requests, by its digest, is the row's. Pure. */
export function hasRequest({ request, earlier = [] }: EditedRow, requests: Pick<ReadonlySet<string>, 'has'>): boolean {
  return [request, ...earlier].some((each) => requests.has(each))
}

/** `remark`: the column in which it says that the trip is cancelled. */
function describeRow(
  view: RowView,
  loaded: LoadedInput,
  remark: number | undefined,
  sent: { group: string; days: string },
): EditedRow {
  const { outcome, state } = view
  const isLeftOut = outcome.state === 'skipped'
  const problems = listCheckProblems(view, loaded)
  if (remark !== undefined && !isLeftOut) {
    const place = locateCell(view, loaded.sheets[view.sheet]?.columns, '', remark)
    problems.push({ outcome: 'warning', problem: { ...place, ...find('looks-cancelled') } })
  }
  const width = loaded.sheets[view.sheet]?.columns.headings.length ?? 0
  return {
    sheet: view.sheet,
    number: view.rowNumber,
    state,
    isReady: plannedStates.has(state),
    isLeftOut,
    ...(isLeftOutByPerson(outcome) ? { isByPerson: true } : {}),
    texts: Array.from({ length: width }, (_, index) => displayCell(view.cells[index] ?? emptyCell)),
    problems,
    request: view.submission === undefined ? '' : toDigest(view.submission.requestHash),
    ...sent,
  }
}
