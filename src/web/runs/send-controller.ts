import { basename, extname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { prepareRelease, readSealedRows } from '../../app/four-eyes/release-plan.ts'
import { sealSheet } from '../../app/four-eyes/seal-sheet.ts'
import { type PlannedUndo, planUndo } from '../../app/four-eyes/undo-run.ts'
import { dropWaiting } from '../../app/four-eyes/waiting-runs.ts'
import { refuseSinglePerson } from '../../app/ledger/find-target.ts'
import { openTrackedLedger } from '../../app/ledger/ledger-access.ts'
import { requiresFourEyes } from '../../app/profile/profile.ts'
import { find } from '../../messages/catalogue.ts'
import { assess } from '../../operations/assess.ts'
import { decide } from '../../operations/decide.ts'
import { digestOf } from '../../pipeline/earlier-output/edited-output.ts'
import { answerUnknown } from '../../pipeline/earlier-output/unknown-answers.ts'
import type { RunRequest } from '../../pipeline/model/options.ts'
import { shortenSeal } from '../../pipeline/sealing/plan-table.ts'
import { BatchError } from '../../support/errors.ts'
import type { WorkspaceSettings } from '../page-settings.ts'
import type { AnswerRequest, PlanRequest, UndoWish } from '../request-schemas.ts'
import type { SheetSession } from '../sheet/sheet-session.ts'
import { pageFace } from '../user-messages.ts'
import { LiveRun } from './live-run.ts'
import { RunResults } from './run-results.ts'
import { describeUndo, planSession, type SealedView, viewSealed } from './shown-plans.ts'

type CurrentPlan = Awaited<ReturnType<typeof planSession>>

/** What is planned from the open sheet, what was sealed and waits for a second person, and the run of either. */
export class SendController {
  readonly #settings: WorkspaceSettings
  planned: CurrentPlan | undefined
  sealed: Awaited<ReturnType<typeof viewSealed>> | undefined
  /** Whose staff ID looks like the sealer's, and was told so. */
  #warnedOf: string | undefined
  currentRun: LiveRun | undefined
  /** The last undo that was asked for. */
  undone: PlannedUndo | undefined
  /** The sheet of the current run. */
  #session: SheetSession | undefined
  /** Of a plan, and of the run that sends it. */
  #lastId = 0
  whenIdle: Promise<void> = Promise.resolve()

  constructor(settings: WorkspaceSettings) {
    this.#settings = settings
  }

  get isRunning(): boolean {
    return this.currentRun?.isRunning === true
  }

  get state() {
    return {
      /** Decisions need four eyes; what the ledger keeps of that is known with a plan. */
      secondPair: this.needsFourEyes,
      sealed: this.sealed?.state ?? null,
      plan: this.planned?.state ?? null,
      run: this.currentRun?.state ?? null,
      undo: describeUndo(this.undone),
    }
  }

  /** A decision needs two people: the profile says so, or the ledger keeps it. */
  get needsFourEyes(): boolean {
    return requiresFourEyes(this.#settings.kept.profile) || this.planned?.isFourEyesKept === true
  }

  /** For a change that makes the plan out of date. */
  discardPlan(): void {
    this.planned = undefined
  }

  async makePlan(session: SheetSession, wanted: PlanRequest): Promise<void> {
    this.discardPlan()
    this.planned = await planSession(this.#settings, session, { ...wanted, id: this.#lastId + 1 })
    this.#lastId += 1
  }

  /**
   * Seals the rows of the shown plan and no others. Sends no request.
   * @throws BatchError for another plan, when no person is named, or when the plan is empty
   */
  async seal(planId: number, by: string): Promise<void> {
    const { runOptions, options } = await this.#requirePlan(planId)
    const base = basename(runOptions.input, extname(runOptions.input))
    const plan = (seal: string): string => join('output', `${base}.sealed-${shortenSeal(seal)}.xlsx`)
    const { runId } = await sealSheet(
      decide,
      { ...runOptions, expects: options.expects, check: options.check, by, plan },
      this.#settings.run,
      this.#settings,
    )
    await this.openSealed(String(runId), { isOwn: true })
  }

  /** Of the run that has ended. */
  async planUndo({ by, note }: UndoWish): Promise<PlannedUndo> {
    const number = this.currentRun?.state.end?.number ?? ''
    this.undone = await planUndo({ run: String(number), by, note: note.trim() }, this.#settings.run)
    return this.undone
  }

  /** Shows a sealed plan, as `viewSealed` finds it. */
  async openSealed(reference: string, view: SealedView = {}): Promise<void> {
    this.sealed = undefined
    this.sealed = await viewSealed(this.#settings, reference, view)
  }

  /** @throws BatchError `input` when it waits no more */
  async drop(runId: number): Promise<void> {
    await dropWaiting(String(runId), undefined, this.#settings.run, this.#settings)
    if (this.sealed?.sealed.runId === runId) this.sealed = undefined
  }

  /**
   * Sends the rows of the shown plan and no others.
   * @throws BatchError for another plan, a wrong confirmation, or when four-eyes is required
   */
  async start(planId: number, typed = ''): Promise<void> {
    const { saved, state, options, session } = await this.#requirePlan(planId)
    const { operation } = session
    refuseSinglePerson(operation, { fourEyes: this.needsFourEyes })
    if (state.mustType && state.toSend > 0) requireConfirmedCount(state.toSend, typed)
    const { baseUrl } = this.#settings.run.destination
    const results = new RunResults(saved.check, { operation, command: state.command, baseUrl })
    this.#send(options, results, session)
  }

  /**
   * Sends the rows of the shown sealed plan.
   * @throws BatchError when the releaser is the sealer, or confirms another number; once, when their IDs look alike: who
   * gives the ID again knows it
   */
  async release(by: string, typed: string, session?: SheetSession): Promise<void> {
    if (this.sealed === undefined) throw new BatchError('usage', 'there is no sealed plan yet')
    const { run, runDefaults, formatCommand } = this.#settings
    const { sealed, state } = this.sealed
    const options = prepareRelease(decide, sealed, { ...runDefaults, by })
    requireConfirmedCount(state.left, typed)
    if (options.release.isLookAlike && this.#warnedOf !== by) {
      this.#warnedOf = by
      throw new BatchError('usage', find('staff-ids-alike', { by, sealedBy: sealed.by }))
    }
    const check = await readSealedRows(decide, sealed, run, pageFace)
    this.#lastId += 1
    const command = formatCommand({ operation: decide.name, file: options.input, sheets: options.load.sheets })
    this.#send(
      options,
      new RunResults(check, { operation: decide, command, baseUrl: run.destination.baseUrl }),
      session?.operation === decide ? session : undefined,
    )
    this.sealed = undefined
  }

  async #requirePlan(planId: number): Promise<CurrentPlan> {
    const planned = this.planned
    const isShown = planned !== undefined && planned.state.id === planId && !this.isRunning
    if (isShown && (await digestOf(planned.saved.file)) === planned.saved.digest) return planned
    throw new BatchError('usage', 'The plan has changed since you saw it: nothing was sent', {
      hint: 'Look at the plan again.',
    })
  }

  /** Refusals of the service are shown in the sheet of `session` afterwards. */
  #send(options: RunRequest, results: RunResults, session?: SheetSession): void {
    this.#settings.access.requireToken()
    this.discardPlan()
    const live = new LiveRun(this.#settings, this.#lastId, results)
    this.currentRun = live
    this.#session = session
    this.whenIdle = live.send(options).then(async () => {
      // Summing up all rows took a while: let other events run first.
      await setImmediate()
      this.#showOutcomes()
    })
    this.#settings.changed()
  }

  #showOutcomes(): void {
    if (this.currentRun !== undefined) this.#session?.showOutcomes(this.currentRun.results.outcomes)
    this.#settings.changed()
  }

  /** Records a person's finding about an unknown outcome. The ledger is open only for this moment. */
  async answerUnknown({ reference, text, reason = '' }: AnswerRequest): Promise<void> {
    if (this.isRunning) throw new BatchError('usage', 'rows are being sent: answer when that has ended')
    const { clock, logger, run } = this.#settings
    const onSpill = (line: string): void => run.onSpill(run.destination.token.redact(line))
    const ledger = await openTrackedLedger({ ...run, onSpill }, { clock, logger })
    const { results } = this.currentRun ?? {}
    try {
      const { operation } = results?.run ?? { operation: assess }
      const target = await ledger.targets.find(run.destination.address, run.company)
      const isAlone = operation.fourEyes !== undefined && (await ledger.rules.of(target)).fourEyes === true
      const found = { reference, written: { t: 's', v: text }, reason: reason.trim(), isAlone } as const
      const end = await answerUnknown(operation, ledger, found, clock.now())
      results?.recordAnswer(reference, text, end)
      this.discardPlan()
      this.#showOutcomes()
    } finally {
      await ledger.close()
    }
  }
}

/** @throws BatchError when the typed number differs from the number of rows to send */
function requireConfirmedCount(count: number, typed: string): void {
  if (typed.trim() === String(count)) return
  throw new BatchError('usage', `the typed number is not ${count}: nothing was sent`, {
    hint: 'Type the number that is shown.',
  })
}
