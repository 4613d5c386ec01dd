import { existsSync } from 'node:fs'
import { basename, dirname, resolve, win32 } from 'node:path'
import { planRelease, prepareRelease, readSealedPlan } from '../../app/four-eyes/release-plan.ts'
import { parseRequest } from '../../app/parse-request.ts'
import { planSheet } from '../../app/start-run.ts'
import { approvals } from '../../contract/decision.ts'
import { plannedStates } from '../../contract/states.ts'
import { isDatabaseAddress } from '../../ledger/database-address.ts'
import { endOfScores } from '../../messages/score-colours.ts'
import { decide } from '../../operations/decide.ts'
import type { CheckReport } from '../../pipeline/check/check-rows.ts'
import { oneDecimal } from '../../pipeline/drawing/pictures.ts'
import { highScore } from '../../pipeline/figures/score-sums.ts'
import type { Plan } from '../../pipeline/model/events.ts'
import { describePairDoubts, describeRepeated } from '../../pipeline/sealing/plan-doubts.ts'
import { listPlanColumns, type PlanLine, shortenSeal } from '../../pipeline/sealing/plan-table.ts'
import { createReadingContext, type PageSettings, type WorkspaceSettings } from '../page-settings.ts'
import type { RowWindow, ShownCell } from '../protocol.ts'
import type { PlanRequest, WindowQuery } from '../request-schemas.ts'
import { toValueCell } from '../result-row.ts'
import { containsText, cutWindow } from '../sheet/row-window.ts'
import type { SheetSession } from '../sheet/sheet-session.ts'
import { pageFace, sayOnPage, toFieldTitle, toPageError } from '../user-messages.ts'

/** With its headings in the plan, whose texts are joined; `width` in characters. */
type ShownColumn = [heading: string, of: readonly string[], width?: number]

/** In sight without scrolling sideways; the other columns of the plan follow, where they say anything. */
const firstColumns: readonly ShownColumn[] = [
  ['overallTrip', ['overallTrip'], 8],
  ['status', ['status'], 20],
  ['person', ['name', 'employeeId'], 20],
  ['destination', ['destination'], 14],
  ['by', ['complianceTeamMemberId', 'managerId', 'cancelledByStaffId'], 9],
  ['replaces', ['lastDecision', 'lastDecisionBy', 'lastDecisionAt'], 29],
]
const planHeadings = listPlanColumns(decide).map(({ heading }) => heading)
const shownFirst = new Set(['row', ...firstColumns.flatMap(([, of]) => of)])
const shownColumns: readonly ShownColumn[] = [
  ...firstColumns,
  ...planHeadings.flatMap((heading): ShownColumn[] => (shownFirst.has(heading) ? [] : [[heading, [heading]]])),
]

function readLine(line: PlanLine, heading: string): string {
  return line[planHeadings.indexOf(heading)] ?? ''
}

/** Of the spread of scores, for each point of the scale. */
const bandsOfPoint = 2

interface Counted extends Pick<Plan, 'actors'> {
  replaced: Pick<Plan['replaced'], 'count' | 'released'>
}

/** The program's own list of decisions, the highest score first; what of it a person looks at first, and its shape. */
function listPlan(lines: readonly PlanLine[], { actors, replaced }: Counted) {
  const rows = lines.map((line) => {
    const [status, written] = [readLine(line, 'status'), readLine(line, 'overallTrip')]
    const score = written === '' ? Number.NaN : Number(written)
    const isHigh = approvals.has(status) && Number(oneDecimal(score)) >= highScore
    return { line, status, score, isHigh, isReplacing: readLine(line, 'lastDecision') !== '' }
  })
  const known = rows.filter(({ score }) => Number.isFinite(score)).sort((one, other) => other.score - one.score)
  const list = [...known, ...rows.filter(({ score }) => !Number.isFinite(score))]
  const isSaid = (column: ShownColumn): boolean => lines.some((line) => showCell(column, line).text !== '')
  const columns = shownColumns.filter((column) => isSaid(column) || (lines.length > 0 && firstColumns.includes(column)))
  const decisions = [...new Set(list.map(({ status }) => status))].map((name) => {
    const count = list.filter(({ status }) => status === name).length
    const scores = known.filter(({ status }) => status === name).map(({ score }) => score)
    const spread = Array.from({ length: endOfScores * bandsOfPoint }, () => 0)
    for (const score of scores) {
      const band = Math.min(spread.length - 1, Math.max(0, Math.floor(score * bandsOfPoint)))
      spread[band] = (spread[band] ?? 0) + 1
    }
    const range = [
      ...new Set([scores.at(-1), scores[0]].flatMap((score) => (score === undefined ? [] : oneDecimal(score)))),
    ]
    return { name, count, range: range.join(' – '), unscored: count - scores.length, spread }
  })
  decisions.sort((one, other) => other.count - one.count)
  const state = {
    /** As a grid; `width`: in characters. */
    columns: columns.map(([heading, , width]) => ({ heading: toFieldTitle(heading), width })),
    decisions,
    actors: [...actors].map(([name, count]) => ({ name, count })),
    /** Rows with something to look at first. */
    look: list.filter(({ isHigh, isReplacing }) => isHigh || isReplacing).length,
    high: list.filter(({ isHigh }) => isHigh).length,
    replaced: replaced.count,
    replacedOfTwo: replaced.released,
  }
  return { state, list, columns }
}

