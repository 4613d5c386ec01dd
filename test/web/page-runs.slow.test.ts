import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { assess } from '../rooms/operations.ts'
import type { CheckState } from '../rooms/web/sheet.ts'
import type { PageState } from '../rooms/web.ts'
import { readOutput } from '../support/outputs.ts'
import { Workspace } from '../support/program.ts'
import { prove } from '../support/proof.ts'
import { scale } from '../support/scale.ts'
import { type Received, refusal, type Service, startService, token } from '../support/service.ts'
import { toCsv, toXlsx, trip } from '../support/trips.ts'
import { enterPage, type PageClient } from './page-client.ts'

const lists = JSON.stringify({ destination: ['Portugal', 'United Kingdom', 'Spain'] })

function columnOf(check: CheckState | null, field: string): number {
  return check?.columns.findIndex((column) => column.field === field) ?? -1
}

function countsOf({ run }: PageState): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { state, count } of run?.end?.balance ?? []) counts[state] = (counts[state] ?? 0) + count
  return counts
}

/** A door that somebody opens later; open when the test is over. */
function createDoor(): { open(): void; passed: Promise<void> } {
  let open = (): void => {}
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  onTestFinished(() => open())
  return { open: () => open(), passed }
}

async function sendAll(client: PageClient): Promise<PageState> {
  const { plan } = await client.post('/api/plan')
  await client.post('/api/run', { plan: plan?.id })
  return client.until(({ run }) => run?.id === plan?.id && run?.end != null)
}

