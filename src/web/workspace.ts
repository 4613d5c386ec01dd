import { basename, resolve } from 'node:path'
import { BatchError } from '../support/errors.ts'
import { framesOf, toComplaint } from './plain-words.ts'
import type { EditWish, PageState, ReadingWish, ShownPlace } from './protocol.ts'
import type { ForgetWish, TokenWish } from './protocol-settings.ts'
import { RunWatch } from './run-watch.ts'
import { SendDesk } from './send-desk.ts'
import type { PageSettings } from './settings.ts'
import { SettingsDesk } from './settings-desk.ts'
import { SheetDesk } from './sheet-desk.ts'
import type { Upload } from './uploads.ts'

/** All that the page shows, and what can be done about it; one wish after another. */
export class Workspace {
  readonly #settings: PageSettings
  readonly #listeners = new Set<() => void>()
  readonly sending: SendDesk
  readonly #ownSettings: SettingsDesk
  readonly watch: RunWatch
  #sheet: SheetDesk | undefined
  #busy: PageState['busy'] = null
  #error: PageState['error'] = null
  #last: Promise<void> = Promise.resolve()

  constructor(settings: PageSettings) {
    this.#settings = settings
    this.sending = new SendDesk(settings, () => this.#tell())
    this.watch = new RunWatch({
      ledger: settings.run.ledger,
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
    return this.#busy !== null || this.sending.isRunning
  }

  get state(): PageState {
    return {
      place: showPlace(this.#settings),
      settings: this.#ownSettings.describe(),
      recent: this.watch.recent,
      other: this.watch.other,
      busy: this.#busy,
      error: this.#error,
      sheet: this.#sheet?.describeSheet() ?? null,
      check: this.#sheet?.checkState ?? null,
      plan: this.sending.plan,
      run: this.sending.run,
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

  open(upload: Upload): Promise<void> {
    return this.#do('reading', upload, async () => {
      this.#requireStill()
      this.#settings.kept.refresh()
      const desk = new SheetDesk(upload, this.#settings)
      await desk.read()
      this.sending.dropPlan()
      this.#sheet = desk
    })
  }

  /** The sheet of an earlier run once more, as it is now. */
  async openAgain(runId: number): Promise<void> {
    const file = this.watch.find(runId)?.file
    if (file !== undefined) await this.openNamed(file)
  }

  readAs(wish: ReadingWish): Promise<void> {
    return this.#change('checking', (desk) => desk.readAs(wish))
  }

  edit(wish: EditWish): Promise<void> {
    return this.#change('checking', (desk) => desk.edit(wish))
  }

  undo(): Promise<void> {
    return this.#change('checking', (desk) => desk.undo())
  }

  makePlan(): Promise<void> {
    return this.#change('planning', (desk) => this.sending.makePlan(desk))
  }

  startRun(planId: number): Promise<void> {
    return this.#do('planning', this.#sheet?.upload, async () => {
      await this.sending.start(planId)
      void this.sending.idle.then(() => this.watch.refresh())
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

  #change(busy: PageState['busy'], use: (desk: SheetDesk) => Promise<void>): Promise<void> {
    return this.#do(busy, this.#sheet?.upload, async () => {
      const desk = this.#sheet
      if (desk === undefined) throw new BatchError('usage', 'there is no sheet yet')
      this.#requireStill()
      this.sending.dropPlan()
      await use(desk)
    })
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
        this.#error = toComplaint(error, upload === undefined ? undefined : { path: upload.file, label: upload.label })
        // Its trace holds places in this program only.
        if (!(error instanceof BatchError)) this.#settings.logger.error(framesOf(error))
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
