import { createHash } from 'node:crypto'
import { plannedStates } from '../contract/states.ts'
import { listCheckProblems } from '../pipeline/check/check-rows.ts'
import { loadInput, openInput } from '../pipeline/load/load-input.ts'
import type { Operation } from '../pipeline/model/operation.ts'
import type { FixUse, LoadedInput } from '../pipeline/rows/loaded-input.ts'
import { type RowQuery, viewRows } from '../pipeline/rows/row-pages.ts'
import type { RowView } from '../pipeline/rows/row-view.ts'
import type { RowProblem } from '../pipeline/tables/problems-sheet.ts'
import { emptyCell } from '../sheet/cell.ts'
import { type CellEdit, withEdits } from '../sheet/edited-source.ts'
import type { RowCache } from '../sheet/row-cache.ts'
import type { SheetSource } from '../sheet/source.ts'
import { displayCell } from '../sheet/values/display.ts'
import { systemClock } from '../support/clock.ts'
import { BatchError } from '../support/errors.ts'
import { type DryRunPorts, withScratchLedger } from './scratch-ledger.ts'
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

export interface EditedInput {
  input: string
  edits: readonly CellEdit[]
  reading: ReadOptions
  /** Keeps the rows as they are read. */
  kept?: RowCache
}

export type EditCheckPorts = Omit<DryRunPorts, 'formatOptionNames'>

/** Nothing is sent, so nothing is held against rows that were sent before. */
const resend = { retryUnknown: false, allowDuplicates: false, sendChanged: false, again: false }

/** Everything load does, without network, token or ledger. @throws BatchError for what cannot be read. */
export function checkEdited(operation: Operation, edited: EditedInput, ports: EditCheckPorts): Promise<EditedCheck> {
  return loadEdited(operation, edited, ports, collectRows)
}

/**
 * A few rows of a sheet that was checked before, as they are edited now, each by itself: what is wrong with one of them
 * is wrong, but none of them is said to be right. @throws BatchError for what cannot be read.
 */
export async function checkSingleRows(
  operation: Operation,
  edited: EditedInput & { kept: RowCache },
  isMeant: (sheet: string, row: number) => boolean,
  ports: EditCheckPorts,
): Promise<EditedRow[]> {
  const { rows, sheets } = await loadEdited(operation, edited, ports, collectRows, (source) =>
    edited.kept.selectRows(source, isMeant),
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
export function loadEdited<Result>(
  operation: Operation,
  { input, edits, reading, kept }: EditedInput,
  { logger, cleaningUp }: EditCheckPorts,
  use: (request: RowQuery & { operation: Operation }, loaded: LoadedInput) => Promise<Result>,
  read = (source: SheetSource): SheetSource => kept?.caching(source) ?? source,
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
export async function collectRows(
  request: RowQuery & { operation: Operation },
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
    problems: listCheckProblems(view, loaded),
    request: view.submission === undefined ? '' : Buffer.from(view.submission.requestHash).toString('base64'),
    group,
  }
}