function filesBelow(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

describe('what is said on the page', { timeout: 120_000 }, () => {
  it('37 equal cells by one click, back by one; used on the next sheet by the page and at a terminal, and said each time', async () => {
    const service = await startService()
    const workspace = new Workspace(service.variables)
    workspace.write('rwa-batch.json', JSON.stringify({ lists: 'lists.json' }))
    workspace.write('lists.json', lists)
    const sheetOf = (quarter: number) =>
      toCsv([
        ...Array.from({ length: 37 }, (_, index) => trip(`Q${quarter}-${index}`, { 'Host country': 'UK' })),
        trip(`Q${quarter}-other`),
      ])
    const client = await enterPage(workspace)
    const { check } = await client.upload('q1.csv', sheetOf(1))
    const column = columnOf(check, 'destination')
    const fix = { kind: 'values', column, values: [{ written: 'UK', text: 'United Kingdom' }], isKept: true }
    expect(
      (await client.post('/api/edit', { ...fix, values: [{ written: 'UK', text: 'Unted Kingdom' }] })).error?.message,
    ).toContain('cannot be used')
    const learned = await client.post('/api/edit', fix)
    expect(learned.check).toMatchObject({ ready: 38, wrong: 0, edited: 0, undoable: 1 })
    const used = { field: 'destination', written: 'UK', meant: 'United Kingdom', count: 37 }
    expect(learned.check?.fixes).toEqual([used])
    expect((await client.post('/api/undo')).check).toMatchObject({ ready: 1, wrong: 37, fixes: [] })
    expect(JSON.parse(readFileSync(workspace.path('rwa-batch.json'), 'utf8'))).not.toHaveProperty('assess.values')
    await client.post('/api/edit', fix)
    await sendAll(client)
    expect(service.requests.filter(({ fields }) => fields['destination'] === 'UK')).toEqual([])
    // The next quarter: on the page, and at a terminal that is told nothing but the sheet.
    expect((await client.upload('q2.csv', sheetOf(2))).check).toMatchObject({ ready: 38, fixes: [used] })
    workspace.write('q3.csv', sheetOf(3))
    const terminal = await workspace.assess('q3.csv')
    expect(terminal.summary.outcomes).toEqual({ scored: 38 })
    expect(terminal.stderr).toContain('destination: 37 × UK → United Kingdom')
    // Forgotten, it is wrong again.
    const forgotten = await client.post('/api/forget', { values: { destination: { UK: null } } })
    expect(forgotten.check).toMatchObject({ ready: 1, wrong: 37 })
    expect(forgotten.settings.values).toEqual({})
  })

  it('headings, values for all rows and dates hold for the next sheet; what is not in it is passed over, and can be forgotten', async () => {
    const service = await startService()
    const workspace = new Workspace(service.variables)
    const { Role, Seniority: _, ...rest } = trip('E1', { 'Trip start': '03/04/2026', 'Trip end': '2026-05-05' })
    const client = await enterPage(workspace)
    await client.upload('q1.csv', toCsv([{ ...rest, Funktion_X: Role ?? '' }]))
    await client.post('/api/reading', { columns: { Funktion_X: 'roleType' }, set: { seniority: 'Mid' }, isKept: true })
    const { check } = await client.post('/api/reading', { dateFormat: ['DD/MM/YYYY'], isKept: true })
    expect(check).toMatchObject({ ready: 1 })
    const refused = await client.post('/api/reading', { dateFormat: ['never'] })
    expect([refused.error !== null, refused.sheet?.kept.dateFormats]).toEqual([true, ['DD/MM/YYYY']])
    client.running.child.kill('SIGKILL')
    await client.running.ended
    const again = await enterPage(workspace)
    const opened = await again.upload('q2.csv', toCsv([{ ...rest, Funktion_X: Role ?? '' }]))
    expect(opened.check).toMatchObject({ ready: 1 })
    expect(opened.sheet?.kept).toMatchObject({ columns: { Funktion_X: 'roleType' }, set: { seniority: 'Mid' } })
    const other = await again.upload('q3.csv', toCsv([trip('E2')]))
    // It is not in the way of a sheet with another column for its field.
    expect([other.sheet?.misfit, other.check?.ready]).toEqual([null, 1])
    const { settings } = await again.post('/api/forget', { columns: { Funktion_X: null } })
    expect(settings.columns).toEqual({})
  })

  it('a token that is given there is held in memory, or kept for this user alone; it is shown nowhere', async () => {
    const service = await startService()
    const workspace = new Workspace({ RWA_BASE_URL: service.baseUrl })
    const client = await enterPage(workspace)
    await client.upload('trips.csv', toCsv([trip('E1')]))
    const { plan, settings } = await client.post('/api/plan')
    expect(settings.token).toEqual({ source: 'none', file: null })
    expect((await client.post('/api/run', { plan: plan?.id })).error?.message).toContain('no access')
    expect(service.requests).toEqual([])
    const given = await client.post('/api/token', { token, isKept: false, isRotated: false })
    expect(given.settings.token.source).toBe('typed')
    await client.post('/api/run', { plan: plan?.id })
    const ended = await client.until(({ run }) => run?.end != null)
    expect(countsOf(ended)).toEqual({ scored: 1 })
    expect(service.requests.every(({ authorization }) => authorization === `Bearer ${token}`)).toBe(true)
    for (const file of filesBelow(workspace.folder)) expect(readFileSync(file).toString('latin1')).not.toContain(token)
    const kept = await client.post('/api/token', { token, isKept: true, isRotated: false })
    const file = kept.settings.token.file ?? ''
    expect(file.startsWith(workspace.folder)).toBe(true)
    expect([readFileSync(file, 'utf8').trim(), statSync(file).mode & 0o777]).toEqual([token, 0o600])
    client.running.child.kill('SIGINT')
    const { stdout, stderr } = await client.running.ended
    for (const text of [stdout, stderr, JSON.stringify([ended, kept])]) expect(text).not.toContain(token)
    // The next start finds it, and so does a terminal.
    expect((await (await enterPage(workspace)).state()).settings.token.source).toBe('start')
    workspace.write('more.csv', toCsv([trip('E2')]))
    expect((await workspace.assess('more.csv')).summary.outcomes).toEqual({ scored: 1 })
  })
})

describe('a run of the page', { timeout: 120_000 }, () => {
  it('what the service refused stands in its cell; corrected, it is sent alone', async () => {
    const service = await startService((received) =>
      received.endpoint === 'rwa_create' && received.fields['destination'] === 'Atlantis'
        ? refusal('Incorrect country')
        : undefined,
    )
    const workspace = new Workspace(service.variables)
    const client = await enterPage(workspace)
    await client.upload('trips.csv', toCsv([trip('E1'), trip('E2', { 'Host country': 'Atlantis' }), trip('E3')]))
    const ended = await sendAll(client)
    expect(countsOf(ended)).toEqual({ scored: 2, rejected: 1 })
    expect(ended.run?.end?.refused).toBe(1)
    const { check } = await client.until((state) => state.check?.refused === 1)
    const column = columnOf(check, 'destination')
    const { total, rows } = await client.rows({ filter: 'refused', from: 0, count: 10 })
    expect(total).toBe(1)
    expect(rows[0]?.problems.map(({ text }) => text).join()).toContain('the service refused it: Incorrect country')
    const before = service.created()
    const corrected = await client.post('/api/edit', {
      kind: 'cell',
      sheet: 0,
      line: 3,
      column,
      text: 'Spain',
    })
    expect(corrected.check).toMatchObject({ refused: 0, ready: 1, sent: 2 })
    expect((await client.post('/api/undo')).check).toMatchObject({ refused: 1 })
    await client.post('/api/edit', { kind: 'cell', sheet: 0, line: 3, column, text: 'Spain' })
    const { plan } = await client.post('/api/plan')
    expect(plan).toMatchObject({ toSend: 1 })
    await client.post('/api/run', { plan: plan?.id })
    const over = await client.until(({ run }) => run?.id === plan?.id && run?.end != null)
    expect(countsOf(over)).toEqual({ scored: 3 })
    expect(service.created().slice(before.length)).toEqual(['E2'])
  })

  it('paused: nothing new starts, scores are asked for, the grid shows them, and the same run goes on', async () => {
    const door = createDoor()
    let areReady = false
    const isRetrieve = ({ endpoint }: Received): boolean => endpoint !== 'rwa_create'
    const service = await startService(
      (received) => (isRetrieve(received) && !areReady ? refusal('Pending') : undefined),
      onTestFinished,
      async ({ fields }) => {
        if (fields['employeeId'] === 'E3') await door.passed
      },
    )
    const workspace = new Workspace(service.variables)
    workspace.write('rwa-batch.json', JSON.stringify({ concurrency: 2 }))
    const client = await enterPage(workspace)
    await client.upload('trips.csv', toCsv(Array.from({ length: 12 }, (_, index) => trip(`E${index + 1}`))))
    const { plan } = await client.post('/api/plan')
    await client.post('/api/run', { plan: plan?.id })
    await client.until(() => service.created().includes('E3'))
    expect((await client.post('/api/pause', { isPaused: true })).run?.isPaused).toBe(true)
    door.open()
    // What was on its way is finished.
    await client.until(({ run }) => run?.inFlight === 0)
    const created = service.created()
    const asked = service.requests.filter(isRetrieve).length
    await client.until(() => service.requests.filter(isRetrieve).length > asked + 4)
    areReady = true
    await client.until(
      ({ run }) => run?.pending === 0 && (run?.counts.find(({ state }) => state === 'scored')?.count ?? 0) > 0,
    )
    expect(service.created()).toEqual(created)
    expect(created.length).toBeLessThan(12)
    // While it goes on its rows can be looked at, with their scores.
    const shown = await client.rows({ filter: 'all', from: 0, count: 3 }, 'results')
    expect([shown.total, shown.rows[0]?.cells.slice(0, 6).map(({ text }) => text)]).toEqual([
      12,
      ['scored', 'E1', 'Portugal', '2026-03-01', '2026-03-31', '6.0'],
    ])
    await client.post('/api/pause', { isPaused: false })
    const ended = await client.until(({ run }) => run?.end != null)
    expect([ended.run?.id, countsOf(ended)]).toEqual([plan?.id, { scored: 12 }])
    expect(service.created().length).toBe(12)
    const status = await workspace.run(['status', '--json'])
    expect(JSON.parse(status.stdout).runs).toHaveLength(1)
  })

  it('a paused run can be stopped: what was not sent stays ready', async () => {
    const door = createDoor()
    const service = await startService(undefined, onTestFinished, async ({ fields }) => {
      if (fields['employeeId'] === 'E2') await door.passed
    })
    const workspace = new Workspace(service.variables)
    workspace.write('rwa-batch.json', JSON.stringify({ concurrency: 1 }))
    const client = await enterPage(workspace)
    await client.upload('trips.csv', toCsv(['E1', 'E2', 'E3'].map((name) => trip(name))))
    const { plan } = await client.post('/api/plan')
    await client.post('/api/run', { plan: plan?.id })
    await client.until(() => service.created().includes('E2'))
    await client.post('/api/pause', { isPaused: true })
    door.open()
    await client.post('/api/stop')
    const ended = await client.until(({ run }) => run?.end != null)
    expect([countsOf(ended)['ready'], service.created()]).toEqual([1, ['E1', 'E2']])
  })

  it('a file that was changed between plan and run is not sent', async () => {
    const service = await startService()
    const workspace = new Workspace(service.variables)
    const client = await enterPage(workspace)
    await client.upload('trips.xlsx', await toXlsx([trip('E1')]))
    const { plan } = await client.post('/api/plan')
    writeFileSync(workspace.path('output/trips.corrected.xlsx'), await toXlsx([trip('E1'), trip('E2')]))
    expect((await client.post('/api/run', { plan: plan?.id })).error?.message).toContain('has changed since you saw it')
    expect(service.requests).toEqual([])
    // The twin: planned once more, what is shown is sent, and that file is kept.
    expect(countsOf(await sendAll(client))).toEqual({ scored: 1 })
    expect(filesBelow(workspace.path('output')).some((file) => /corrected\.edited-/.test(file))).toBe(true)
  })

  it('shows the run of a terminal while it lasts, and Start what was done; the terminal is told who holds the memory', async () => {
    const [first, second] = [createDoor(), createDoor()]
    const service = await startService(undefined, onTestFinished, async ({ fields }) => {
      if (fields['employeeId'] === 'T2') await first.passed
      if (fields['employeeId'] === 'P1') await second.passed
    })
    const workspace = new Workspace(service.variables)
    workspace.write('terminal.csv', toCsv([trip('T1'), trip('T2')]))
    workspace.write('rwa-batch.json', JSON.stringify({ concurrency: 2 }))
    const client = await enterPage(workspace)
    const terminal = workspace.start(['assess', 'terminal.csv', '--json'])
    const seen = await client.until(({ other }) => (other?.run?.settled ?? 0) > 0)
    expect(seen.other).toMatchObject({ run: { file: 'terminal.csv', rows: 2, settled: 1 } })
    expect(seen.other?.holder).toContain(`process ${terminal.child.pid}`)
    first.open()
    expect((await terminal.ended).code).toBe(0)
    const over = await client.until(({ other, recent }) => other === null && recent.length > 0)
    expect(over.recent).toMatchObject([
      { file: 'terminal.csv', rows: 2, counts: [{ state: 'scored', count: 2 }], isHere: true },
    ])
    // Opened again from there, nothing of it is sent again.
    const [recent] = over.recent
    expect((await client.post('/api/open', { run: recent?.id })).sheet?.label).toBe('terminal.csv')
    expect((await client.post('/api/plan')).plan).toMatchObject({ toSend: 0 })
    expect((await client.post('/api/open', { run: 99 })).sheet?.label).toBe('terminal.csv')
    const output = await fetch(`${client.origin}/api/output?run=${recent?.id}`, {
      headers: { 'x-rwa-key': client.key },
    })
    expect(output.headers.get('content-disposition')).toContain('terminal.assessed.xlsx')
    // The page sends: a terminal is told by whom the memory is held.
    await client.upload('page.csv', toCsv([trip('P1')]))
    const { plan } = await client.post('/api/plan')
    await client.post('/api/run', { plan: plan?.id })
    await client.until(() => service.created().includes('P1'))
    const refused = await workspace.assess('terminal.csv')
    expect([refused.code, refused.stderr.includes(`in use by process ${client.running.child.pid}`)]).toEqual([1, true])
    second.open()
    await client.until(({ run }) => run?.end != null)
    expect((await client.until(({ recent: runs }) => runs.length === 2)).recent[0]?.file).toBe('page.corrected.xlsx')
  })
})

interface AuditLine {
  operation: string
  outcome: string
  employeeId?: string
  row?: number
}

const fieldTitles = new Map(assess.sheet.fields.map(({ name, about }) => [name, about.title]))

/** A page has titles and buttons where a terminal names fields, options and commands; all else is the same. */
function toWordsOfPage(text: string): string {
  return text
    .replace(/(?<=” )\w+(?= must )/, (name) => fieldTitles.get(name) ?? name)
    .replaceAll(
      /, or give one value [^;]*…|Say which it is with --date-format [^.]*\. |, then start the same command again/g,
      '',
    )
}

it('a sheet by page and by command line: the same results, balance and log; the command that the page shows sends nothing', {
  timeout: 300_000,
}, async () => {
  const sample = readFileSync(new URL('../../samples/quarterly-review.xlsx', import.meta.url))
  const sampleLists = readFileSync(new URL('../../samples/lists.json', import.meta.url))
  const create = async (): Promise<{ service: Service; workspace: Workspace }> => {
    const service = await startService()
    const workspace = new Workspace(service.variables)
    workspace.write('quarterly-review.xlsx', sample)
    workspace.write('lists.json', sampleLists)
    workspace.write('rwa-batch.json', JSON.stringify({ lists: 'lists.json' }))
    return { service, workspace }
  }
  const [page, terminal] = [await create(), await create()]
  const client = await enterPage(page.workspace)
  await client.upload('quarterly-review.xlsx', sample)
  const ended = await sendAll(client)
  const run = await terminal.workspace.assess('quarterly-review.xlsx')
  expect(run.summary.outcomes).toEqual(countsOf(ended))
  expect(page.service.requests.map(({ body }) => body).toSorted()).toEqual(
    terminal.service.requests.map(({ body }) => body).toSorted(),
  )
  const resultsOf = async (workspace: Workspace, name: string) => {
    const output = await readOutput(workspace.path(`output/${name}.assessed.xlsx`))
    const { lines } = output.table(output.sheets[0] ?? '')
    const headings = lines.find((line) => line.includes('Sent')) ?? []
    const isTime = headings.map((heading) => heading === 'Sent' || heading === 'Scored')
    expect(isTime.filter(Boolean)).toHaveLength(2)
    const cells = lines.map((line) => line.filter((_, index) => isTime[index] !== true))
    return cells.map((line) => line.map((cell) => (typeof cell === 'string' ? toWordsOfPage(cell) : cell)))
  }
  expect(await resultsOf(page.workspace, 'quarterly-review.corrected')).toEqual(
    await resultsOf(terminal.workspace, 'quarterly-review'),
  )
  const logOf = async (workspace: Workspace) => {
    const { stdout } = await workspace.run(['status', '--attempts', '--json'])
    const lines = stdout.trim().split('\n')
    return lines
      .map((line): AuditLine => JSON.parse(line))
      .map(({ operation, outcome, row }) => `${operation} ${outcome} ${row}`)
  }
  expect((await logOf(page.workspace)).toSorted()).toEqual((await logOf(terminal.workspace)).toSorted())
  const { command } = ended.run?.end ?? { command: '' }
  expect(command).toBe('rwa-batch assess output/quarterly-review.corrected.xlsx')
  const sent = page.service.created().length
  await page.workspace.run(command.split(' ').slice(2))
  expect(page.service.created().length).toBe(sent)
})

it('killed again and again while it sends: nothing twice, nothing lost, no edit that was shown as saved', {
  timeout: 1_200_000,
}, async () => {
  const kills = scale({ full: 20, short: 3 })
  const rows = scale({ full: 200, short: 40 })
  const concurrency = 4
  let onCreate = (): void => {}
  const service = await startService(undefined, onTestFinished, async ({ endpoint }) => {
    if (endpoint === 'rwa_create') onCreate()
    await new Promise((resolve) => setTimeout(resolve, 20))
  })
  const workspace = new Workspace(service.variables)
  workspace.write('lists.json', lists)
  workspace.write('rwa-batch.json', JSON.stringify({ concurrency, lists: 'lists.json' }))
  const sheet = toCsv(
    Array.from({ length: rows }, (_, index) =>
      trip(`K${index}`, { 'Host country': index % 2 === 0 ? 'UK' : 'Spanien' }),
    ),
  )
  workspace.write('trips.csv', sheet)
  const violations: string[] = []
  const enter = async (input: string): Promise<PageClient> => {
    const client = await enterPage(workspace, [input])
    await client.until(({ check, busy }) => check !== null && busy === null)
    return client
  }
  let client = await enter('trips.csv')
  const { check } = await client.state()
  const column = columnOf(check, 'destination')
  // One edit is kept for all sheets, the other one typed into cells; both are shown as saved once there is a plan.
  await client.post('/api/edit', {
    kind: 'values',
    column,
    values: [{ written: 'UK', text: 'United Kingdom' }],
    isKept: true,
  })
  await client.post('/api/edit', { kind: 'values', column, values: [{ written: 'Spanien', text: 'Spain' }] })
  await client.post('/api/plan')
  for (let kill = 0; kill < kills; kill += 1) {
    const { plan } = await client.post('/api/plan')
    const wanted = 1 + (kill % (concurrency - 1))
    let seen = 0
    const struck = new Promise<void>((resolve) => {
      onCreate = () => {
        seen += 1
        if (seen === wanted) resolve()
      }
    })
    if ((plan?.toSend ?? 0) > 0) {
      await client.post('/api/run', { plan: plan?.id })
      await struck
    }
    onCreate = () => {}
    client.running.child.kill('SIGKILL')
    await client.running.ended
    client = await enter('output/trips.corrected.xlsx')
    const { check: found } = await client.state()
    if (found?.ready !== rows)
      violations.push(`after kill ${kill + 1} only ${found?.ready} rows are as they were saved`)
  }
  // What is in doubt is looked up at the service, as a person does.
  let ended = await sendAll(client)
  while (ended.run?.unknown.some(({ answer }) => answer === null)) {
    for (const { reference, about } of ended.run.unknown) {
      const wasCreated = service.created().includes(about[0] ?? '')
      await client.post('/api/unknown', {
        reference,
        text: wasCreated ? `A-${about[0]}` : 'not created',
        reason: 'seen there',
      })
    }
    ended = await sendAll(client)
  }
  if (countsOf(ended)['scored'] !== rows)
    violations.push(`${JSON.stringify(countsOf(ended))} instead of ${rows} scored`)
  const created = service.created()
  const twice = created.filter((name, index) => created.indexOf(name) !== index)
  if (twice.length > 0) violations.push(`created twice: ${twice.join(', ')}`)
  if (new Set(created).size !== rows) violations.push(`${new Set(created).size} of ${rows} were created`)
  const meant = service.requests
    .filter(({ endpoint }) => endpoint === 'rwa_create')
    .map(({ fields }) => String(fields['destination']))
  if (meant.some((text) => !['United Kingdom', 'Spain'].includes(text))) violations.push('an edit was lost')
  prove({
    area: 'Kills of the page',
    claim: 'nothing twice, nothing lost, no edit that was shown as saved',
    measured: `${kills} kills, ${violations.length} violations${violations.length === 0 ? '' : `: ${violations.join('; ')}`}`,
    isKept: violations.length === 0,
  })
})
