import { createReadStream, statSync } from 'node:fs'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { type Context, Hono } from 'hono'
import { type SSEStreamingApi, streamSSE } from 'hono/streaming'
import type { z } from 'zod'
import type { Clock } from '../support/clock.ts'
import type { Logger } from '../support/logger.ts'
import type { PageAsset } from './assets.ts'
import type { PageDoor } from './door.ts'
import { framesOf } from './plain-words.ts'
import type { Presence } from './presence.ts'
import { keyHeader, nameHeader } from './protocol.ts'
import type { Uploads } from './uploads.ts'
import { chooseRows, nextProblem, type WindowWish, windowOfCheck } from './windows.ts'
import * as wishes from './wishes.ts'
import type { Workspace } from './workspace.ts'

export interface Served {
  assets: ReadonlyMap<string, PageAsset>
  door: PageDoor
  workspace: Workspace
  uploads: Uploads
  presence: Presence
  clock: Clock
  logger: Logger
  /** A code that was used came again, and the key counts no longer. */
  onKeyEnded(): void
}

const eventPauseMs = 200
const keepAliveMs = 15_000

/** Everything but the page itself needs the key; what may be asked at all is judged before anything comes here. */
export function buildRoutes(served: Served): Hono {
  const { workspace, door, presence } = served
  const app = new Hono()
  for (const [path, { content, type }] of served.assets) {
    app.get(path, (c) => c.body(content, 200, { 'Content-Type': type }))
  }
  app.post('/api/session', async (c) => {
    const code = wishes.code.safeParse(await readJson(c))
    const exchange = code.success ? door.exchange(code.data.code) : ({ kind: 'refused' } as const)
    if (exchange.kind === 'used-again') served.onKeyEnded()
    return exchange.kind === 'key' ? c.json({ key: exchange.key }) : c.json({ reason: exchange.kind }, 403)
  })
  app.use('/api/*', async (c, next) => {
    if (!door.isKey(c.req.header(keyHeader))) return c.json({ reason: 'no key' }, 401)
    presence.note()
    return next()
  })
  app.get('/api/state', (c) => c.json(workspace.state))
  app.get('/api/events', (c) => tellStates(c, served))
  const look = (path: string, find: (wish: WindowWish) => object | undefined): void => {
    app.get(path, async (c) => {
      const found = await find(windowWish(c))
      return found === undefined ? c.json({ reason: 'nothing yet' }, 404) : c.json(found)
    })
  }
  look('/api/rows', (wish) => workspace.sheet && windowOfCheck(workspace.sheet, wish))
  look('/api/results', (wish) => workspace.sending.live?.results.window(wish))
  look('/api/pictures', () => workspace.sending.live?.results.pictures.state)
  look('/api/sealed', (wish) => workspace.releasing.window(wish))
  app.get('/api/problem', (c) => {
    const { sheet } = workspace
    const from = { position: numberOf(c, 'position'), column: numberOf(c, 'column') }
    const isBackwards = c.req.query('back') === '1'
    return c.json({ found: sheet && nextProblem(sheet, c.req.query('filter') ?? 'all', from, isBackwards) })
  })
  app.get('/api/plan-file', (c) => giveFile(c, workspace.releasing.file))
  app.get('/api/output', (c) => giveOutput(c, workspace))
  app.post('/api/upload', async (c) => {
    if (workspace.isBusy) return c.json({ reason: 'busy' }, 409)
    const upload = await served.uploads.take(c.req.header(nameHeader), c.req.raw.body)
    await workspace.open(upload, wishes.task.catch('assess').parse(c.req.query('for')))
    return c.json(workspace.state)
  })
  const wish = <Wish>(path: string, schema: z.ZodType<Wish>, use: (wish: Wish) => Promise<void> | void): void => {
    app.post(path, async (c) => {
      const parsed = schema.safeParse(await readJson(c))
      if (!parsed.success) return c.json({ reason: 'not understood' }, 400)
      await use(parsed.data)
      return c.json(workspace.state)
    })
  }
  wish('/api/reading', wishes.reading, (reading) => workspace.change('checking', (desk) => desk.readAs(reading)))
  wish('/api/edit', wishes.edit, (edit) => workspace.change('checking', (desk) => desk.edit(edit)))
  wish('/api/fill', wishes.fill, (fill) =>
    workspace.change('checking', (desk) => desk.fill(chooseRows(desk, fill), fill.values)),
  )
  wish('/api/undo', wishes.noWish, () => workspace.change('checking', (desk) => desk.undo()))
  wish('/api/plan', wishes.noWish, () => workspace.change('planning', (desk) => workspace.sending.makePlan(desk)))
  wish('/api/forget', wishes.forget, (kept) => workspace.forget(kept))
  wish('/api/token', wishes.token, (token) => workspace.takeToken(token))
  wish('/api/run', wishes.run, ({ plan, typed }) => workspace.startRun(plan, typed))
  wish('/api/decide', wishes.noWish, () => workspace.openResults())
  wish('/api/seal', wishes.seal, ({ plan, by }) => workspace.seal(plan, by))
  wish('/api/release', wishes.release, ({ by, typed }) => workspace.release(by, typed))
  wish('/api/open', wishes.earlierRun, ({ run }) => workspace.openAgain(run))
  wish('/api/stop', wishes.noWish, () => workspace.sending.live?.stop())
  wish('/api/pause', wishes.pause, ({ isPaused }) => workspace.sending.live?.pause(isPaused))
  wish('/api/go-on', wishes.goOn, ({ goesOn }) => workspace.sending.live?.answerQuestion(goesOn))
  wish('/api/unknown', wishes.answer, ({ reference, text }) => workspace.answerUnknown(reference, text))
  app.notFound((c) => c.json({ reason: 'not here' }, 404))
  app.onError((error, c) => {
    served.logger.error(framesOf(error))
    return c.json({ reason: 'failed' }, 500)
  })
  return app
}

