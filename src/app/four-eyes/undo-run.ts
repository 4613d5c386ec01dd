import { dirname, join, resolve } from 'node:path'
import type { JsonFields } from '../../contract/outcome.ts'
import type { UndoneRun } from '../../ledger/port/undo.ts'
import type { LedgerView } from '../../ledger/store/parts.ts'
import { find } from '../../messages/catalogue.ts'
import { findOperation } from '../../operations/all.ts'
import {
  countUndo,
  isSameDecision,
  type JudgedThing,
  judgeCreated,
  judgeDecided,
  type UndoCounts,
} from '../../operations/decide/undo.ts'
import { decide } from '../../operations/decide.ts'
import type { RunRequest } from '../../pipeline/model/options.ts'
import type { TargetLedger } from '../../pipeline/model/run.ts'
import { requestCell, textCell } from '../../pipeline/rows/cells.ts'
import { readPages } from '../../pipeline/rows/paginate.ts'
import { parseFields } from '../../pipeline/rows/row-outcome.ts'
import { verifyRows, writeSheet, writeTables } from '../../pipeline/tables/write-tables.ts'
import type { OutputSheet, WrittenSheet } from '../../sheet/writing/workbook-writer.ts'
import { toIsoTime } from '../../support/clock.ts'
import { BatchError } from '../../support/errors.ts'
import { combineRules } from '../ledger/company-rules.ts'
import type { TargetOfUser } from '../ledger/find-target.ts'
import type { LedgerLocation } from '../ledger/ledger-access.ts'
import { viewTarget } from '../ledger/with-connection.ts'
import { prepareFolder } from '../output-file.ts'
import { statePerson } from './waiting-runs.ts'

export interface UndoRequest {
  /** Number of a run, or path of its output. */
  run: string
  /** Staff ID of the person who undoes: a statement, not a log-in. */
  by: string | undefined
  /** Goes with each decision. @default none, or that of the decision that counts again */
  note?: string | undefined
  /** The sheet that takes it back is written beside it. @default in the folder output */
  output?: string | undefined
}

/** One that is not taken back, or of which it is not known. */
export interface KeptThing {
  assessmentId: string | null
  why: Exclude<JudgedThing['verdict'], 'undone' | 'open'>
  /** The trip. */
  about: string
  sentAt: number | null
}

export interface PlannedUndo {
  run: UndoneRun
  counts: UndoCounts
  kept: KeptThing[]
  /** A sheet of decisions that takes it back; undefined where there is nothing for it. */
  sheet: string | undefined
  /** A decision of this company needs two people. */
  isFourEyes: boolean
  /** For the run over that sheet. */
  check: NonNullable<RunRequest['check']>
}

export type JudgedRun = { run: UndoneRun; judged: readonly JudgedThing[]; trips: ReadonlyMap<string, JsonFields> }

/**
 * Judges from the log what a run has made, and writes a sheet that takes it back: a run of `decide` over it does the rest.
 * Holds no lock.
 * @throws BatchError `usage` without a staff ID, for another company's run, or one that cannot be undone.
 */
export async function planUndo(request: UndoRequest, place: LedgerLocation & TargetOfUser): Promise<PlannedUndo> {
  statePerson(request.by)
  const { run, judged, trips, isFourEyes } = await viewTarget(place, async (view) => {
    const { fourEyes = false } = combineRules(await view.ledger.rules.of(view.target), place.demands ?? {})
    return { ...(await judgeRun(request, view)), isFourEyes: fourEyes }
  })
  const kept = judged.flatMap(({ verdict: why, thing, sent: { sentAt, request } }): KeptThing[] => {
    if (why === 'undone' || why === 'open') return []
    const trip = trips.get(thing ?? '') ?? parseFields(request)
    const about = tripFields.map((field) => showDay(trip[field])).filter(Boolean)
    return [{ assessmentId: thing ?? null, why, about: about.join(', '), sentAt: sentAt ?? null }]
  })
  const table = listUndoLines({ judged, trips }, request.note)
  const beside = join(dirname(request.output ?? join('output', 'any')), `undo-${run.id}.xlsx`)
  const sheet = table.lines.length === 0 ? undefined : beside
  if (sheet !== undefined) await writeUndo(sheet, table)
  return {
    run,
    counts: countUndo(judged),
    kept,
    sheet,
    isFourEyes,
    check: createUndoCheck(request),
  }
}

/** What a run over the sheet of an undo must pass, and the line of the log about it. */
export function createUndoCheck(request: UndoRequest): PlannedUndo['check'] {
  return async (connection, runId) => {
    const judged = await judgeRun(request, connection)
    await requireStillOpen(judged, connection, runId)
    const { id: by } = statePerson(request.by)
    const said = { undoes: judged.run.id, by, ...(request.note ? { note: request.note } : {}) }
    return { operation: 'undo', outcome: 'confirmed', detail: JSON.stringify(said) }
  }
}

/** What is left of an undo, after its run. */
export async function recountUndo(request: UndoRequest, place: LedgerLocation & TargetOfUser): Promise<UndoCounts> {
  return viewTarget(place, async (view) => countUndo((await judgeRun(request, view)).judged))
}

