import { copyFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { PageState } from '../../rooms/web.ts'
import { hasPostgres, usePostgres } from '../../support/postgres.ts'
import { Workspace } from '../../support/program.ts'
import { startService } from '../../support/service.ts'
import { toCsv, trips } from '../../support/trips.ts'
import { enterPage, type PageClient } from '../page-client.ts'

/** A sheet that needs a person: a heading that nothing knows, no column of seniority, dates of one form, a wrong date. */
function strangeRows(count: number) {
  return trips(count).map(({ Purpose = '', Seniority: _, ...row }, index) => ({
    ...row,
    Zweck_X: Purpose,
    'Trip end': index === 0 ? '2026-13-31' : '31.03.2026',
  }))
}

const answers = { columns: { Zweck_X: 'purpose' }, set: { seniority: 'Mid' } } as const
const open = { columns: {}, set: {}, dateFormats: [] }

/** Answers all that is asked of it. */
async function settle(client: Pick<PageClient, 'post'>): Promise<PageState> {
  await client.post('/api/reading', answers)
  const asked = await client.post('/api/reading', { dateFormat: ['DD.MM.YYYY'] })
  const column = asked.check?.columns.findIndex(({ field }) => field === 'endDate') ?? -1
  return client.post('/api/edit', { kind: 'cell', sheet: 0, line: 2, column, text: '31.03.2026' })
}

/** What a person sees of the answers, and the counts. */
const seen = ({ sheet, check }: PageState) => ({ own: sheet?.own, ready: check?.ready, wrong: check?.wrong })
const settled = { own: { ...answers, dateFormats: ['DD.MM.YYYY'] }, ready: 12, wrong: 0 }

async function send(client: PageClient): Promise<void> {
  const { plan, error } = await client.post('/api/plan')
  expect(error).toBeNull()
  await client.post('/api/run', { plan: plan?.id })
}

const sendAll = async (client: PageClient): Promise<PageState> => {
  await send(client)
  return client.until(({ run }) => run?.end != null)
}

describe('what was answered about a sheet', () => {
  it('is there again after a kill in mid-run, when the run is opened again, and nothing is sent twice', async () => {
    let isSlow = true
    const service = await startService(({ endpoint }) => {
      if (endpoint !== 'rwa_create' || !isSlow) return undefined
      return service.created().length > 4 ? 'hang' : undefined
    })
    const workspace = new Workspace(service.variables)
    workspace.write('q3.csv', toCsv(strangeRows(12)))
    // One at a time: what is on its way at the end has reached the service.
    const client = await enterPage(workspace, ['q3.csv', '--concurrency', '1'])
    await client.until(({ sheet }) => sheet !== null)
    expect(seen(await settle(client))).toMatchObject({ ready: 12, wrong: 0 })
    await send(client)
    await client.until(() => service.created().length > 5)
    client.running.child.kill('SIGKILL')
    await client.running.ended
    isSlow = false

    const next = await enterPage(workspace)
    const { recent } = await next.until((state) => state.recent.length > 0)
    expect(recent).toMatchObject([{ endedAt: null, isHere: true, rows: 12 }])
    const opened = await next.post('/api/open', { run: recent[0]?.id })
    expect(seen(opened)).toMatchObject(settled)
    expect(opened.sheet?.answeredAt).toBe(recent[0]?.startedAt)
    expect(opened.drafts).toEqual([])
    const { plan } = await next.post('/api/plan')
    const sent = new Set(service.created())
    expect(plan?.toSend).toBe(12 - sent.size)
    await next.post('/api/run', { plan: plan?.id })
    await next.until(({ run }) => run?.end != null)
    expect(service.created()).toHaveLength(12)
    expect(new Set(service.created()).size).toBe(12)
    // The sheet as it was at first has them as well, dropped or opened from the command line; its cells are its own.
    expect(seen(await next.upload('again.csv', toCsv(strangeRows(12))))).toMatchObject({
      ...settled,
      ready: 11,
      wrong: 1,
    })
    next.running.child.kill('SIGKILL')
    await next.running.ended
    const last = await enterPage(workspace, ['q3.csv'])
    expect(seen(await last.until(({ sheet }) => sheet !== null))).toMatchObject({ own: settled.own, ready: 11 })
  })

  it('is known of a run at a terminal, and goes before what the run before it was told', async () => {
    const service = await startService()
    const workspace = new Workspace(service.variables)
    workspace.write('q3.csv', toCsv(strangeRows(12).slice(1)))
    workspace.write('columns.json', JSON.stringify(answers.columns))
    const told = ['--columns', 'columns.json', '--set', 'seniority=Mid', '--date-format', 'DD.MM.YYYY']
    expect((await workspace.run(['assess', 'q3.csv', ...told, '--yes'])).code).toBe(0)
    const client = await enterPage(workspace, ['q3.csv'])
    expect(seen(await client.until(({ sheet }) => sheet !== null))).toMatchObject({ ...settled, ready: 11 })
    await client.post('/api/reading', { set: { seniority: 'Senior' } })
    await sendAll(client)
    const again = await client.upload('q3.csv', toCsv(strangeRows(12).slice(1)))
    expect(again.sheet?.own).toMatchObject({ set: { seniority: 'Senior' } })
  })

  it('in a profile stays there: the sheet repeats none of it, and another content is asked about', async () => {
    const service = await startService()
    const workspace = new Workspace(service.variables)
    workspace.writeProfile({ assess: { ...answers, dateFormats: ['DD.MM.YYYY'] } })
    const rows = strangeRows(12).slice(1)
    workspace.write('q3.csv', toCsv(rows))
    expect((await workspace.run(['assess', 'q3.csv', '--yes'])).code).toBe(0)
    const client = await enterPage(workspace, ['q3.csv'])
    const { sheet } = await client.until((state) => state.check !== null)
    expect(sheet).toMatchObject({ own: open, answeredAt: null })
    workspace.writeProfile({})
    expect(seen(await client.upload('q3.csv', toCsv(rows)))).toMatchObject({ ...settled, ready: 11 })
    const other = await client.upload('q4.csv', toCsv(rows.slice(1)))
    expect(other.sheet).toMatchObject({ own: open, answeredAt: null, missing: ['purpose', 'seniority'] })
  })

  it('is kept for later sheets as it is when that is asked, at 5,000 rows: with the choice of a moment ago', async () => {
    const workspace = new Workspace()
    const client = await enterPage(workspace, ['--sandbox'])
    const rows = strangeRows(5_001).slice(1)
    await client.upload('q3.csv', toCsv(rows))
    await client.post('/api/reading', { set: { seniority: 'Mid' }, dateFormat: ['DD.MM.YYYY'] })
    // The page has not drawn the choice when the box is ticked.
    const chosen = client.post('/api/reading', { columns: answers.columns })
    const { sheet } = await client.post('/api/keep', { isKept: true })
    await chosen
    expect(sheet).toMatchObject({ isKept: true, own: open, kept: settled.own })
    // A later choice is one of them, until the tick is taken away.
    await client.post('/api/reading', { set: { seniority: 'Senior' } })
    await client.post('/api/keep', { isKept: false })
    const last = await client.post('/api/reading', { set: { workingDays: '5' } })
    expect(last.sheet).toMatchObject({ own: { set: { workingDays: '5' } }, kept: { set: { seniority: 'Senior' } } })
    const next = await client.upload('q4.csv', toCsv(rows.slice(1)))
    expect([next.sheet?.own, next.sheet?.isKept, next.check?.ready]).toEqual([open, false, 4_999])
  }, 60_000)
})

describe.skipIf(!hasPostgres)('on another computer of the team', () => {
  const server = usePostgres()

  it('the corrected file and the one that it was made of have their answers', async () => {
    const ledger = server.address()
    expect((await new Workspace().run(['ledger', 'init', ledger])).code).toBe(0)
    const service = await startService()
    const [ann, bob] = [0, 1].map(() => new Workspace({ ...service.variables, RWA_LEDGER: ledger }))
    if (ann === undefined || bob === undefined) return
    ann.write('q3.csv', toCsv(strangeRows(12)))
    const first = await enterPage(ann, ['q3.csv'])
    await first.until(({ sheet }) => sheet !== null)
    await settle(first)
    const file = (await sendAll(first)).recent[0]?.file ?? 'q3.corrected.xlsx'
    copyFileSync(ann.path(`output/${file}`), bob.path(basename(file)))
    const second = await enterPage(bob, [basename(file)])
    expect(seen(await second.until(({ sheet }) => sheet !== null))).toMatchObject(settled)
    expect((await second.post('/api/plan')).plan?.toSend).toBe(0)
    const original = await second.upload('theirs.csv', toCsv(strangeRows(12)))
    expect(seen(original)).toMatchObject({ own: settled.own, ready: 11, wrong: 1 })
    expect(service.created()).toHaveLength(12)
  })
})
