import { createHash } from 'node:crypto'
import type { ReadySubmission } from '../ledger/port/submissions.ts'
import type { Ledger } from '../ledger/port.ts'
import { parseStored } from '../ledger/stored-json.ts'
import { find } from '../messages/catalogue.ts'
import type { Cell } from '../sheet/cell.ts'
import { displayCell } from '../sheet/values/display.ts'
import { BatchError } from '../support/errors.ts'
import type { Plan, Replacement } from './model/events.ts'
import type { Operation } from './model/operation.ts'
import type { BatchOptions } from './model/options.ts'
import type { SheetColumns } from './rows/loaded-input.ts'
import { RowAddresses } from './rows/row-addresses.ts'

const pageSize = 500
const shownFirst = 3
const shownReplaced = 10

type Planned = Pick<Operation, 'name' | 'request'>

/**
 * Requests by label and actor, and the records that they replace. Rows that surely must wait are left out. `shown` gets a
 * digest of each row to be sent, with what it replaces.
 */
export async function planSending(
  operation: Planned,
  ledger: Ledger,
  runId: number,
  { targetLabel, isTestTarget }: Pick<BatchOptions, 'targetLabel' | 'isTestTarget'>,
  limit = Number.POSITIVE_INFINITY,
  shown?: Map<string, string>,
): Promise<Plan> {
  const sheets = await ledger.runs.sheetsOf(runId)
  const addresses = new RowAddresses(sheets.map(({ name }) => name))
  const counts = new Map<string, number>()
  const actors = new Map<string, number>()
  const first: { row: string; request: string; words: string }[] = []
  const replaced = { count: 0, released: 0, first: [] as Replacement[] }
  let total = 0
  let later = 0
  for await (const ready of readySubmissions(ledger, runId)) {
    const blocker = ready.orderKey === null ? undefined : await ledger.order.findBlocker(runId, ready.seq)
    // A row behind one that is not sent in this run is not sent either.
    if (blocker !== undefined && blocker.state !== 'ready') continue
    if (total === limit) {
      later += 1
      continue
    }
    const request = parseStored<object>(ready.request, 'request')
    const row = addresses.row(ready.sheet, ready.rowNumber)
    count(counts, operation.request.label(request))
    count(actors, operation.request.actor?.(request))
    total += 1
    if (first.length < shownFirst) {
      const whom = describeSubject(await readCells(ledger, runId, ready), sheets[ready.sheet]?.columns)
      const words = [operation.request.describe(request), whom].filter((text) => text !== '').join(' – ')
      first.push({ row, request: ready.request, words })
    }
    // Only the first of several rows about one thing replaces the earlier record.
    const before = blocker === undefined ? await findReplacement(operation, ledger, runId, ready) : undefined
    shown?.set(
      row,
      createHash('sha256')
        .update(JSON.stringify([ready.request, before]))
        .digest('base64'),
    )
    if (before === undefined) continue
    replaced.count += 1
    if (before.wasReleased) replaced.released += 1
    if (replaced.first.length < shownReplaced) replaced.first.push({ row, ...before })
  }
  return { operation: operation.name, targetLabel, isTestTarget, counts, actors, total, later, first, replaced }
}

/**
 * Where the number was typed, all rows must be as they were shown (`isExact`); elsewhere some may have been sent meanwhile.
 * @throws BatchError `input` when a run would send another row, or another content.
 */
export function requireShown(
  shown: ReadonlyMap<string, string>,
  now: ReadonlyMap<string, string>,
  isExact: boolean,
): void {
  const gone = isExact ? [...shown.keys()].filter((row) => !now.has(row)) : []
  const differing = [
    ...[...now].flatMap(([row, digest]) =>
      shown.get(row) === digest ? [] : `${row} ${shown.has(row) ? 'is another' : 'is new'}`,
    ),
    ...gone.map((row) => `${row} is not to be sent any more`),
  ]
  if (differing.length === 0) return
  const first = differing.slice(0, shownReplaced)
  throw new BatchError('input', find('rows-differ', { count: differing.length, first }))
}

async function* readySubmissions(ledger: Ledger, runId: number): AsyncGenerator<ReadySubmission> {
  let afterSeq = -1
  for (;;) {
    const page = await ledger.submissions.readyPage(runId, afterSeq, pageSize)
    yield* page
    const last = page.at(-1)
    if (last === undefined) return
    afterSeq = last.seq
  }
}

async function readCells(ledger: Ledger, runId: number, { seq }: ReadySubmission): Promise<string | undefined> {
  return (await ledger.runs.rowPage(runId, seq - 1, 1))[0]?.cells
}

async function findReplacement(
  operation: Planned,
  ledger: Ledger,
  runId: number,
  { seq, orderKey, request }: ReadySubmission,
): Promise<Omit<Replacement, 'row'> | undefined> {
  const before = orderKey === null ? undefined : await ledger.order.findReplaced(runId, seq)
  if (before === undefined) return undefined
  return {
    now: operation.request.label(parseStored(request, 'request')),
    before: operation.request.label(parseStored(before.request, 'request')),
    by: operation.request.actor?.(parseStored(before.request, 'request')),
    at: before.at ?? undefined,
    isUnknown: before.state !== 'done',
    wasReleased: before.wasReleased,
  }
}

function count(counts: Map<string, number>, label: string | undefined): void {
  if (label !== undefined) counts.set(label, (counts.get(label) ?? 0) + 1)
}

/** Folded headings of columns about a row's subject; the first column with a value counts. */
const subjectHeadings: readonly (readonly string[])[] = [
  ['employeename', 'name'],
  ['employeeid', 'staffid', 'employee'],
  ['destination', 'hostcountry', 'country'],
]

/** Employee and destination of a row, from any columns of the sheet; empty when it has none. */
function describeSubject(cellsJson: string | undefined, columnsJson: string | undefined): string {
  if (cellsJson === undefined || columnsJson === undefined || columnsJson === '') return ''
  const cells = parseStored<readonly Cell[]>(cellsJson, 'row')
  const { headings } = parseStored<SheetColumns>(columnsJson, 'list of columns')
  const folded = headings.map((heading) => heading.toLowerCase().replace(/[^a-z]/g, ''))
  return subjectHeadings
    .map((names) => {
      const texts = names.map((name) => cells[folded.indexOf(name)]).map((cell) => (cell ? displayCell(cell) : ''))
      return texts.find((text) => text !== '') ?? ''
    })
    .filter((text) => text !== '')
    .join(', ')
}
