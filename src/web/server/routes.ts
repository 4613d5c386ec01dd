import { createReadStream, statSync } from 'node:fs'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import type { Context, Hono } from 'hono'
import { z } from 'zod'
import { createTemplate } from '../../app/create-template.ts'
import { findOperation } from '../../operations/all.ts'
import { exportAudit, handOut, type PageSettings, setToken } from '../page-settings.ts'
import { fileNameHeader } from '../protocol.ts'
import * as schemas from '../request-schemas.ts'
import { cutPlan } from '../runs/plan-list.ts'
import { selectGroup } from '../sheet/check-state.ts'
import { cutCheckWindow, findNextProblem, selectFillRows } from '../sheet/row-window.ts'
import type { Upload, Uploads } from '../uploads.ts'
import { describeStack } from '../user-messages.ts'
import type { Workspace } from '../workspace.ts'
import { keepAliveMs, type PageDoor } from './page-door.ts'

interface RouteContext {
  settings: PageSettings
  workspace: Workspace
  uploads: Uploads
}

const empty = z.strictObject({})
/** The page gets a changed state a few times a second at most. */
const statePauseMs = 200

export function addRoutes(app: Hono, door: PageDoor, served: RouteContext): void {
  const { workspace, settings } = served
  const { clock } = settings
  /** With `after`, the serial of the state that the page has: answered once there is a newer one, or after a while. */
  app.get('/api/state', async (c) => {
    const { keyRevoked } = door.login
    const after = c.req.query('after')
    if (after !== undefined) await clock.sleep(statePauseMs, keyRevoked)
    if (after === String(workspace.serial))
      await clock.sleep(keepAliveMs, AbortSignal.any([workspace.changed, keyRevoked]))
    return keyRevoked.aborted ? c.json({ reason: 'no key' }, 401) : c.json(workspace.state)
  })
  addFiles(app, served)
  const question = <Body>(path: string, schema: z.ZodType<Body>, answer: (body: Body) => unknown): void => {
    app.post(`/api/${path}`, async (c) => {
      const parsed = schema.safeParse(await schemas.readJson(c))
      if (!parsed.success) return c.json({ reason: 'not understood' }, 400)
      const answered = await answer(parsed.data)
      return answered === undefined ? c.json({ reason: 'nothing yet' }, 404) : c.json(answered)
    })
  }
  question('rows', schemas.rowWindow, (part) => workspace.sheet && cutCheckWindow(workspace.sheet, part))
  question('results', schemas.rowWindow, (part) => workspace.sending.currentRun?.results.window(part))
  question('sealed', schemas.rowWindow, (part) => cutPlan(workspace.sending.sealed, part))
  question('planned', schemas.rowWindow, (part) => cutPlan(workspace.sending.planned, part))
  question('pictures', empty, () => workspace.sending.currentRun?.results.charts.state)
  question('problem', schemas.problem, (from) => workspace.sheet && { found: findNextProblem(workspace.sheet, from) })
  const action = <Body>(path: string, schema: z.ZodType<Body>, use: (body: Body) => unknown): void =>
    question(path, schema, async (body) => {
      await use(body)
      return workspace.state
    })
  action('reading', schemas.reading, (reading) => workspace.change('checking', (session) => session.readAs(reading)))
  action('keep', schemas.keeping, ({ isKept }) =>
    workspace.change('checking', (session) => session.keepAnswers(isKept)),
  )
  action('edit', schemas.edit, (edit) => workspace.change('checking', (session) => session.edit(edit)))
  action('fill', schemas.fill, (fill) =>
    workspace.change('checking', (session) => session.fill(selectFillRows(session, fill), fill.values)),
  )
  action('choose', schemas.rowChoice, ({ group, isSent, ...chosen }) =>
    workspace.change('checking', (session) => {
      const rows =
        group === undefined ? selectFillRows(session, chosen) : selectGroup(session.check?.rows ?? [], session, group)
      return session.chooseRows(rows, isSent)
    }),
  )
  action('undo', empty, () => workspace.change('checking', (session) => session.checker.undo()))
  action('redo', empty, () => workspace.change('checking', (session) => session.checker.redo()))
  action('plan', schemas.plan, (wanted) =>
    workspace.change('planning', (session) => workspace.sending.makePlan(session, wanted)),
  )
  action('forget', schemas.forget, (kept) => workspace.forget(kept))
  action('language', schemas.language, ({ language }) => workspace.speak(language))
  action('person', schemas.person, ({ person }) => workspace.runIdle('looking', () => workspace.person.show(person)))
  action('erase', schemas.erasure, (erasure) => workspace.runIdle('looking', () => workspace.person.forget(erasure)))
  action('token', schemas.token, (token) => workspace.runIdle('answering', () => setToken(settings, token)))
  action('run', schemas.run, ({ plan, typed }) => workspace.startRun(plan, typed))
  action('decide', empty, () => workspace.openResults())
  const refresh = (): Promise<void> => workspace.monitor.refresh()
  action('seal', schemas.seal, ({ plan, by }) =>
    workspace.runIdle('sealing', () => workspace.sending.seal(plan, by).then(refresh)),
  )
  action('undo-run', schemas.undo, (asked) => workspace.undoRun(asked))
  action('release', schemas.release, ({ by, typed }) => workspace.release(by, typed))
  action('sealed-run', schemas.earlierRun, ({ run }) =>
    workspace.runIdle('reading', () => workspace.sending.openSealed(String(run))),
  )
  action('drop', schemas.earlierRun, ({ run }) =>
    workspace.runIdle('looking', () => workspace.sending.drop(run).then(refresh)),
  )
  action('share', schemas.sharing, (wanted) =>
    workspace.runIdle('looking', () => workspace.shares.share(wanted).then(refresh)),
  )
  action('draft', schemas.draftKey, ({ key }) => workspace.openDraft(key))
  action('discard', schemas.draftKey, ({ key }) => workspace.discardDraft(key))
  action('typed', schemas.typedTexts, ({ texts }) => workspace.keepTyped(texts))
  action('cancel', empty, () => workspace.cancel())
  action('open', schemas.earlierRun, ({ run }) => workspace.openAgain(run))
  action('stop', empty, () => workspace.sending.currentRun?.stop())
  action('pause', schemas.pause, ({ isPaused }) => workspace.sending.currentRun?.pause(isPaused))
  action('go-on', schemas.goOn, ({ goesOn }) => workspace.sending.currentRun?.answerQuestion(goesOn))
  action('unknown', schemas.answer, (answer) => workspace.answerUnknown(answer))
  app.onError((error, c) => {
    settings.logger.error(describeStack(error))
    return c.json({ reason: 'failed' }, 500)
  })
}

