import { existsSync } from 'node:fs'
import { basename, dirname, resolve, win32 } from 'node:path'
import { planRelease, prepareRelease, readSealedPlan } from '../../app/four-eyes/release-plan.ts'
import { parseRequest } from '../../app/parse-request.ts'
import { planSheet } from '../../app/start-run.ts'
import { looksDoneStates, plannedStates } from '../../contract/states.ts'
import { isDatabaseAddress } from '../../ledger/database-address.ts'
import { decide } from '../../operations/decide.ts'
import type { CheckReport } from '../../pipeline/check/check-rows.ts'
import type { Plan } from '../../pipeline/model/events.ts'
import { describePairDoubts, describeRepeated } from '../../pipeline/sealing/plan-doubts.ts'
import { listPlanColumns, type PlanLine, shortenSeal } from '../../pipeline/sealing/plan-table.ts'
import { createReadingContext, type PageSettings, type WorkspaceSettings } from '../page-settings.ts'
import type { RowWindow, ShownCell } from '../protocol.ts'
import type { PlanRequest, WindowQuery } from '../request-schemas.ts'
import { toValueCell } from '../result-row.ts'
import { cutWindow } from '../sheet/row-window.ts'
import type { SheetSession } from '../sheet/sheet-session.ts'
import { pageFace, sayOnPage, toFieldTitle, toPageError } from '../user-messages.ts'

/** With its headings in the plan, whose texts are joined; `width` in characters. */
type ShownColumn = [heading: string, of: readonly string[], width?: number]

/** In sight without scrolling sideways; the other columns of the plan follow. */
const firstColumns: readonly ShownColumn[] = [
  ['person', ['name', 'employeeId'], 21],
  ['overallTrip', ['overallTrip'], 9],
  ['status', ['status'], 20],
  ['by', ['complianceTeamMemberId', 'managerId', 'cancelledByStaffId'], 9],
  ['replaces', ['lastDecision', 'lastDecisionBy', 'lastDecisionAt'], 44],
]
const planHeadings = listPlanColumns(decide).map(({ heading }) => heading)
const shownFirst = new Set(['row', ...firstColumns.flatMap(([, of]) => of)])
const shownColumns: readonly ShownColumn[] = [
  ...firstColumns,
  ...planHeadings.flatMap((heading): ShownColumn[] => (shownFirst.has(heading) ? [] : [[heading, [heading]]])),
]

/** As a grid; `width`: in characters. */
const planColumns = shownColumns.map(([heading, , width]) => ({
  heading: toFieldTitle(heading),
  width,
}))

/** Rows by kind and by person, and those that replace what is recorded. */
function countPlan({ counts, actors, replaced }: Pick<Plan, 'counts' | 'actors' | 'replaced'>) {
  const list = (of: ReadonlyMap<string, number>) => [...of].map(([name, count]) => ({ name, count }))
  return { counts: list(counts), actors: list(actors), replaced: replaced.count, replacedOfTwo: replaced.released }
}

/** Decisions to be sent, as the grid shows them. */
export function cutPlan(plan: { lines: readonly PlanLine[] } | undefined, part: WindowQuery): RowWindow | undefined {
  if (plan === undefined) return undefined
  return cutWindow([...plan.lines.keys()], part, (line) => {
    const texts = plan.lines[line] ?? []
    const number = (texts[0] ?? '').replace(/^row /, '')
    const cells = shownColumns.map((column) => showCell(column, texts))
    return { sheet: 0, line, number, state: 'ready', cells, problems: [] }
  })
}

function showCell([heading, of]: ShownColumn, line: PlanLine): ShownCell {
  const texts = of.map((each) => {
    const text = line[planHeadings.indexOf(each)] ?? ''
    return each === 'lastDecisionAt' ? text.replace(/^(.{10})T(.{5}).*/, '$1 $2') : text
  })
  return toValueCell(heading, texts.filter((text) => text !== '').join(' · '))
}

