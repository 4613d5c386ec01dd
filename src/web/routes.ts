import { createReadStream, statSync } from 'node:fs'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { type Context, Hono } from 'hono'
import { type SSEStreamingApi, streamSSE } from 'hono/streaming'
import { z } from 'zod'
import { operations } from '../operations/all.ts'
import type { Clock } from '../support/clock.ts'
import type { Logger } from '../support/logger.ts'
import type { PageAsset } from './assets.ts'
import type { PageDoor } from './door.ts'
import { framesOf } from './plain-words.ts'
import type { Presence } from './presence.ts'
import { keyHeader, nameHeader } from './protocol.ts'
import type { Uploads } from './uploads.ts'
import { nextProblem, windowOfCheck } from './windows.ts'
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

const field = z.enum(['', ...operations.flatMap(({ sheet }) => sheet.fields.map(({ name }) => name))])
const text = z.string().max(32_767)
const position = z.int().min(0)
const readingWish = z.strictObject({
  sheets: z.union([z.literal('all'), z.array(text).min(1)]).optional(),
  columns: z.record(text, field).optional(),
  set: z.record(text, text).optional(),
  dateFormat: z.array(z.string().max(40)).optional(),
  hidden: z.enum(['include', 'skip']).optional(),
})
const editWish = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('cell'), sheet: position, line: position, column: position, text }),
  z.strictObject({ kind: z.literal('all'), column: position, written: text, text, isKept: z.boolean().optional() }),
])
const forgotten = z.record(text, z.null())
const forgetWish = z.strictObject({
  columns: forgotten.optional(),
  set: forgotten.optional(),
  values: z.record(text, forgotten).optional(),
})
const tokenWish = z.strictObject({ token: z.string().max(16_384), isKept: z.boolean(), isRotated: z.boolean() })

const fillWish = z.strictObject({
  rows: z.array(z.strictObject({ sheet: position, line: position })).max(10_000),
  filter: z.string().max(20).nullable(),
  values: z.record(z.string().max(40), text),
})
const shortText = z.string().max(200)
const task = z.enum(['assess', 'decide', 'invite'])

