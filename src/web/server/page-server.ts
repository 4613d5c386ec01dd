import { describeNewProfile, describeValue, type ProfileQuestion } from '../../messages/profiles.ts'
import type { Clock } from '../../support/clock.ts'
import { pageLanguage } from '../page-language.ts'
import type { PageSettings } from '../page-settings.ts'
import { linkRequest, profileAnswer, readJson } from '../request-schemas.ts'
import type { RunningPage } from '../running-page.ts'
import { Uploads } from '../uploads.ts'
import { Workspace } from '../workspace.ts'
import { keepAliveMs, PageDoor, waitUntilIdle } from './page-door.ts'
import { addRoutes } from './routes.ts'

export interface PageServerOptions extends PageSettings {
  /** Undefined: the usual port, else any free one. */
  port: number | undefined
  door?: PageDoor | undefined
  input: string | undefined
  /** The earlier link no longer opens the page: this is its replacement. */
  onNewLink(link: string): void
  /** Where the next start of the program finds this page; undefined: it does not. */
  running: RunningPage | undefined
}

export type PageServer = Awaited<ReturnType<typeof startPageServer>>

/**
 * Serves the page on the loopback interface until it is closed, or has no viewer for an hour; never closes during a run.
 * @throws BatchError when the port is taken, or another start was faster
 */
export async function startPageServer(options: PageServerOptions) {
  const { clock } = options
  const door = options.door ?? (await PageDoor.open(options.port, clock))
  const { login, presence } = door
  pageLanguage.keepIn(options.folder)
  try {
    options.running?.register(door.port)
  } catch (error) {
    await door.close()
    throw error
  }
  const workspace = new Workspace(options, presence)
  const uploads = new Uploads(options.folder)
  uploads.keepOnly(workspace.filesInUse)
  door.serve({
    withoutKey(app) {
      app.post('/api/link', async (c) => {
        const asked = linkRequest.safeParse(await readJson(c)).data
        const answer = asked && options.running?.answer(asked, () => login.makeCode())
        if (answer === undefined) return c.json({ reason: 'refused' }, 403)
        if (asked?.input) void workspace.openFile(asked.input)
        return c.json(answer)
      })
    },
    withKey: (app) => addRoutes(app, door, { settings: options, workspace, uploads }),
    onKeyRevoked: () => options.onNewLink(door.makeLink()),
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
    /** A link that opens the page once. The earlier one expires. */
    makeLink: () => door.makeLink(),
    get isRunning() {
      return workspace.sending.isRunning
    },
    /** Resolves when the server has closed, by itself or by `close`. */
    ended,
    /** Stops sending, waits for requests in flight and the output, then closes. */
    close,
  }
}

/** What is asked before anything that a profile names was read. */
export interface AskedProfile {
  text: string
  values: readonly { text: string; about: string }[]
}

/** Asks on the page, where nothing is behind it yet. False without an answer, an hour after the last visitor. */
export async function askAboutProfile(
  door: PageDoor,
  question: ProfileQuestion,
  { clock, onNewLink }: { clock: Clock; onNewLink(link: string): void },
): Promise<boolean> {
  const words = describeNewProfile(question)
  const text = `${words.charAt(0).toUpperCase()}${words.slice(1)}:`
  const asks: AskedProfile = {
    text,
    values: question.values.map((each) => ({ text: describeValue(each), about: each.about })),
  }
  const answered = new AbortController()
  let isAgreed: boolean | undefined
  door.serve({
    withKey(app) {
      app.get('/api/state', async (c) => {
        if (c.req.query('after') === 'asked') await clock.sleep(keepAliveMs, answered.signal)
        return c.json({ asks })
      })
      app.post('/api/profile', async (c) => {
        const given = profileAnswer.safeParse(await readJson(c))
        if (!given.success) return c.json({ reason: 'not understood' }, 400)
        isAgreed = given.data.isAgreed
        return c.json({})
      })
    },
    onKeyRevoked: () => onNewLink(door.makeLink()),
    // Not before: the program may end with the answer.
    onAnswered: () => void (isAgreed !== undefined && answered.abort()),
  })
  await waitUntilIdle(door.presence, { clock, isBusy: () => false, signal: answered.signal })
  return isAgreed === true
}
