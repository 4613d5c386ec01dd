import { createReadStream, statSync } from 'node:fs'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import type { Context, Hono } from 'hono'
import { type SSEStreamingApi, streamSSE } from 'hono/streaming'
import type { z } from 'zod'
import { createTemplate } from '../../app/create-template.ts'
import { parseObject } from '../../ledger/stored-json.ts'
import { findOperation } from '../../operations/all.ts'
import type { Clock } from '../../support/clock.ts'
import { handOut } from '../hand-out.ts'
import { exportAudit, setToken } from '../page-actions.ts'
import type { PageSettings } from '../page-settings.ts'
import { fileNameHeader } from '../protocol.ts'
import * as schemas from '../request-schemas.ts'
import type { LinkRequest } from '../running-page.ts'
import { cutCheckWindow, findNextProblem, type WindowQuery } from '../sheet/row-window.ts'
import { selectFillRows } from '../sheet/select-rows.ts'
import type { Uploads } from '../uploads.ts'
import { describeStack } from '../user-messages.ts'
import type { Workspace } from '../workspace.ts'
import type { PageDoor } from './page-door.ts'

export interface RouteContext {
  settings: PageSettings
  workspace: Workspace
  uploads: Uploads
  /** A used code came again, so the key was revoked. */
  onKeyRevoked(): void
  /** A second start of the program; undefined without the secret. */
  onSecondStart(request: LinkRequest): object | undefined
}

const eventPauseMs = 200
const keepAliveMs = 15_000

/** The key is needed for all but the page itself, its login and a second start. */
export function serveRoutes(door: PageDoor, served: RouteContext): void {
  door.serve({
    withoutKey(app) {
      app.post('/api/link', async (c) => {
        const asked = schemas.linkRequest.safeParse(await schemas.readJson(c))
        const answer = asked.success ? served.onSecondStart(asked.data) : undefined
        return answer === undefined ? c.json({ reason: 'refused' }, 403) : c.json(answer)
      })
    },
    withKey: (app) => addRoutes(app, door, served),
    onKeyRevoked: served.onKeyRevoked,
  })
}

function addRoutes(app: Hono, door: PageDoor, served: RouteContext): void {
  const { workspace, settings } = served
  app.get('/api/state', (c) => c.json(workspace.state))
  app.get('/api/events', (c) => streamState(c, workspace, door, settings.clock))
  const query = (path: string, find: (part: WindowQuery) => object | undefined): void => {
    app.get(path, async (c) => {
      const found = await find(parseWindowQuery(c))
      return found === undefined ? c.json({ reason: 'nothing yet' }, 404) : c.json(found)
    })
  }
  query('/api/rows', (part) => workspace.sheet && cutCheckWindow(workspace.sheet, part))
  query('/api/results', (part) => workspace.sending.currentRun?.results.window(part))
  query('/api/pictures', () => workspace.sending.currentRun?.results.charts.state)
  query('/api/sealed', (part) => workspace.releasing.window(part))
  query('/api/planned', (part) => workspace.sending.window(part))
  app.get('/api/problem', (c) => {
    const { sheet } = workspace
    const [line, column] = [parseInteger(c, 'line'), parseInteger(c, 'column')]
    const from = { sheet: parseInteger(c, 'sheet'), line, column }
    const isBackwards = c.req.query('back') === '1'
    return c.json({ found: sheet && findNextProblem(sheet, c.req.query('filter') ?? 'all', from, isBackwards) })
  })
  app.get('/api/plan-file', (c) => sendFile(c, workspace.releasing.file))
  app.get('/api/output', (c) => sendOutput(c, workspace))
  app.get('/api/person-file', async (c) =>
    sendMade(c, 'person.xlsx', await workspace.runIdle('looking', () => workspace.person.export())),
  )
  app.get('/api/audit-file', async (c) =>
    sendMade(c, 'audit.xlsx', await workspace.runIdle('answering', () => exportAudit(settings))),
  )
  app.get('/api/template', async (c) => {
    const task = schemas.task.catch('assess').parse(c.req.query('for'))
    const { lists } = settings.kept.reading(findOperation(task))
    const name = `${task}.template.xlsx`
    return sendMade(c, name, await handOut(name, (output) => createTemplate(task, { output, lists })))
  })
  app.get('/api/example', (c) => {
    const { name, read } = settings.example
    return sendMade(c, name, Buffer.from(read()))
  })
  app.post('/api/upload', async (c) => {
    if (workspace.isBusy) return c.json({ reason: 'busy' }, 409)
    try {
      const upload = await served.uploads.save(c.req.header(fileNameHeader), c.req.raw.body)
      await workspace.open(upload, schemas.task.catch('assess').parse(c.req.query('for')))
    } finally {
      served.uploads.keepOnly(workspace.filesInUse)
    }
    return c.json(workspace.state)
  })
  const action = <Body>(path: string, schema: z.ZodType<Body>, use: (body: Body) => unknown): void => {
    app.post(path, async (c) => {
      const parsed = schema.safeParse(await schemas.readJson(c))
      if (!parsed.success) return c.json({ reason: 'not understood' }, 400)
      await use(parsed.data)
      return c.json(workspace.state)
    })
  }
  action('/api/reading', schemas.reading, (reading) =>
    workspace.change('checking', (session) => session.readAs(reading)),
  )
  action('/api/edit', schemas.edit, (edit) => workspace.change('checking', (session) => session.edit(edit)))
  action('/api/fill', schemas.fill, (fill) =>
    workspace.change('checking', (session) => session.fill(selectFillRows(session, fill), fill.values)),
  )
  action('/api/undo', schemas.emptyRequest, () => workspace.change('checking', (session) => session.checker.undo()))
  action('/api/redo', schemas.emptyRequest, () => workspace.change('checking', (session) => session.checker.redo()))
  action('/api/plan', schemas.plan, (wanted) =>
    workspace.change('planning', (session, ports) => workspace.sending.makePlan(session, ports, wanted)),
  )
  action('/api/forget', schemas.forget, (kept) => workspace.forget(kept))
  action('/api/person', schemas.person, ({ person }) =>
    workspace.runIdle('looking', () => workspace.person.show(person)),
  )
  action('/api/erase', schemas.erasure, (erasure) =>
    workspace.runIdle('looking', () => workspace.person.forget(erasure)),
  )
  action('/api/token', schemas.token, (token) => workspace.runIdle('answering', () => setToken(settings, token)))
  action('/api/run', schemas.run, ({ plan, typed }) => workspace.startRun(plan, typed))
  action('/api/decide', schemas.emptyRequest, () => workspace.openResults())
  action('/api/seal', schemas.seal, ({ plan, by }) =>
    workspace.runIdle('sealing', async () =>
      workspace.releasing.seal(await workspace.sending.readPlanOptions(plan), by),
    ),
  )
  action('/api/release', schemas.release, ({ by, typed }) => workspace.release(by, typed))
  action('/api/sealed-run', schemas.earlierRun, ({ run }) =>
    workspace.runIdle('reading', () => workspace.releasing.open(String(run))),
  )
  action('/api/drop', schemas.earlierRun, ({ run }) =>
    workspace.runIdle('looking', () => workspace.releasing.drop(run)),
  )
  action('/api/draft', schemas.draftKey, ({ key }) => workspace.openDraft(key))
  action('/api/discard', schemas.draftKey, ({ key }) => workspace.discardDraft(key))
  action('/api/typed', schemas.typedTexts, ({ texts }) => workspace.keepTyped(texts))
  action('/api/cancel', schemas.emptyRequest, () => workspace.cancel())
  action('/api/open', schemas.earlierRun, ({ run }) => workspace.openAgain(run))
  action('/api/stop', schemas.emptyRequest, () => workspace.sending.currentRun?.stop())
  action('/api/pause', schemas.pause, ({ isPaused }) => workspace.sending.currentRun?.pause(isPaused))
  action('/api/go-on', schemas.goOn, ({ goesOn }) => workspace.sending.currentRun?.answerQuestion(goesOn))
  action('/api/unknown', schemas.answer, ({ reference, text }) => workspace.answerUnknown(reference, text))
  app.onError((error, c) => {
    settings.logger.error(describeStack(error))
    return c.json({ reason: 'failed' }, 500)
  })
}

