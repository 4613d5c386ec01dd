import { createHash } from 'node:crypto'
import type { ReplacedByRow } from '../ledger/port/ordered-rows.ts'
import type { LedgerView } from '../ledger/store/parts.ts'
import { parseStored } from '../ledger/stored-json.ts'
import { find } from '../messages/catalogue.ts'
import { BatchError } from '../support/errors.ts'
import { increase } from './figures/score-sums.ts'
import type { Plan, Replacement } from './model/events.ts'
import type { Operation } from './model/operation.ts'
import { labelTarget, type TargetLedger } from './model/run.ts'
import { type LoadedInput, RowAddresses } from './rows/loaded-input.ts'
import { readPages } from './rows/paginate.ts'
import { type ListedPlan, listPlanned, type PlannedRow } from './sealing/list-planned.ts'
import { describeLines } from './sealing/plan-table.ts'

const pageSize = 500
const shownFirst = 3
const shownReplaced = 10

export interface PlanChoices {
  /** The most rows that are sent. */
  limit?: number | undefined
  /** Gets a digest of each row to be sent, with what it replaces. */
  shown?: Map<string, string> | undefined
  /** Its lines, where they are known already. */
  listed?: ListedPlan | undefined
}

type PlannedRequest = Pick<PlannedRow, 'row' | 'request'> & { before?: ReplacedByRow | undefined }

/**
 * Requests by label and actor, and, of an operation whose plans are read before they are sent, every line with what it
 * replaces, as the ledger has it. Rows that surely must wait are left out.
 */
export async function planSending(
  operation: Operation,
  source: TargetLedger<LedgerView>,
  loaded: Pick<LoadedInput, 'runId' | 'sheets'>,
  { limit = Number.POSITIVE_INFINITY, shown, ...known }: PlanChoices = {},
): Promise<Plan> {
  const { label, actor, describe, period, similarityKey } = operation.request
  const listed =
    operation.fourEyes === undefined ? undefined : (known.listed ?? (await listPlanned(operation, source, loaded)))
  const counts = new Map<string, number>()
  const actors = new Map<string, number>()
  const first: { row: string; request: string; words: string }[] = []
  const replaced = { count: 0, released: 0, first: [] as Replacement[] }
  const [places, days] = [new Set<string>(), [] as string[]]
  const events = new Map<string, string[]>()
  let total = 0
  let later = 0
  const table = listed?.lines.slice(0, limit)
  const lines = table && describeLines(operation, table)
  for await (const { row, request, before } of listed?.planned ?? readyRequests(source.ledger, loaded.runId)) {
    if (total === limit) {
      later += 1
      continue
    }
    const asked = parseStored<object>(request, 'request')
    increase(counts, label(asked))
    const named = actor?.(asked)
    if (named !== undefined) increase(actors, named)
    if (first.length < shownFirst) first.push({ row, request, words: lines?.[total] ?? `${row}: ${describe(asked)}` })
    total += 1
    if (period !== undefined) {
      const { [period.start]: start, [period.end]: end = start } = asked as Readonly<Record<string, string>>
      places.add(similarityKey?.(asked).traits[1] ?? '')
      widen(days, [start, end])
    }
    const event = operation.send.eventId?.(asked, () => '') ?? ''
    if (event !== '') events.set(event, [...(events.get(event) ?? []), row])
    const replacement = before && describeReplaced(operation, asked, before)
    const content = JSON.stringify([request, replacement])
    shown?.set(row, createHash('sha256').update(content).digest('base64'))
    if (replacement === undefined) continue
    replaced.count += 1
    if (replacement.wasReleased) replaced.released += 1
    if (replaced.first.length < shownReplaced) replaced.first.push({ row, ...replacement })
  }
  const repeatedEvents = [...events].flatMap(([event, rows]) => (rows.length < 2 ? [] : { event, rows }))
  const of = { operation: operation.name, ...labelTarget(source) }
  const [from, until] = days
  const span = from === undefined || until === undefined ? undefined : { places: places.size, from, until }
  return { ...of, counts, actors, total, later, first, lines, table, replaced, repeatedEvents, span }
}

/** Keeps the first and the last day. */
function widen(days: string[], [start, end]: readonly (string | undefined)[]): void {
  const [first, last] = days
  if (start !== undefined && (first === undefined || start < first)) days[0] = start
  if (end !== undefined && (last === undefined || end > last)) days[1] = end
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
  const differing: string[] = []
  for (const [row, digest] of now) {
    if (shown.get(row) !== digest) differing.push(`${row} ${shown.has(row) ? 'is another' : 'is new'}`)
  }
  for (const row of isExact ? shown.keys() : []) if (!now.has(row)) differing.push(`${row} is not to be sent any more`)
  if (differing.length === 0) return
  const first = differing.slice(0, shownReplaced)
  throw new BatchError('input', find('rows-differ', { first: first.join('; '), more: differing.length - first.length }))
}

async function* readyRequests(ledger: LedgerView, runId: number): AsyncGenerator<PlannedRequest> {
  const addresses = new RowAddresses((await ledger.runs.sheetsOf(runId)).map(({ name }) => name))
  const pages = readPages((after) => ledger.submissions.readyPage(runId, after, pageSize), 'seq')
  for await (const page of pages) {
    for (const { sheet, rowNumber, request } of page) yield { row: addresses.row(sheet, rowNumber), request }
  }
}

function describeReplaced(
  { request: { label, actor } }: Operation,
  asked: object,
  { request, at, state, wasReleased }: ReplacedByRow,
): Omit<Replacement, 'row'> {
  const before = parseStored<object>(request, 'request')
  return {
    now: label(asked),
    before: label(before),
    by: actor?.(before),
    at: at ?? undefined,
    isUnknown: state !== 'done',
    wasReleased,
  }
}
