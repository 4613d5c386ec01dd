import { basename, resolve } from 'node:path'
import { findStore } from '../app/ledger/ledger-access.ts'
import { requiresFourEyes } from '../app/profile/profile.ts'
import { findOperation } from '../operations/all.ts'
import { readPlan } from '../pipeline/sealing/read-plan.ts'
import { BatchError } from '../support/errors.ts'
import type { PageSettings } from './page-settings.ts'
import type { DestinationState, PageState, Task } from './protocol/protocol.ts'
import type { ForgetRequest, TokenRequest } from './request-schemas.ts'
import { ReleaseController } from './runs/release-controller.ts'
import { RunMonitor } from './runs/run-monitor.ts'
import { SendController } from './runs/send-controller.ts'
import { SettingsController } from './settings-controller.ts'
import { RecordedState } from './sheet/recorded-state.ts'
import { SheetSession } from './sheet/sheet-session.ts'
import type { Upload } from './uploads.ts'
import { describeStack, toPageError } from './user-messages.ts'

/** The page's state and its actions; one action after another. */
export class Workspace {
  readonly #settings: PageSettings
  readonly #listeners = new Set<() => void>()
  readonly sending: SendController
  readonly releasing: ReleaseController
  readonly #settingsController: SettingsController
  readonly monitor: RunMonitor
  #sheet: SheetSession | undefined
  #task: Task = 'assess'
  #sheetId = 0
  /** Digests of saved sheets without a correction: the next one of that name replaces them. */
  readonly #copies = new Set<string>()
  #busy: PageState['busy'] = null
  #error: PageState['error'] = null
  #queue: Promise<void> = Promise.resolve()

  constructor(settings: PageSettings) {
    this.#settings = settings
    this.sending = new SendController(settings, () => this.#notifyListeners())
    this.releasing = new ReleaseController(settings)
    this.monitor = new RunMonitor({
      store: findStore(settings.run),
      clock: settings.clock,
      onChange: () => this.#notifyListeners(),
      isIdle: () => this.isBusy || this.#listeners.size === 0,
    })
    this.#settingsController = new SettingsController(settings)
  }

  get sheet(): SheetSession | undefined {
    return this.#sheet
  }

  get filesInUse(): ReadonlySet<string> {
    return new Set([this.#sheet?.upload.file, this.releasing.file].filter((file) => file !== undefined))
  }

  get isBusy(): boolean {
    return this.#busy !== null || this.#sheet?.isChecking === true || this.sending.isRunning
  }

  get state(): PageState {
    return {
      destination: describeDestination(this.#settings),
      settings: this.#settingsController.describe(),
      recent: this.monitor.recent,
      other: this.monitor.other,
      busy: this.#busy ?? (this.#sheet?.isChecking === true && this.#sheet.hasOpenRows ? 'checking' : null),
      error: this.#error,
      task: this.#task,
      sheetId: this.#sheetId,
      secondPair: requiresFourEyes(this.#settings.kept.profile),
      sealed: this.releasing.state,
      sheet: this.#sheet?.describeSheet() ?? null,
      check: this.#sheet?.checkState ?? null,
      plan: this.sending.plan,
      run: this.sending.currentRun?.state ?? null,
    }
  }

  /** Calls back after each change of the state; returns the function that unsubscribes. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Opens the sheet from the program's start, in its own place. */
  openFile(file: string): Promise<void> {
    return this.open({ file: resolve(file), label: basename(file) })
  }

  /** Opens a sheet for a task; for decisions also a sealed plan. */
  open(upload: Upload, task: Task = 'assess'): Promise<void> {
    return this.#runAction('reading', upload, async () => {
      this.#requireNoRun()
      this.#settings.kept.refresh()
      if (task === 'decide' && (await readPlan(upload.file)) !== undefined) {
        return this.releasing.open(upload.file, upload.label)
      }
      const operation = findOperation(task)
      const inForce = operation.fourEyes === undefined ? undefined : new RecordedState(operation, this.#settings)
      const session = new SheetSession(upload, { ...this.#settings, copies: this.#copies }, operation, inForce)
      await session.read()
      this.sending.discardPlan()
      this.releasing.discard()
      this.#task = task
      this.#sheet = session
      this.#sheetId += 1
    })
  }

  async openResults(): Promise<void> {
    const file = this.sending.currentRun?.results.output
    if (file !== undefined) await this.open({ file, label: basename(file) }, 'decide')
  }

  /** Seals the shown plan for a second person. Sends no request. */
  seal(planId: number, by: string): Promise<void> {
    return this.#runAction('sealing', this.#sheet?.upload, async () => {
      this.#requireNoRun()
      await this.releasing.seal(await this.sending.readPlanOptions(planId), by)
    })
  }

  release(by: string, typed: string): Promise<void> {
    return this.#runAction('planning', undefined, async () => {
      this.#requireNoRun()
      const planned = await this.releasing.prepare(by, typed)
      this.sending.startSending(planned)
      this.releasing.discard()
      this.#refreshAfterRun()
    })
  }

  /** A run changes the recorded decisions. */
  #refreshAfterRun(): void {
    void this.sending.whenIdle.then(async () => {
      void this.monitor.refresh()
      if (this.#task === 'decide') await this.#runAction('checking', undefined, async () => this.#sheet?.loadRecorded())
    })
  }

  async openAgain(runId: number): Promise<void> {
    const file = this.monitor.find(runId)?.file
    if (file !== undefined) await this.openFile(file)
  }

  startRun(planId: number, typed?: string): Promise<void> {
    return this.#runAction('planning', this.#sheet?.upload, async () => {
      await this.sending.start(planId, typed)
      this.#refreshAfterRun()
    })
  }

