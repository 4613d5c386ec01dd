import { basename, resolve } from 'node:path'
import { recallAnswers } from '../app/profile/recall-answers.ts'
import { find } from '../messages/catalogue.ts'
import { findOperation } from '../operations/all.ts'
import { assess } from '../operations/assess.ts'
import { digestOf } from '../pipeline/earlier-output/edited-output.ts'
import { readPlan } from '../pipeline/sealing/write-plan.ts'
import { version } from '../pipeline/version.ts'
import { BatchError } from '../support/errors.ts'
import { ActionQueue, type Busy } from './action-queue.ts'
import { pageLanguage, type SpokenLanguage } from './page-language.ts'
import {
  describePageDestination,
  describeSettings,
  type PageSettings,
  type WorkspaceSettings,
} from './page-settings.ts'
import { PersonController } from './person-controller.ts'
import type { AnswerRequest, ForgetRequest, Task, UndoWish } from './request-schemas.ts'
import { RunMonitor } from './runs/run-monitor.ts'
import { SendController } from './runs/send-controller.ts'
import { ShareController } from './share-controller.ts'
import { Drafts, draftKeyOf } from './sheet/drafts.ts'
import type { OpenedFor } from './sheet/sheet-reading.ts'
import { SheetSession } from './sheet/sheet-session.ts'
import type { Upload } from './uploads.ts'

export type PageState = Workspace['state']

export class Workspace {
  readonly #settings: WorkspaceSettings
  readonly sending: SendController
  readonly monitor: RunMonitor
  readonly person: PersonController
  readonly shares: ShareController
  sheet: SheetSession | undefined
  readonly #drafts: Drafts
  #task: Task = 'assess'
  #sheetId = 0
  /** Grows with each change: an older state may arrive later. */
  serial = 0
  #change = new AbortController()
  readonly #actions: ActionQueue