/** Plans the sheet in its current state, which is saved to a file. Sends no request. */
export async function planSession(
  settings: WorkspaceSettings,
  session: SheetSession,
  { id, isRetry = false, sendsLooksDone = false }: PlanRequest & { id: number },
) {
  const { run, runDefaults, formatCommand } = settings
  const { operation } = session
  session.requireAnswers()
  const notes: string[] = []
  const saved = await session.save(createReadingContext(settings, []))
  const runOptions = {
    ...runDefaults,
    ...session.reading,
    input: saved.file,
    ...saved.numbers,
    keepRejected: !isRetry,
    madeOf: session.draft.digest,
    leftOut: { [session.draft.digest]: session.reading.leaveOut, [saved.digest]: saved.numbers.leaveOut },
    ...(sendsLooksDone ? { sendChanged: true } : {}),
  }
  const options = parseRequest(operation, runOptions)
  const planPorts = { ...createReadingContext(settings, notes), isShown: true }
  const { sending, plan, report, isFourEyesKept, shown } = await planSheet(operation, options, run, planPorts)
  if (saved.kept !== undefined) notes.push(sayOnPage('file-set-aside', { file: basename(saved.kept) }))
  for (const repeated of plan.repeatedEvents) notes.push(describeRepeated(repeated, pageFace))
  const state = {
    id,
    toSend: sending.toSend,
    /** Created earlier: only their scores are requested. */
    toAsk: sending.toAsk,
    balance: report.balance,
    /** What of it is neither done before nor sent now. */
    left: report.balance.filter(({ state, wasDone }) => !wasDone && !plannedStates.has(state)),
    first: plan.table === undefined ? plan.first.map(({ words }) => sayOnPage('planned-row', { words })) : [],
    /** Of a plan whose lines are read, in a grid; else empty. */
    columns: plan.table === undefined ? [] : planColumns,
    /** What looks as if it were done before is sent all the same. */
    sendsLooksDone,
    seconds: sending.estimate?.seconds ?? null,
    /** Where to and when, of trips. */
    span: plan.span ?? null,
    notes: notes.map((note) => note.replaceAll(resolve(saved.file), basename(saved.file))),
    /** Name and folder of the file that the run will read. */
    file: basename(saved.file),
    folder: dirname(resolve(saved.file)),
    command: formatCommand({ operation: operation.name, file: saved.file, ...session.saveAnswers(saved) }),
    /** Sending requires the number of rows to be typed. */
    mustType: operation.send.needsConfirmation === true,
    ...countPlan(plan),
    looksDone: describeLooksDone(report),
  }
  const lines = plan.table ?? []
  return { state, lines, saved, options: { ...options, expects: shown }, session, runOptions, isFourEyesKept }
}

/** Rows that look like edited versions of created ones, or were recorded before and replaced since: held until told. */
function describeLooksDone({ balance, groups }: CheckReport) {
  return {
    count: balance.reduce((all, { state, count }) => all + (looksDoneStates.has(state) ? count : 0), 0),
    texts: groups
      .filter(({ outcome }) => looksDoneStates.has(outcome))
      .map(({ rule, cells }) => `${cells.join(', ')}: ${rule}`),
  }
}

/** Placeholder for the second person while a plan is only viewed; no staff ID looks like this. */
const placeholderReleaser = '(second person)'

/**
 * Shows a plan from the ledger, and whether it still matches what is recorded. `reference`: the number of its run, or its
 * workbook, with the user's own name of that.
 * @throws BatchError for a run that waits no more, and for a file that is no plan of this ledger
 */
export async function viewSealed({ run, runDefaults }: PageSettings, reference: string, label: string | undefined) {
  const sealed = await readSealedPlan(decide, reference, run)
  const path = label === undefined ? sealed.plan : reference
  const file = existsSync(path) ? path : undefined
  const state = {
    run: sealed.runId,
    seal: shortenSeal(sealed.seal),
    by: sealed.by,
    at: sealed.at,
    /** The workbook; null where it is not on this machine. */
    plan: file === undefined ? null : { name: label ?? basename(file), folder: dirname(sealed.plan) },
    released: sealed.released ?? null,
    columns: planColumns,
  }
  try {
    const options = prepareRelease(decide, sealed, { ...runDefaults, by: placeholderReleaser })
    const { plan, contradictions, lines } = await planRelease(decide, options, run, pageFace)
    /** What speaks against two people. */
    const doubts = describePairDoubts(options.release, isDatabaseAddress(run.ledger), pageFace)
    /** Name of the sheet when it was changed since, or is not on this machine. */
    const changedSheet = plan.isSheetChanged === true ? win32.basename(sealed.input) : null
    const seen = { broken: null, left: plan.total, contradictions, doubts, changedSheet, ...countPlan(plan) }
    return { sealed, file, lines, state: { ...state, ...seen } }
  } catch (error) {
    /** Reason why the plan can no longer be released. */
    const broken = toPageError(error, label === undefined ? undefined : { path, label })
    return { sealed, file, lines: [], state: { ...state, broken, left: sealed.requests } }
  }
}
