import { createHash } from 'node:crypto'
import { plannedStates } from '../contract/states.ts'
import { problemsToCheck } from '../pipeline/check/check-rows.ts'
import { loadInput, openInput } from '../pipeline/load/load-input.ts'
import type { FixUse, LoadedInput } from '../pipeline/rows/loaded-input.ts'
import { type RowRequest, viewRows } from '../pipeline/rows/row-pages.ts'
import type { RowView } from '../pipeline/rows/row-view.ts'
import type { RowProblem } from '../pipeline/tables/problems-sheet.ts'
import type { Operation } from '../pipeline/terms/operation.ts'
import { emptyCell } from '../sheet/cell.ts'
import { type CellEdit, withEdits } from '../sheet/edited-source.ts'
import type { KeptRows } from '../sheet/kept-rows.ts'
import type { SheetSource } from '../sheet/source.ts'
import { displayCell } from '../sheet/values/display.ts'
import { systemClock } from '../support/clock.ts'
import { BatchError } from '../support/errors.ts'
import { type FacePorts, withScratchLedger } from './scratch-ledger.ts'
import { type ReadOptions, toLoadOptions } from './sheet-options.ts'

/** All rows are held in memory, for somebody who scrolls through them; what is larger is for runs that nobody watches. */
const mostRows = 100_000

export interface EditedRow {
  /** Position of its sheet among those that are read. */
  sheet: number
  number: number
  state: string
  /** It can be sent, or asked for. */
  isReady: boolean
  /** Nothing is wrong in it by itself; what the other rows and it make of each other is not known yet. */
  isOpen?: true
  /** It is passed over: a total, a note, a hidden row. */
  isLeftOut: boolean
  /** Its cells as people see them, up to the last heading. */
  texts: readonly string[]
  problems: readonly RowProblem[]
  /** A digest of what it asks for; empty for what is held back. */
  request: string
  /** By what scores are summed up: where it leads to. */
  group: string
}

/** A sheet with what was typed over its cells, checked row by row. */
export interface EditedCheck {
  sheets: readonly { name: string; headings: readonly string[]; fields: Readonly<Record<string, number>> }[]
  rows: readonly EditedRow[]
  /** What was used of the fix lists. */
  fixes: readonly FixUse[]
  /** The same for two files whose rows, but for those that are passed over, are read alike and ask for the same. */
  digest: string
}

export interface EditedWishes {
  input: string
  edits: readonly CellEdit[]
  reading: ReadOptions
  /** Keeps the rows as they are read. */
  kept?: KeptRows
}

export type Checking = Omit<FacePorts, 'word'>

/** Nothing is sent, so nothing is held against rows that were sent before. */
const resend = { retryUnknown: false, allowDuplicates: false, sendChanged: false, again: false }

/** Everything load does, without network, token or ledger. @throws BatchError for what cannot be read. */
export function checkEdited(operation: Operation, wishes: EditedWishes, ports: Checking): Promise<EditedCheck> {
  return withEdited(operation, wishes, ports, gather)
}

/**
 * A few rows of a sheet that was checked before, as they are edited now, each by itself: what is wrong with one of them
 * is wrong, but none of them is said to be right. @throws BatchError for what cannot be read.
 */
export async function checkAlone(
  operation: Operation,
  wishes: EditedWishes & { kept: KeptRows },
  isMeant: (sheet: string, row: number) => boolean,
  ports: Checking,
): Promise<EditedRow[]> {
  const { rows, sheets } = await withEdited(operation, wishes, ports, gather, (source) =>
    wishes.kept.only(source, isMeant),
  )
  const wrong = ({ outcome }: RowProblem): boolean => outcome === 'invalid' || outcome === 'warning'
  return rows
    .filter(({ sheet, number }) => isMeant(sheets[sheet]?.name ?? '', number))
    .map((row) => {
      const problems = row.problems.filter(wrong)
      const open = { state: 'open', isReady: false, isLeftOut: false, isOpen: true } as const
      return { ...row, problems, ...(row.state === 'invalid' ? {} : open) }
    })
}

/** Loads the sheet as it was edited into a ledger that is thrown away, for `use` to look at. */
export function withEdited<Result>(
  operation: Operation,
  { input, edits, reading, kept }: EditedWishes,
  { logger, cleaningUp }: Checking,
  use: (request: RowRequest & { operation: Operation }, loaded: LoadedInput) => Promise<Result>,
  read = (source: SheetSource): SheetSource => kept?.keeping(source) ?? source,
): Promise<Result> {
  const load = toLoadOptions(operation, reading)
  return withScratchLedger({ copyOf: undefined, cleaningUp }, async (ledger) => {
    const target = await ledger.targets.find('check', 'check')
    const source = await openInput(input, load)
    try {
      const request = { operation, target, file: input, load, resend }
      const loaded = await loadInput(withEdits(read(source), edits), request, ledger, { clock: systemClock, logger })
      return await use({ operation, ledger, runId: loaded.runId }, loaded)
    } finally {
      await source.close()
    }
  })
}

/** What is found in it, row by row. @throws BatchError `input` for more rows than somebody can look through. */
export async function gather(
  request: RowRequest & { operation: Operation },
  loaded: LoadedInput,
): Promise<EditedCheck> {
  if (loaded.rows > mostRows) {
    throw new BatchError(
      'input',
      `the sheet has ${loaded.rows.toLocaleString('en')} rows; ${mostRows.toLocaleString('en')} at most can be looked through here`,
      { hint: 'Larger sheets are for rwa-batch in a terminal.' },
    )
  }
  const rows: EditedRow[] = []
  /** Each name is held once. */
  const groups = new Map<string, string>()
  const hash = createHash('sha256')
  for await (const page of viewRows(request)) {
    for (const view of page) {
      const group = request.operation.output.summary?.group(view) ?? ''
      if (!groups.has(group)) groups.set(group, group)
      const row = describeRow(view, loaded, groups.get(group) ?? '')
      rows.push(row)
      if (!row.isLeftOut) hash.update(JSON.stringify([row.sheet, row.state, row.request]))
    }
  }
  const sheets = loaded.sheets.map(({ name, columns: { headings, fields } }) => ({ name, headings, fields }))
  return { sheets, rows, fixes: loaded.fixes ?? [], digest: hash.digest('hex') }
}

function describeRow(view: RowView, loaded: LoadedInput, group: string): EditedRow {
  const width = loaded.sheets[view.sheet]?.columns.headings.length ?? 0
  return {
    sheet: view.sheet,
    number: view.rowNumber,
    state: view.state,
    isReady: plannedStates.has(view.state),
    isLeftOut: view.outcome.state === 'skipped',
    texts: Array.from({ length: width }, (_, index) => displayCell(view.cells[index] ?? emptyCell)),
    problems: problemsToCheck(view, loaded),
    request: view.submission === undefined ? '' : Buffer.from(view.submission.requestHash).toString('base64'),
    group,
  }
}