/** The first four, and what is left of an undo that broke off, are all that the run has made. */
export function summariseUndo(
  { run, kept }: PlannedUndo,
  { undone, decidedSince, shared, unknown, open: notUndone }: UndoCounts,
) {
  const named = kept.map(({ sentAt, ...each }) => ({ ...each, sentAt: sentAt === null ? null : toIsoTime(sentAt) }))
  return { undoes: run.id, undone, decidedSince, shared, unknown, notUndone, kept: named }
}

/** A calendar date is sent as midnight. */
function showDay(value: unknown): string {
  return String(value ?? '').replace(/T00:00:00(?:\.000)?Z$/, '')
}

const pageSize = 1_000
const tripFields = ['employeeId', 'destination', 'startDate']
/** What is undone already stands in the sheet as it was recorded: a decision without a known outcome is one of its rows. */
const isInSheet: ReadonlySet<string> = new Set(['undone', 'open', 'unknown'])

/** @throws BatchError as `planUndo` does. */
export async function judgeRun(
  { run: reference, by, note }: UndoRequest,
  { ledger, target }: TargetLedger<LedgerView>,
): Promise<JudgedRun> {
  const of = /^\d+$/.test(reference) ? { run: Number(reference) } : { output: resolve(reference) }
  const run = await ledger.undo.findRun(target, of)
  const { address, company } = target
  if (run === undefined) throw new BatchError('usage', find('undo-no-run', { reference, address, company }))
  const operation = findOperation(run.operation)
  const { endpoint } = operation.send
  const sent = await ledger.undo.sentIn(run.id, { operation: run.operation, target }, endpoint)
  const isDecided = operation.fourEyes !== undefined
  if (!isDecided && operation.poll === undefined)
    throw new BatchError('usage', find('undo-invitations', { run: run.id }))
  const named = sent.flatMap(({ orderKey, identifier }) => (isDecided ? orderKey : identifier) ?? [])
  const records = await ledger.undo.recordedOf(target, [...new Set(named)])
  const judged = isDecided ? judgeDecided(sent, records) : judgeCreated(sent, records, { by: statePerson(by).id, note })
  const things = judged.flatMap(({ thing }) => thing ?? [])
  const trips = await readTrips(ledger, target, things)
  return { run, judged, trips }
}

async function readTrips(
  { submissions }: LedgerView,
  target: TargetLedger['target'],
  things: readonly string[],
): Promise<JudgedRun['trips']> {
  const found = await submissions.requestsOf(decide.fourEyes?.about ?? '', target, things)
  return new Map([...found].map(([thing, request]) => [thing, parseFields(request)]))
}

/** Between the plan and the release. @throws BatchError `input` where it would take back what it must not. */
async function requireStillOpen(
  { run, judged }: JudgedRun,
  { ledger }: Pick<TargetLedger, 'ledger'>,
  runId: number,
): Promise<void> {
  // One without a known outcome is sent again only where a person asks for it.
  const sendable = judged.filter(({ verdict }) => verdict === 'open' || verdict === 'unknown')
  const open = new Map(sendable.map(({ thing, decision }) => [thing, decision]))
  for await (const page of readPages((after) => ledger.submissions.readyPage(runId, after, pageSize), 'seq')) {
    const other = page.find(({ orderKey, request }) => {
      const wanted = open.get(orderKey ?? undefined)
      return wanted === undefined || !isSameDecision(parseFields(request), wanted)
    })
    if (other !== undefined)
      throw new BatchError('input', find('undo-overtaken', { run: run.id, thing: other.orderKey ?? '' }))
  }
}

/** The decisions of an undo as a table, with the trips that they are about; what is undone stands there as it was recorded. */
export function listUndoLines({ judged, trips }: Pick<JudgedRun, 'judged' | 'trips'>, note?: string) {
  const asked = decide.sheet.fields.map(({ name }) => name).filter((name) => name !== 'externalEventId')
  const headings = [...tripFields, ...asked]
  const lines = judged.flatMap(({ thing = '', decision, verdict }) => {
    if (decision === undefined || !isInSheet.has(verdict)) return []
    const facts: JsonFields = { ...trips.get(thing), ...decision, ...(verdict === 'open' && note ? { note } : {}) }
    return [headings.map((name) => String(facts[name] ?? ''))]
  })
  return { headings, lines }
}

async function writeUndo(output: string, { headings, lines }: ReturnType<typeof listUndoLines>): Promise<void> {
  prepareFolder(output)
  const columns = headings.map((heading) => ({ heading }))
  const sheet: OutputSheet = { name: 'Decisions', columns, hasAutoFilter: true }
  let written: readonly WrittenSheet[] = []
  await writeTables({
    output,
    async fill(workbook) {
      // A day is a date cell.
      written = await writeSheet(workbook, sheet, [lines], (line) => [
        line.map((text, at) => (headings[at] === 'startDate' ? requestCell : textCell)(text)),
      ])
    },
    verify: (file) => verifyRows(file, written, lines.length),
  })
}
