import { existsSync } from 'node:fs'
import { basename, dirname, resolve, win32 } from 'node:path'
import { planRelease, prepareRelease, readSealedPlan } from '../../app/four-eyes/release-plan.ts'
import type { PlannedUndo } from '../../app/four-eyes/undo-run.ts'
import { parseRequest } from '../../app/parse-request.ts'
import { planSheet } from '../../app/start-run.ts'
import { looksDoneStates, plannedStates } from '../../contract/states.ts'
import { isDatabaseAddress } from '../../ledger/database-address.ts'
import { decide } from '../../operations/decide.ts'
import type { CheckReport } from '../../pipeline/check/check-rows.ts'
import { describePairDoubts, describeRepeated } from '../../pipeline/sealing/plan-doubts.ts'
import { shortenSeal } from '../../pipeline/sealing/plan-table.ts'
import { createReadingContext, type PageSettings, type WorkspaceSettings } from '../page-settings.ts'
import type { PlanRequest } from '../request-schemas.ts'
import type { SheetSession } from '../sheet/sheet-session.ts'
import { pageFace, sayOnPage, toPageError } from '../user-messages.ts'
import { listPlan } from './plan-list.ts'

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
    isUndo: session.start.undo !== undefined,
    /** What looks as if it were done before is sent all the same. */
    sendsLooksDone,
    seconds: sending.estimate?.seconds ?? null,
    /** Where to and when, of trips. */
    span: plan.span ?? null,
    notes: notes.map((note) => note.replaceAll(resolve(saved.file), basename(saved.file))),
    /** Name and folder of the file that the run will read. */
    file: basename(saved.file),
    folder: dirname(resolve(saved.file)),
    /** Empty for an undo: the sheet alone would not be compared with what was decided since. */
    command: session.start.undo
      ? ''
      : formatCommand({ operation: operation.name, file: saved.file, ...session.saveAnswers(saved) }),
    /** Sending requires the number of rows to be typed. */
    mustType: operation.send.needsConfirmation === true,
    ...listed.state,
    looksDone: describeLooksDone(report),
  }
  const { check } = session.start.undo ?? {}
  const shownOptions = { ...options, expects: shown, check }
  return { ...listed, state, saved, options: shownOptions, session, runOptions, isFourEyesKept }
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
    left: sealed.requests,
    /** The workbook; null where it is not on this machine. */
    plan: file === undefined ? null : { name: label ?? basename(file), folder: dirname(sealed.plan) },
    released: sealed.released ?? null,
    /** It was sealed on this page just now: another person is to release it. */
    isOwn,
    contradictions: [] as readonly string[],
    /** What speaks against two people. */
    doubts: [] as readonly string[],
    /** Name of the sheet when it was changed since, or is not on this machine. */
    changedSheet: null as string | null,
    /** Reason why the plan can no longer be released. */
    broken: null as ReturnType<typeof toPageError> | null,
    ...listPlan([]).state,
  }
  try {
    const options = prepareRelease(decide, sealed, { ...runDefaults, by: placeholderReleaser })
    const { plan, contradictions, lines } = await planRelease(decide, options, run, pageFace)
    const doubts = describePairDoubts(options.release, isDatabaseAddress(run.ledger), pageFace)
    const changedSheet = plan.isSheetChanged === true ? win32.basename(sealed.input) : null
    const listed = listPlan(lines, plan)
    return {
      ...listed,
      sealed,
      file,
      state: { ...state, left: plan.total, contradictions, doubts, changedSheet, ...listed.state },
    }
  } catch (error) {
    const broken = toPageError(error, label === undefined ? undefined : { path, label })
    return { ...listPlan([]), sealed, file, state: { ...state, broken } }
  }
}

const mostNamed = 20

/** What becomes of all that a run has made. */
export function describeUndo(undo: PlannedUndo | undefined) {
  if (undo === undefined) return null
  const { run, counts, kept } = undo
  const named = kept.slice(0, mostNamed).map(({ assessmentId, why, about }) => {
    return { why, about: [about, assessmentId ?? ''].filter((text) => text !== '').join(' · ') }
  })
  return { run: run.id, counts, named }
}
