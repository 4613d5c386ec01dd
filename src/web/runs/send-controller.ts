import { basename, dirname, resolve } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { EditedCheck } from '../../app/check/check-edited.ts'
import { refuseSinglePerson } from '../../app/ledger/find-target.ts'
import { openTrackedLedger } from '../../app/ledger/ledger-access.ts'
import { type GivenRun, parseRequest } from '../../app/parse-request.ts'
import { planSheet } from '../../app/plan-sheet.ts'
import { requiresFourEyes } from '../../app/profile/profile.ts'
import { describeRepeated } from '../../messages/plans.ts'
import { assess } from '../../operations/assess.ts'
import type { CheckReport } from '../../pipeline/check/check-rows.ts'
import { digestOf } from '../../pipeline/earlier-output/edited-output.ts'
import { answerUnknown } from '../../pipeline/earlier-output/question-sheets.ts'
import type { Operation } from '../../pipeline/model/operation.ts'
import type { RunRequest } from '../../pipeline/model/options.ts'
import { BatchError } from '../../support/errors.ts'
import { createReadingContext, type WorkspaceSettings } from '../page-settings.ts'
import type { RowWindow } from '../protocol.ts'
import type { PlanRequest, WindowQuery } from '../request-schemas.ts'
import type { SheetSession } from '../sheet/sheet-session.ts'
import { LiveRun } from './live-run.ts'
import { countPlan, cutPlan, planColumns } from './plan-lines.ts'
import { RunResults } from './run-results.ts'

/** A plan that a person has seen, and confirmed where that is required. */
export interface PlannedSend {
  toSend: number
  command: string
  operation: Operation
  options: RunRequest
  check: EditedCheck
}

type CurrentPlan = Awaited<ReturnType<typeof planSession>>

export class SendController {
  readonly #settings: WorkspaceSettings
  #planned: CurrentPlan | undefined
  currentRun: LiveRun | undefined
  /** The sheet of the current run. */
  #session: SheetSession | undefined
  #lastId = 0
  whenIdle: Promise<void> = Promise.resolve()

  constructor(settings: WorkspaceSettings) {
    this.#settings = settings
  }

  get isRunning(): boolean {
    return this.currentRun?.isRunning === true
  }

  get plan(): CurrentPlan['state'] | null {
    return this.#planned?.state ?? null
  }

  /** A decision needs two people: the profile says so, or the ledger keeps it. */
  get needsFourEyes(): boolean {
    return requiresFourEyes(this.#settings.kept.profile) || this.#planned?.isFourEyesKept === true
  }

  /** For a change that makes the plan out of date. */
  discardPlan(): void {
    this.#planned = undefined
  }

  async makePlan(session: SheetSession, wanted: PlanRequest): Promise<void> {
    this.discardPlan()
    this.#planned = await planSession(this.#settings, session, { ...wanted, id: this.#lastId + 1 })
    this.#lastId += 1
  }

  /** Lines of the shown plan. */
  window(part: WindowQuery): RowWindow | undefined {
    return this.#planned && cutPlan(this.#planned.lines, part)
  }

  /**
   * Options of the shown plan, for sealing, and its rows.
   * @throws BatchError when it is another plan
   */
  async readPlanOptions(planId: number): Promise<GivenRun & Pick<RunRequest, 'expects'>> {
    const { runOptions, options } = await this.#requirePlan(planId)
    return { ...runOptions, expects: options.expects }
  }

  /**
   * Sends the rows of the shown plan and no others.
   * @throws BatchError for another plan, a wrong confirmation, or when four-eyes is required
   */
  async start(planId: number, typed = ''): Promise<void> {
    const { saved, state, options, session } = await this.#requirePlan(planId)
    const { operation } = session
    refuseSinglePerson(operation, this.needsFourEyes)
    if (state.mustType && state.toSend > 0) requireConfirmedCount(state.toSend, typed)
    this.startSending({ ...state, operation, options, check: saved.check }, session)
  }

  async #requirePlan(planId: number): Promise<CurrentPlan> {
    const planned = this.#planned
    const isShown = planned !== undefined && planned.state.id === planId && !this.isRunning
    if (isShown && (await digestOf(planned.saved.file)) === planned.saved.digest) return planned
    throw new BatchError('usage', 'The plan has changed since you saw it: nothing was sent', {
      hint: 'Look at the plan again.',
    })
  }