/** Everything but the page itself needs the key; what may be asked at all is judged before anything comes here. */
export function buildRoutes(served: Served): Hono {
  const { workspace, door, presence } = served
  const app = new Hono()
  for (const [path, { content, type }] of served.assets) {
    app.get(path, (c) => c.body(content, 200, { 'Content-Type': type }))
  }
  app.post('/api/session', async (c) => {
    const code = z.strictObject({ code: z.string().max(100) }).safeParse(await readJson(c))
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
  app.get('/api/rows', (c) => {
    const { sheet } = workspace
    return sheet === undefined ? c.json({ reason: 'no sheet' }, 404) : c.json(windowOfCheck(sheet, windowWish(c)))
  })
  app.get('/api/problem', (c) => {
    const { sheet } = workspace
    const from = { position: numberOf(c, 'position'), column: numberOf(c, 'column') }
    const isBackwards = c.req.query('back') === '1'
    return c.json({ found: sheet && nextProblem(sheet, c.req.query('filter') ?? 'all', from, isBackwards) })
  })
  app.get('/api/results', async (c) => {
    const { results } = workspace.sending
    return results === undefined ? c.json({ reason: 'no run' }, 404) : c.json(await results.window(windowWish(c)))
  })
  app.get('/api/pictures', (c) => {
    const { results } = workspace.sending
    return results === undefined ? c.json({ reason: 'no run' }, 404) : c.json(results.pictures.state)
  })
  app.get('/api/sealed', (c) => c.json(workspace.releasing.window(windowWish(c))))
  app.get('/api/plan-file', (c) => giveFile(c, workspace.releasing.file))
  app.get('/api/output', (c) => giveOutput(c, workspace))
  app.post('/api/upload', async (c) => {
    if (workspace.isBusy) return c.json({ reason: 'busy' }, 409)
    const upload = await served.uploads.take(c.req.header(nameHeader), c.req.raw.body)
    await workspace.open(upload, task.catch('assess').parse(c.req.query('for')))
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
  const nothing = z.strictObject({})
  wish('/api/reading', readingWish, (reading) => workspace.readAs(dropUndefined(reading)))
  wish('/api/edit', editWish, (edit) => workspace.edit(dropUndefined(edit)))
  wish('/api/forget', forgetWish, (kept) => workspace.forget(dropUndefined(kept)))
  wish('/api/token', tokenWish, (token) => workspace.takeToken(token))
  wish('/api/undo', nothing, () => workspace.undo())
  wish('/api/plan', nothing, () => workspace.makePlan())
  wish('/api/run', z.strictObject({ plan: position, typed: shortText.optional() }), ({ plan, typed }) =>
    workspace.startRun(plan, typed),
  )
  wish('/api/decide', nothing, () => workspace.openResults())
  wish('/api/fill', fillWish, (fill) => workspace.fill(fill))
  wish('/api/seal', z.strictObject({ plan: position, by: shortText }), ({ plan, by }) => workspace.seal(plan, by))
  wish('/api/release', z.strictObject({ by: shortText, typed: shortText }), ({ by, typed }) =>
    workspace.release(by, typed),
  )
  wish('/api/open', z.strictObject({ run: position }), ({ run }) => workspace.openAgain(run))
  wish('/api/stop', nothing, () => workspace.sending.stop())
  wish('/api/pause', z.strictObject({ isPaused: z.boolean() }), ({ isPaused }) => workspace.sending.pause(isPaused))
  wish('/api/go-on', z.strictObject({ goesOn: z.boolean() }), ({ goesOn }) => workspace.sending.answerQuestion(goesOn))
  wish('/api/unknown', z.strictObject({ reference: z.string().max(100), text: z.string().max(200) }), (answer) =>
    workspace.answerUnknown(answer.reference, answer.text),
  )
  app.notFound((c) => c.json({ reason: 'not here' }, 404))
  app.onError((error, c) => {
    served.logger.error(framesOf(error))
    return c.json({ reason: 'failed' }, 500)
  })
  return app
}

/** The state, now and after each change, a few times a second at most. */
function tellStates(c: Context, { workspace, presence, clock }: Served): Response {
  const follow = async (stream: SSEStreamingApi): Promise<void> => {
    const leave = presence.enter()
    const ended = new AbortController()
    let wake = (): void => {}
    let isDue = true
    const forget = workspace.onChange(() => {
      isDue = true
      wake()
    })
    stream.onAbort(() => {
      ended.abort()
      wake()
    })
    try {
      while (!stream.aborted && !stream.closed) {
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
      forget()
      leave()
    }
  }
  // Whoever listened is gone: there is nobody to tell.
  return streamSSE(c, follow, async () => {})
}

/** The workbook of the last run, or of one that is named by its number: the page knows no more of it. */
function giveOutput(c: Context, { sending: { results }, watch }: Workspace): Response {
  const run = c.req.query('run')
  return giveFile(c, run === undefined ? results?.output : watch.find(Number(run))?.output)
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

function windowWish(c: Context): { filter: string; from: number; count: number } {
  return { filter: c.req.query('filter') ?? 'all', from: numberOf(c, 'from'), count: numberOf(c, 'count') }
}

function numberOf(c: Context, name: string): number {
  const value = Number(c.req.query(name) ?? 0)
  return Number.isInteger(value) ? value : 0
}

async function readJson(c: Context): Promise<unknown> {
  return c.req.json().catch(() => undefined)
}

/** Left out is something else than undefined. */
function dropUndefined<Wish extends object>(wish: Wish): { [Key in keyof Wish]: Exclude<Wish[Key], undefined> } {
  return Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Wish]: Exclude<Wish[Key], undefined>
  }
}