  answerUnknown(reference: string, text: string): Promise<void> {
    return this.#runAction('answering', this.#sheet?.upload, () => this.sending.answerUnknown(reference, text))
  }

  setToken(request: TokenRequest): Promise<void> {
    return this.#runAction('answering', undefined, async () => {
      this.#requireNoRun()
      this.#settingsController.setToken(request)
    })
  }

  forget(request: ForgetRequest): Promise<void> {
    return this.#runAction('checking', this.#sheet?.upload, async () => {
      this.#requireNoRun()
      this.#settingsController.forget(request)
      this.sending.discardPlan()
      await this.#sheet?.read()
    })
  }

  /** Changes the sheet, which discards the plan. */
  change(busy: PageState['busy'], use: (session: SheetSession) => Promise<void>): Promise<void> {
    return this.#runAction(busy, this.#sheet?.upload, async () => {
      const session = this.#sheet
      if (session === undefined) throw new BatchError('usage', 'there is no sheet yet')
      this.#requireNoRun()
      this.sending.discardPlan()
      await use(session)
      // The action is over: this check goes on in the background.
      void session.waitUntilChecked().then(
        () => this.#notifyListeners(),
        (error) => {
          if (session === this.#sheet) this.#reportError(error, session.upload)
        },
      )
    })
  }

  #reportError(error: unknown, upload: Upload | undefined): void {
    this.#error = toPageError(error, upload === undefined ? undefined : { path: upload.file, label: upload.label })
    // The stack names places in this program only.
    if (!(error instanceof BatchError)) this.#settings.logger.error(describeStack(error))
    this.#notifyListeners()
  }

  #requireNoRun(): void {
    if (this.sending.isRunning) throw new BatchError('usage', 'rows are being sent: wait until that has ended')
  }

  /** Errors are shown on the page; they never end the program. */
  #runAction(busy: PageState['busy'], upload: Upload | undefined, use: () => Promise<void>): Promise<void> {
    const done = this.#queue.then(async () => {
      this.#busy = busy
      this.#error = null
      this.#notifyListeners()
      try {
        await use()
      } catch (error) {
        this.#reportError(error, upload)
      } finally {
        this.#busy = null
        this.#notifyListeners()
      }
    })
    this.#queue = done
    return done
  }

  #notifyListeners(): void {
    for (const listener of this.#listeners) listener()
  }
}

function describeDestination({ run: { destination, company } }: PageSettings): DestinationState {
  const { label, isTest, address } = destination
  return { label, kind: address.startsWith('sandbox:') ? 'sandbox' : isTest ? 'test' : 'production', company }
}