/** Streams the state after each change, a few times a second at most, until the key is revoked. */
function streamState(c: Context, workspace: Workspace, { login, presence }: PageDoor, clock: Clock): Response {
  const { keyRevoked } = login
  const writeEvents = async (stream: SSEStreamingApi): Promise<void> => {
    const leave = presence.connect()
    const ended = new AbortController()
    let wake = (): void => {}
    let isDue = true
    const unsubscribe = workspace.onChange(() => {
      isDue = true
      wake()
    })
    const end = (): void => {
      ended.abort()
      wake()
    }
    stream.onAbort(end)
    keyRevoked.addEventListener('abort', end, { once: true })
    try {
      while (!stream.aborted && !stream.closed && !keyRevoked.aborted) {
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
      keyRevoked.removeEventListener('abort', end)
      unsubscribe()
      leave()
    }
  }
  // An error here means a closed connection: no answer is possible.
  return streamSSE(c, writeEvents, async () => {})
}

/** Sends the workbook of the last run, or of the run with a given number. The page knows no paths. */
function sendOutput(c: Context, { sending: { currentRun }, monitor }: Workspace): Response {
  const run = c.req.query('run')
  return sendFile(c, run === undefined ? currentRun?.results.output : monitor.find(Number(run))?.output)
}

function sendFile(c: Context, file: string | undefined): Response {
  const size = file === undefined ? undefined : statSync(file, { throwIfNoEntry: false })?.size
  if (file === undefined || size === undefined) return c.json({ reason: 'no output' }, 404)
  const body = Readable.toWeb(createReadStream(file)) as ReadableStream
  return c.body(body, 200, { ...fileHeaders(basename(file)), 'Content-Length': String(size) })
}

function sendMade(c: Context, name: string, content: Uint8Array<ArrayBuffer> | undefined): Response {
  return content === undefined ? c.json({ reason: 'no export' }, 404) : c.body(content, 200, fileHeaders(name))
}

function fileHeaders(name: string) {
  return {
    'Content-Type': 'application/octet-stream',
    'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    'Content-Security-Policy': 'sandbox',
  }
}

function parseWindowQuery(c: Context): WindowQuery {
  return {
    filter: c.req.query('filter') ?? 'all',
    ...schemas.rowLimits
      .catch({ find: '', narrow: {} })
      .parse(parseObject(Buffer.from(c.req.query('limits') ?? '', 'base64url').toString())),
    sort: c.req.query('sort') ?? '',
    from: parseInteger(c, 'from'),
    count: parseInteger(c, 'count'),
  }
}

function parseInteger(c: Context, name: string): number {
  const value = Number(c.req.query(name) ?? 0)
  return Number.isInteger(value) ? value : 0
}