  constructor(settings: PageSettings, presence: { readonly hasViewer: boolean }) {
    const own = { copies: new Set<string>(), changed: () => this.#noteChange(), watch: () => this.#actions.ports }
    this.#settings = { ...settings, ...own }
    this.#actions = new ActionQueue(this.#settings)
    this.#drafts = new Drafts(settings.folder, settings.clock)
    this.sending = new SendController(this.#settings)
    this.shares = new ShareController(this.#settings)
    this.monitor = new RunMonitor(this.#settings, this.#drafts, {
      isIdle: () => this.isBusy || !presence.hasViewer,
      readRecorded: () => this.sheet?.loadRecorded().catch(() => {}),
      readShared: (runs) => this.shares.refresh(runs),
    })
    this.person = new PersonController(settings)
  }

  get draftFiles(): ReadonlySet<string> {
    return new Set(this.#drafts.files)
  }
  get filesInUse(): ReadonlySet<string> {
    return new Set([this.sheet?.upload.file ?? [], this.sending.sealed?.file ?? [], this.#drafts.files].flat())
  }

  get isBusy(): boolean {
    return this.#actions.state.busy !== null || this.sheet?.checker.isChecking === true || this.sending.isRunning
  }

  get state() {
    return {
      serial: this.serial,
      version,
      destination: describePageDestination(this.#settings),
      settings: describeSettings(this.#settings),
      person: this.person.state,
      ...this.shares.state,
      ...this.monitor.state,
      ...this.#actions.state,
      ...this.#drafts.describe(this.sheet),
      busy:
        this.#actions.state.busy ??
        (this.sheet?.checker.isChecking === true && this.sheet.hasOpenRows ? 'checking' : null),
      task: this.#task,
      /** Changes with each opened sheet, also when the same one is opened again. */
      sheetId: this.#sheetId,
      typed: this.sheet?.typed ?? {},
      sheet: this.sheet?.describeSheet() ?? null,
      check: this.sheet?.checkState ?? null,
      ...this.sending.state,
    }
  }

  /** Aborts with the next change of the state. */
  get changed(): AbortSignal {
    return this.#change.signal
  }

  openFile(file: string, run?: OpenedFor): Promise<void> {
    return this.open({ file: resolve(file), label: basename(file) }, 'assess', run)
  }

  /** Opens a sheet for a task, with the answers of a run about it; for decisions also a sealed plan, or several answers. */
  open(given: Upload, task: Task = 'assess', { id, sheets, undo, others = [] }: OpenedFor = {}): Promise<void> {
    return this.#actions.read('reading', given, async () => {
      this.#requireNoRun()
      this.#settings.kept.refresh()
      const upload = (await this.shares.collect(task === 'decide' ? [given, ...others] : [])) ?? given
      if (task === 'decide' && (await readPlan(upload.file)) !== undefined) {
        return this.sending.openSealed(upload.file, upload)
      }
      const about = { task, digest: (await digestOf(upload.file)) ?? '' }
      const draft = undo === undefined ? this.#drafts.get(draftKeyOf(about)) : undefined
      const operation = findOperation(task)
      const { kept, run: ledger } = this.#settings
      const run = await recallAnswers(operation, { ...about, runId: id }, kept.reading(operation), ledger)
      const session = new SheetSession(this.#settings, { ...about, upload, draft, sheets, run, undo })
      await session.read()
      this.sending.discardPlan()
      this.sending.sealed = undefined
      this.#task = task
      this.sheet = session
      this.#sheetId += 1
    })
  }

  /** Opens and plans the sheet that takes back the run that has ended, where something is to be taken back. */
  async undoRun(asked: UndoWish): Promise<void> {
    const undo = await this.runIdle('planning', () => this.sending.planUndo(asked))
    if (undo?.sheet === undefined || undo.counts.open === 0) return
    await this.open({ file: resolve(undo.sheet), label: basename(undo.sheet) }, 'decide', { undo })
    if (this.sheet?.start.undo === undo) await this.change('planning', (session) => this.sending.makePlan(session, {}))
  }

  async openDraft(key: string): Promise<void> {
    const draft = await this.#actions.run('reading', undefined, () => this.#drafts.requireUnchanged(key))
    if (draft !== undefined) await this.open(draft.upload, draft.task)
  }

  async discardDraft(key: string): Promise<void> {
    this.#drafts.remove(key)
    if (key === this.sheet?.key) await this.open(this.sheet.upload, this.#task)
    this.#noteChange()
  }

  keepTyped(texts: Readonly<Record<string, string>>): void {
    if (this.sheet === undefined) return
    this.sheet.typed = texts
    this.#drafts.save(this.sheet.draft)
  }

  async openResults(): Promise<void> {
    const file = this.sending.currentRun?.results.output
    if (file !== undefined) await this.open({ file, label: basename(file) }, 'decide')
  }

  release(by: string, typed: string): Promise<void> {
    return this.runIdle('planning', () =>
      this.sending.release(by, typed, this.sheet).then(() => this.#refreshAfterRun()),
    )
  }

  /** A run changes the recorded decisions. */
  #refreshAfterRun(): void {
    void this.sending.whenIdle.then(async () => {
      void this.monitor.refresh()
      if (this.#task === 'decide') await this.#actions.run('checking', undefined, () => this.sheet?.loadRecorded())
    })
  }

  async openAgain(runId: number): Promise<void> {
    const run = this.monitor.find(runId)
    if (run) await this.openFile(run.file, run)
    // One of its worksheets may be gone.
    if (run && this.#actions.state.error !== null) await this.openFile(run.file, { id: run.id })
  }

  startRun(planId: number, typed?: string): Promise<void> {
    return this.#actions.run('planning', this.sheet?.upload, async () => {
      await this.sending.start(planId, typed)
      // All corrections are in the file of the run.
      if (this.sheet !== undefined) this.#drafts.remove(this.sheet.key)
      this.#refreshAfterRun()
    })
  }

  answerUnknown(given: AnswerRequest): Promise<void> {
    return this.#actions.run('answering', this.sheet?.upload, () => this.sending.answerUnknown(given))
  }

  forget(request: ForgetRequest): Promise<void> {
    return this.#readAgain(() => this.#settings.kept.change(assess, request))
  }

  /** What is said of the sheet is said once more. */
  speak(language: SpokenLanguage | null): Promise<void> {
    return this.#readAgain(() => pageLanguage.choose(language))
  }

  #readAgain(change: () => unknown): Promise<void> {
    return this.runIdle('checking', async () => {
      change()
      this.sending.discardPlan()
      await this.sheet?.read()
    })
  }

  readonly cancel = (): void => this.#actions.cancel()

  /** Changes the sheet, which discards the plan. */
  change(busy: Busy, use: (session: SheetSession) => Promise<void>): Promise<void> {
    return this.#actions.read(busy, this.sheet?.upload, async () => {
      const session = this.sheet
      if (session === undefined) throw new BatchError('usage', 'there is no sheet yet')
      this.#requireNoRun()
      this.sending.discardPlan()
      await use(session)
      this.#drafts.save(session.draft)
      // The action is over: this check goes on in the background.
      void session.checker.waitUntilChecked().then(
        () => this.#noteChange(),
        (error) => {
          if (session === this.sheet) this.#actions.report(error, session.upload)
        },
      )
    })
  }

  runIdle<Result>(busy: Busy, use: () => Promise<Result> | Result): Promise<Result | undefined> {
    return this.#actions.run(busy, this.sheet?.upload, () => {
      this.#requireNoRun()
      return use()
    })
  }

  #requireNoRun(): void {
    if (this.sending.isRunning) throw new BatchError('usage', find('page-run-going'))
  }

  #noteChange(): void {
    this.serial += 1
    this.#change.abort()
    this.#change = new AbortController()
  }
}