/** Decisions to be sent, as the grid shows them: all, those to look at first, or those with one status. */
export function cutPlan(
  plan: Pick<ReturnType<typeof listPlan>, 'list' | 'columns'> | undefined,
  part: WindowQuery,
): RowWindow | undefined {
  if (plan === undefined) return undefined
  const { list, columns } = plan
  const isSought = containsText(part.find) ?? (() => true)
  const isShown = ({ line, status, isHigh, isReplacing }: (typeof list)[number]): boolean =>
    (part.filter === 'all' || (part.filter === 'look' ? isHigh || isReplacing : status === part.filter)) &&
    line.some(isSought)
  const positions = list.flatMap((row, position) => (isShown(row) ? position : []))
  return cutWindow(positions, part, (position) => {
    const row = list[position]
    if (row === undefined) return undefined
    const isMarked: Readonly<Record<string, boolean>> = { status: row.isHigh, replaces: row.isReplacing }
    const cells = columns.map((column): ShownCell => {
      const cell = showCell(column, row.line)
      return isMarked[column[0]] === true ? { ...cell, mark: 'doubtful' } : cell
    })
    const number = (row.line[0] ?? '').replace(/^row /, '')
    return { sheet: 0, line: position, number, state: 'ready', cells, problems: [] }
  })
}

function showCell([heading, of]: ShownColumn, line: PlanLine): ShownCell {
  const texts = of.map((each) => {
    const text = readLine(line, each)
    return each === 'lastDecisionAt' ? text.replace(/^(.{10})T(.{5}).*/, '$1 $2') : text
  })
  return toValueCell(heading, texts.filter((text) => text !== '').join(' · '))
}

/** Plans the sheet in its current state, which is saved to a file. Sends no request. */
export async function planSession(
  settings: WorkspaceSettings,
  session: SheetSession,
  { id, isRetry = false, sendsSuperseded = false }: PlanRequest & { id: number },
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
    ...(sendsSuperseded ? { sendChanged: true } : {}),
  }
  const options = parseRequest(operation, runOptions)
  const planPorts = { ...createReadingContext(settings, notes), isShown: true }
  const { sending, plan, report, isFourEyesKept, shown } = await planSheet(operation, options, run, planPorts)
  if (saved.kept !== undefined) notes.push(sayOnPage('file-set-aside', { file: basename(saved.kept) }))
  for (const repeated of plan.repeatedEvents) notes.push(describeRepeated(repeated, pageFace))
  const listed = listPlan(plan.table ?? [], plan)
  const state = {
    id,
    toSend: sending.toSend,
    /** Created earlier: only their scores are requested. */
    toAsk: sending.toAsk,
    balance: report.balance,
    /** What of it is neither done before nor sent now. */
    left: report.balance.filter(({ state, wasDone }) => !wasDone && !plannedStates.has(state)),
    first: plan.table === undefined ? plan.first.map(({ words }) => sayOnPage('planned-row', { words })) : [],
    /** Rows that were replaced since are sent again. */
    sendsSuperseded,
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
    ...listed.state,
    /** Rows that look like edited versions of created ones. */
    changed: listGroups(report, 'changed'),
    /** Rows that were recorded before, and what has replaced them since. */
    superseded: listGroups(report, 'superseded'),
  }
  return { ...listed, state, saved, options: { ...options, expects: shown }, session, runOptions, isFourEyesKept }
}

function listGroups({ groups }: CheckReport, wanted: string): string[] {
  return groups.filter(({ outcome }) => outcome === wanted).map(({ rule, cells }) => `${cells.join(', ')}: ${rule}`)
}

/** Placeholder for the second person while a plan is only viewed; no staff ID looks like this. */
const placeholderReleaser = '(second person)'

/** The user's own name of its workbook; whether it was sealed here just now. */
export interface SealedView {
  label?: string
  isOwn?: boolean
}

/**
 * Shows a plan from the ledger, and whether it still matches what is recorded. `reference`: the number of its run, or its
 * workbook.
 * @throws BatchError for a run that waits no more, and for a file that is no plan of this ledger
 */
export async function viewSealed(
  { run, runDefaults }: PageSettings,
  reference: string,
  { label, isOwn = false }: SealedView,
) {
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
    /** It was sealed on this page just now: another person is to release it. */
    isOwn,
  }
  try {
    const options = prepareRelease(decide, sealed, { ...runDefaults, by: placeholderReleaser })
    const { plan, contradictions, lines } = await planRelease(decide, options, run, pageFace)
    /** What speaks against two people. */
    const doubts = describePairDoubts(options.release, isDatabaseAddress(run.ledger), pageFace)
    /** Name of the sheet when it was changed since, or is not on this machine. */
    const changedSheet = plan.isSheetChanged === true ? win32.basename(sealed.input) : null
    const seen = { broken: null, left: plan.total, contradictions, doubts, changedSheet }
    const listed = listPlan(lines, plan)
    return { ...listed, sealed, file, state: { ...state, ...seen, ...listed.state } }
  } catch (error) {
    /** Reason why the plan can no longer be released. */
    const broken = toPageError(error, label === undefined ? undefined : { path, label })
    const none = listPlan([], { actors: new Map(), replaced: { count: 0, released: 0 } })
    return { ...none, sealed, file, state: { ...state, ...none.state, broken, left: sealed.requests } }
  }
}