/** The state, now and after each change, a few times a second at most, for as long as the key counts that was given. */
function tellStates(c: Context, { workspace, door, presence, clock }: Served): Response {
  const { keyLife } = door
  const follow = async (stream: SSEStreamingApi): Promise<void> => {
    const leave = presence.enter()
    const ended = new AbortController()
    let wake = (): void => {}
    let isDue = true
    const forget = workspace.onChange(() => {
      isDue = true
      wake()
    })
    const end = (): void => {
      ended.abort()
      wake()
    }
    stream.onAbort(end)
    keyLife.addEventListener('abort', end, { once: true })
    try {
      while (!stream.aborted && !stream.closed && !keyLife.aborted) {
        if (isDue) {
          isDue = false
          await stream.writeSSE({ data: JSON.stringify(workspace.state) })
        } else await stream.write(': still here\n\n')
        await clock.sleep(eventPauseMs, ended.signal)
        if (isDue) continue
        const next = new AbortController()
        wake = () => next.abort()
        await clock.sleep(keepAliveMs, AbortSignal.any([next.signal, ended.signal]))
      }
    } finally {
      keyLife.removeEventListener('abort', end)
      forget()
      leave()
    }
  }
  // Whoever listened is gone: there is nobody to tell.
  return streamSSE(c, follow, async () => {})
}

/** The workbook of the last run, or of one that is named by its number: the page knows no more of it. */
function giveOutput(c: Context, { sending: { live }, watch }: Workspace): Response {
  const run = c.req.query('run')
  return giveFile(c, run === undefined ? live?.results.output : watch.find(Number(run))?.output)
}

function giveFile(c: Context, file: string | undefined): Response {
  const size = file === undefined ? undefined : statSync(file, { throwIfNoEntry: false })?.size
  if (file === undefined || size === undefined) return c.json({ reason: 'no output' }, 404)
  const body = Readable.toWeb(createReadStream(file)) as ReadableStream
  return c.body(body, 200, {
    'Content-Type': 'application/octet-stream',
    'Content-Length': String(size),
    'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(basename(file))}`,
    'Content-Security-Policy': 'sandbox',
  })
}

function windowWish(c: Context): WindowWish {
  return { filter: c.req.query('filter') ?? 'all', from: numberOf(c, 'from'), count: numberOf(c, 'count') }
}

function numberOf(c: Context, name: string): number {
  const value = Number(c.req.query(name) ?? 0)
  return Number.isInteger(value) ? value : 0
}

async function readJson(c: Context): Promise<unknown> {
  return c.req.json().catch(() => undefined)
}