/** Files for a download. The page knows no paths. */
function addFiles(app: Hono, { workspace, settings, uploads }: RouteContext): void {
  const file = (path: string, find: (c: Context) => Found | Promise<Found>): void => {
    app.get(`/api/${path}`, async (c) => sendFile(c, await find(c)))
  }
  file('plan-file', () => workspace.sending.sealed?.file)
  /** The workbook of the last run, or of the run with a given number. */
  file('output', (c) => {
    const run = c.req.query('run')
    return run === undefined
      ? workspace.sending.currentRun?.results.output
      : workspace.monitor.find(Number(run))?.output
  })
  file('shared-file', (c) => workspace.shares.zip(c.req.query('code') ?? ''))
  file('person-file', async () => ({
    name: 'person.xlsx',
    content: await workspace.runIdle('looking', () => workspace.person.export()),
  }))
  file('audit-file', async () => ({
    name: 'audit.xlsx',
    content: await workspace.runIdle('answering', () => exportAudit(settings)),
  }))
  const taskOf = (c: Context) => schemas.task.catch('assess').parse(c.req.query('for'))
  file('template', async (c) => {
    const task = taskOf(c)
    const { lists } = settings.kept.reading(findOperation(task))
    const name = `${task}.template.xlsx`
    return { name, content: await handOut(name, (output) => createTemplate(task, { output, lists })) }
  })
  file('example', () => ({ name: settings.example.name, content: settings.example.read() }))
  /** Of one drop: opened with the last. */
  const dropped = { id: '', files: [] as Upload[] }
  app.post('/api/upload', async (c) => {
    if (workspace.isBusy) return c.json({ reason: 'busy' }, 409)
    try {
      const { drop = '', of = '1' } = c.req.query()
      if (dropped.id !== drop || of === '1') Object.assign(dropped, { id: drop, files: [] })
      dropped.files.push(await uploads.save(c.req.header(fileNameHeader), c.req.raw.body))
      if (dropped.files.length < Number(of)) return c.json(workspace.state)
      const [first, ...others] = dropped.files.splice(0)
      if (first !== undefined) await workspace.open(first, taskOf(c), { others })
    } finally {
      uploads.keepOnly(new Set([...workspace.filesInUse, ...dropped.files.map(({ file }) => file)]))
    }
    return c.json(workspace.state)
  })
}

type Found = string | undefined | { name: string; content: Uint8Array | undefined }

function sendFile(c: Context, found: Found): Response {
  const name = typeof found === 'string' ? basename(found) : (found?.name ?? '')
  const headers = {
    'Content-Type': 'application/octet-stream',
    'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    'Content-Security-Policy': 'sandbox',
  }
  if (typeof found === 'string') {
    const size = statSync(found, { throwIfNoEntry: false })?.size
    const read = (): ReadableStream => Readable.toWeb(createReadStream(found)) as ReadableStream
    if (size !== undefined) return c.body(read(), 200, { ...headers, 'Content-Length': String(size) })
  } else if (found?.content !== undefined) return c.body(new Uint8Array(found.content), 200, headers)
  return c.json({ reason: 'no file' }, 404)
}