  /** Sends a confirmed plan; refusals of the service are shown in its sheet afterwards. */
  startSending(
    { id, operation, options, check, toSend, command }: PlannedSend & { id?: number },
    session?: SheetSession,
  ): void {
    this.#settings.access.requireToken()
    this.discardPlan()
    this.#lastId = Math.max(this.#lastId, id ?? this.#lastId + 1)
    const { baseUrl } = this.#settings.run.destination
    const results = new RunResults(check, { operation, command, baseUrl })
    const live = new LiveRun(this.#settings, { id: this.#lastId, toSend }, results)
    this.currentRun = live
    this.#session = session
    this.whenIdle = live.send(options).then(async () => {
      // Summing up all rows took a while: let other events run first.
      await setImmediate()
      this.#showOutcomes()
      this.#settings.changed()
    })
    this.#settings.changed()
  }

  #showOutcomes(): void {
    if (this.currentRun !== undefined) this.#session?.showOutcomes(this.currentRun.results.outcomes)
  }

  /** Records a person's finding about an unknown outcome. The ledger is open only for this moment. */
  async answerUnknown(reference: string, text: string): Promise<void> {
    if (this.isRunning) throw new BatchError('usage', 'rows are being sent: answer when that has ended')
    const { clock, logger, run } = this.#settings
    const onSpill = (line: string): void => run.onSpill(run.destination.token.redact(line))
    const ledger = await openTrackedLedger(run, { clock, logger, onSpill })
    try {
      const end = await answerUnknown(
        this.currentRun?.results.operation ?? assess,
        ledger,
        { reference, written: { t: 's', v: text } },
        clock.now(),
      )
      this.currentRun?.results.recordAnswer(reference, text, end)
      this.#showOutcomes()
    } finally {
      await ledger.close()
    }
    this.discardPlan()
    this.#settings.changed()
  }
}

/** Plans the sheet in its current state, which is saved to a file. Sends no request. */
async function planSession(
  settings: WorkspaceSettings,
  session: SheetSession,
  { id, isRetry = false, sendsSuperseded = false }: PlanRequest & { id: number },
) {
  const { run, runDefaults, formatCommand } = settings
  const { operation } = session
  const notes: string[] = []
  const saved = await session.save(createReadingContext(settings, []))
  const runOptions = {
    ...runDefaults,
    ...session.reading,
    input: saved.file,
    keepRejected: !isRetry,
    ...(sendsSuperseded ? { sendChanged: true } : {}),
  }
  const options = parseRequest(operation, runOptions)
  const planPorts = { ...createReadingContext(settings, notes), isShown: true }
  const { sending, plan, report, isFourEyesKept, shown } = await planSheet(operation, options, run, planPorts)
  if (saved.kept !== undefined) notes.push(`An earlier file of that name was kept as ${basename(saved.kept)}.`)
  for (const repeated of plan.repeatedEvents) notes.push(describeRepeated(repeated))
  const state = {
    id,
    toSend: sending.toSend,
    /** Created earlier: only their scores are requested. */
    toAsk: sending.toAsk,
    balance: report.balance,
    first: plan.table === undefined ? plan.first.map(({ words }) => words) : [],
    /** Of a plan whose lines are read, in a grid; else empty. */
    columns: plan.table === undefined ? [] : planColumns,
    /** Rows that were replaced since are sent again. */
    sendsSuperseded,
    seconds: sending.estimate?.seconds ?? null,
    notes: notes.map((note) => note.replaceAll(resolve(saved.file), basename(saved.file))),
    /** Name and folder of the file that the run will read. */
    file: basename(saved.file),
    folder: dirname(resolve(saved.file)),
    command: formatCommand({ operation: operation.name, file: saved.file, ...session.saveAnswers() }),
    /** Sending requires the number of rows to be typed. */
    mustType: operation.send.needsConfirmation === true,
    ...countPlan(plan),
    /** Rows that look like edited versions of created ones. */
    changed: listGroups(report, 'changed'),
    /** Rows that were recorded before, and what has replaced them since. */
    superseded: listGroups(report, 'superseded'),
  }
  const lines = plan.table ?? []
  return { state, lines, saved, options: { ...options, expects: shown }, session, runOptions, isFourEyesKept }
}

function listGroups({ groups }: CheckReport, wanted: string): string[] {
  return groups.filter(({ outcome }) => outcome === wanted).map(({ rule, cells }) => `${cells.join(', ')}: ${rule}`)
}

/** @throws BatchError when the typed number differs from the number of rows to send */
export function requireConfirmedCount(count: number, typed: string): void {
  if (typed.trim() === String(count)) return
  throw new BatchError('usage', `the typed number is not ${count}: nothing was sent`, {
    hint: 'Type the number that is shown.',
  })
}
