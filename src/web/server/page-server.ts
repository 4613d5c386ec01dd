import type { PageSettings } from '../page-settings.ts'
import type { LinkRequest, RunningPage } from '../running-page.ts'
import { Uploads } from '../uploads.ts'
import { Workspace } from '../workspace.ts'
import { PageDoor } from './page-door.ts'
import { waitUntilIdle } from './presence.ts'
import { serveRoutes } from './routes.ts'

export interface PageServerOptions extends PageSettings {
  /** Undefined: the usual port, else any free one. */
  port: number | undefined
  /** Already open, where something was asked before. */
  door?: PageDoor | undefined
  /** The first sheet to open. */
  input: string | undefined
  /** The earlier link no longer opens the page: this is its replacement. */
  onNewLink(link: string): void
  /** Where the next start of the program finds this page; undefined: it does not. */
  running: RunningPage | undefined
}

export interface PageServer {
  /** A link that opens the page once. The earlier one expires. */
  makeLink(): string
  readonly isRunning: boolean
  /** Resolves when the server has closed, by itself or by `close`. */
  ended: Promise<void>
  /** Stops sending, waits for requests in flight and the output, then closes. */
  close(): Promise<void>
}

/**
 * Serves the page on the loopback interface until it is closed, or has no viewer for an hour; never closes during a run.
 * @throws BatchError when the port is taken, or another start was faster
 */
export async function startPageServer(options: PageServerOptions): Promise<PageServer> {
  const { clock } = options
  const door = options.door ?? (await PageDoor.open(options.port, clock))
  const { login, presence } = door
  try {
    options.running?.register(door.port)
  } catch (error) {
    await door.close()
    throw error
  }
  const workspace = new Workspace(options, presence)
  const uploads = new Uploads(options.folder)
  uploads.keepOnly(workspace.filesInUse)
  const onKeyRevoked = (): void => options.onNewLink(door.makeLink())
  const onSecondStart = (asked: LinkRequest): object | undefined => {
    const answer = options.running?.answer(asked, () => login.makeCode())
    if (answer !== undefined && asked.input !== '') void workspace.openFile(asked.input)
    return answer
  }
  serveRoutes(door, {
    settings: options,
    workspace,
    uploads,
    onSecondStart,
    onKeyRevoked,
  })
  const watching = new AbortController()
  let closing: Promise<void> | undefined
  const close = (): Promise<void> => {
    closing ??= (async () => {
      watching.abort()
      workspace.sending.currentRun?.stop()
      await workspace.sending.whenIdle
      await door.close()
      options.running?.remove()
      uploads.close(workspace.draftFiles)
    })()
    return closing
  }
  const isBusy = (): boolean => workspace.isBusy
  const ended = waitUntilIdle(presence, { clock, isBusy, signal: watching.signal }).then(close)
  void workspace.monitor.refresh()
  void workspace.monitor.pollUntil(watching.signal)
  if (options.input !== undefined) void workspace.openFile(options.input)
  return {
    makeLink: () => door.makeLink(),
    get isRunning() {
      return workspace.sending.isRunning
    },
    ended,
    close,
  }
}
