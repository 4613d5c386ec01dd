import type { DryRunPorts } from '../app/ledger/scratch-ledger.ts'
import type { RunEvent } from '../pipeline/model/events.ts'
import { BatchError } from '../support/errors.ts'
import type { Logger } from '../support/logger.ts'
import type { Upload } from './uploads.ts'
import { describeStack, type PageError, toPageError } from './user-messages.ts'

export type Busy = 'reading' | 'checking' | 'planning' | 'answering' | 'sealing' | 'looking'

/** Follows the reading of a sheet, and ends it. */
export type ReadingPorts = Pick<DryRunPorts, 'interrupt' | 'onEvent'>

/** Stops waiting for what goes on in the background. @throws BatchError `interrupted` */
export async function waitUnlessCancelled(waiting: Promise<void>, cancelled: AbortSignal | undefined): Promise<void> {
  const stopped = new Promise<void>((resolve) => cancelled?.addEventListener('abort', () => resolve(), { once: true }))
  if (cancelled?.aborted !== true) await Promise.race([waiting, stopped])
  if (cancelled?.aborted === true) throw new BatchError('interrupted', 'cancelled on the page')
}

/** Runs the page's actions one after another. Errors are shown on the page; they never end the program. */
export class ActionQueue {
  readonly #settings: { readonly logger: Logger; changed(): void }
  /** `progress`: rows read so far, for an action that can be cancelled. */
  readonly state: { busy: Busy | null; error: PageError | null; progress: { rows: number } | null } = {
    busy: null,
    error: null,
    progress: null,
  }
  ports: ReadingPorts = {}
  #cancelling = new AbortController()
  #last: Promise<unknown> = Promise.resolve()

  constructor(settings: { readonly logger: Logger; changed(): void }) {
    this.#settings = settings
  }

  /** Undefined after an error, which is shown. */
  run<Result>(
    busy: Busy,
    upload: Upload | undefined,
    use: () => Promise<Result> | Result,
  ): Promise<Result | undefined> {
    const done = this.#last.then(async () => {
      Object.assign(this.state, { busy, error: null })
      this.#settings.changed()
      try {
        return await use()
      } catch (error) {
        this.report(error, upload)
        return undefined
      } finally {
        this.state.busy = null
        this.#settings.changed()
      }
    })
    this.#last = done
    return done
  }

  /** For an action that reads rows: it can be cancelled, and leaves nothing behind then. */
  read(busy: Busy, upload: Upload | undefined, use: () => Promise<void>): Promise<void> {
    return this.run(busy, upload, async () => {
      this.#cancelling = new AbortController()
      const { signal } = this.#cancelling
      this.state.progress = { rows: 0 }
      const onEvent = (event: RunEvent): void => {
        if (event.kind === 'progress') this.state.progress = { rows: event.rows }
        this.#settings.changed()
      }
      try {
        this.ports = { interrupt: signal, onEvent }
        await use()
      } catch (error) {
        if (!signal.aborted || !(error instanceof BatchError && error.code === 'interrupted')) throw error
      } finally {
        this.state.progress = null
        this.ports = {}
      }
    })
  }

  cancel(): void {
    this.#cancelling.abort()
  }

  report(error: unknown, upload: Upload | undefined): void {
    this.state.error = toPageError(error, upload === undefined ? undefined : { path: upload.file, label: upload.label })
    // The stack names places in this program only.
    if (!(error instanceof BatchError)) this.#settings.logger.error(describeStack(error))
    this.#settings.changed()
  }
}
