import { basename, resolve } from 'node:path'
import { storeOf } from '../app/memory.ts'
import { findOperation } from '../operations/all.ts'
import { readPlan } from '../pipeline/sealing/read-plan.ts'
import { BatchError } from '../support/errors.ts'
import { InForce } from './in-force.ts'
import { framesOf, toComplaint } from './plain-words.ts'
import type { PageState, ShownPlace, Task } from './protocol.ts'
import { ReleaseDesk } from './release-desk.ts'
import { RunWatch } from './run-watch.ts'
import { SendDesk } from './send-desk.ts'
import type { PageSettings } from './settings.ts'
import { SettingsDesk } from './settings-desk.ts'
import { SheetDesk } from './sheet-desk.ts'
import type { Upload } from './uploads.ts'
import type { ForgetWish, TokenWish } from './wishes.ts'

/** All that the page shows, and what can be done about it; one wish after another. */
export class Workspace {
  readonly #settings: PageSettings
  readonly #listeners = new Set<() => void>()
  readonly sending: SendDesk
  readonly releasing: ReleaseDesk
  readonly #ownSettings: SettingsDesk
  readonly watch: RunWatch
  #sheet: SheetDesk | undefined
  #task: Task = 'assess'
  #sheetId = 0
  #busy: PageState['busy'] = null
  #error: PageState['error'] = null
  #last: Promise<void> = Promise.resolve()

  constructor(settings: PageSettings) {
    this.#settings = settings
    this.sending = new SendDesk(settings, () => this.#tell())
    this.releasing = new ReleaseDesk(settings)
    this.watch = new RunWatch({
      store: storeOf(settings.run),
      clock: settings.clock,
      changed: () => this.#tell(),
      isIdle: () => this.isBusy || this.#listeners.size === 0,
    })
    this.#ownSettings = new SettingsDesk(settings)
  }

  get sheet(): SheetDesk | undefined {
    return this.#sheet
  }

  get isBusy(): boolean {
    return this.#busy !== null || this.#sheet?.isSettling === true || this.sending.isRunning
  }

  get state(): PageState {
    return {
      place: showPlace(this.#settings),
      settings: this.#ownSettings.describe(),
      recent: this.watch.recent,
      other: this.watch.other,
      busy: this.#busy ?? (this.#sheet?.isSettling === true ? 'checking' : null),
      error: this.#error,
      task: this.#task,
      sheetId: this.#sheetId,
      secondPair: this.#settings.kept.profile.secondPair === true,
      sealed: this.releasing.state,
      sheet: this.#sheet?.describeSheet() ?? null,
      check: this.#sheet?.checkState ?? null,
      plan: this.sending.plan,
      run: this.sending.live?.state ?? null,
    }
  }

  /** Calls back whenever there is something new to show, until what is returned is called. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The sheet that the program was started with; it stays where it is. */
  openNamed(file: string): Promise<void> {
    return this.open({ file: resolve(file), label: basename(file) })
  }

  /** A sheet for a task; of decisions also a plan that somebody sealed. */
  open(upload: Upload, task: Task = 'assess'): Promise<void> {
    return this.#do('reading', upload, async () => {
      this.#requireStill()
      this.#settings.kept.refresh()
      if (task === 'decide' && (await readPlan(upload.file)) !== undefined) {
        return this.releasing.open(upload.file, upload.label)
      }
      const operation = findOperation(task)
      const inForce = operation.secondPair === undefined ? undefined : new InForce(operation, this.#settings)
      const desk = new SheetDesk(upload, this.#settings, operation, inForce)
      await desk.read()
      this.sending.dropPlan()
      this.releasing.drop()
      this.#task = task
      this.#sheet = desk
      this.#sheetId += 1
    })
  }

  /** What was assessed just now, to be decided on. */
  async openResults(): Promise<void> {
    const file = this.sending.live?.results.output
    if (file !== undefined) await this.open({ file, label: basename(file) }, 'decide')
  }

  /** The plan that is shown, for a second person. Nothing is sent. */
  seal(planId: number, by: string): Promise<void> {
    return this.#do('sealing', this.#sheet?.upload, async () => {
      this.#requireStill()
      await this.releasing.seal(await this.sending.wishesOf(planId), by)
    })
  }

  release(by: string, typed: string): Promise<void> {
    return this.#do('planning', undefined, async () => {
      this.#requireStill()
      const planned = await this.releasing.prepare(by, typed)
      this.sending.begin(planned)
      this.releasing.drop()
      this.#attend()
    })
  }

  /** Once a run has ended, what is recorded is another. */
  #attend(): void {
    void this.sending.idle.then(async () => {
      void this.watch.refresh()
      if (this.#task === 'decide') await this.#do('checking', undefined, async () => this.#sheet?.look())
    })
  }

  /** The sheet of an earlier run once more, as it is now. */
  async openAgain(runId: number): Promise<void> {
    const file = this.watch.find(runId)?.file
    if (file !== undefined) await this.openNamed(file)
  }

  startRun(planId: number, typed?: string): Promise<void> {
    return this.#do('planning', this.#sheet?.upload, async () => {
      await this.sending.start(planId, typed)
      this.#attend()
    })
  }

  answerUnknown(reference: string, text: string): Promise<void> {
    return this.#do('answering', this.#sheet?.upload, () => this.sending.answerUnknown(reference, text))
  }

  takeToken(wish: TokenWish): Promise<void> {
    return this.#do('answering', undefined, async () => {
      this.#requireStill()
      this.#ownSettings.takeToken(wish)
    })
  }

  forget(wish: ForgetWish): Promise<void> {
    return this.#do('checking', this.#sheet?.upload, async () => {
      this.#requireStill()
      this.#ownSettings.forget(wish)
      this.sending.dropPlan()
      await this.#sheet?.read()
    })
  }

  /** Something about the sheet; what would be sent of it is to be worked out again. */
  change(busy: PageState['busy'], use: (desk: SheetDesk) => Promise<void>): Promise<void> {
    return this.#do(busy, this.#sheet?.upload, async () => {
      const desk = this.#sheet
      if (desk === undefined) throw new BatchError('usage', 'there is no sheet yet')
      this.#requireStill()
      this.sending.dropPlan()
      await use(desk)
      // Nobody waits for the rest of it.
      void desk.settle().then(
        () => this.#tell(),
        (error) => {
          if (desk === this.#sheet) this.#complain(error, desk.upload)
        },
      )
    })
  }

  #complain(error: unknown, upload: Upload | undefined): void {
    this.#error = toComplaint(error, upload === undefined ? undefined : { path: upload.file, label: upload.label })
    // Its trace holds places in this program only.
    if (!(error instanceof BatchError)) this.#settings.logger.error(framesOf(error))
    this.#tell()
  }

  #requireStill(): void {
    if (this.sending.isRunning) throw new BatchError('usage', 'rows are being sent: wait until that has ended')
  }

  /** What goes wrong is shown; it never ends the program. */
  #do(busy: PageState['busy'], upload: Upload | undefined, use: () => Promise<void>): Promise<void> {
    const done = this.#last.then(async () => {
      this.#busy = busy
      this.#error = null
      this.#tell()
      try {
        await use()
      } catch (error) {
        this.#complain(error, upload)
      } finally {
        this.#busy = null
        this.#tell()
      }
    })
    this.#last = done
    return done
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

function showPlace({ run: { destination, company } }: PageSettings): ShownPlace {
  const { label, isTest, address } = destination
  return { label, kind: address.startsWith('sandbox:') ? 'sandbox' : isTest ? 'test' : 'production', company }
}
