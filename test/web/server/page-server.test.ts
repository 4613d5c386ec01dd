import { readdirSync, readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { PageState } from '../../rooms/web.ts'
import { readOutput } from '../../support/outputs.ts'
import { ledgerFile, Workspace } from '../../support/program.ts'
import { isCreateOf, json, refusal, startService, token } from '../../support/service.ts'
import { toCsv, toXlsx, trip } from '../../support/trips.ts'
import { enterPage, enterPageInProcess, sendRaw } from '../page-client.ts'

function countsOf(state: PageState): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { state: name, count } of state.run?.end?.balance ?? []) counts[name] = (counts[name] ?? 0) + count
  return counts
}

function filesBelow(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

describe('attacks on the page', () => {
  it('are all refused, and nothing is started by them; the page goes on', async () => {
    const service = await startService()
    const workspace = new Workspace(service.variables)
    workspace.write('trips.csv', toCsv([trip('E1')]))
    const client = await enterPageInProcess(workspace, ['trips.csv'])
    const { origin, key, url } = client
    const { host } = new URL(origin)
    const json = { 'content-type': 'application/json', origin, host, 'x-rwa-key': key }
    const attack = (changes: Parameters<typeof sendRaw>[1]) => sendRaw(origin, { body: '{}', ...changes })
    const length = { 'content-length': '2' }
    const answers = await Promise.all([
      // A name that was made to lead here, with the key even.
      attack({ target: '/api/state', headers: { host: 'evil.example', 'x-rwa-key': key }, body: '' }),
      // Without the key, with a wrong one, with the key as a cookie or in the address.
      attack({ target: '/api/state', headers: { host }, body: '' }),
      attack({ target: '/api/state', headers: { host, 'x-rwa-key': 'x'.repeat(32) }, body: '' }),
      attack({ target: '/api/state', headers: { host, cookie: `x-rwa-key=${key}` }, body: '' }),
      attack({ target: `/api/state?key=${key}`, headers: { host }, body: '' }),
      attack({ target: '/api/state?after=0', headers: { host }, body: '' }),
      attack({ target: '/api/output', headers: { host }, body: '' }),
      // From another page on this machine, and from a sandboxed frame.
      attack({ method: 'POST', target: '/api/plan', headers: { ...json, ...length, origin: 'http://127.0.0.1:1' } }),
      attack({ method: 'POST', target: '/api/plan', headers: { ...json, ...length, origin: 'null' } }),
      attack({ method: 'POST', target: '/api/plan', headers: { ...json, ...length, 'sec-fetch-site': 'same-site' } }),
      // As a form would come.
      attack({ method: 'POST', target: '/api/plan', headers: { ...json, ...length, 'content-type': 'text/plain' } }),
      attack({ method: 'OPTIONS', target: '/api/plan', headers: { host, origin: 'https://evil.example' }, body: '' }),
      // Files, and paths to them.
      attack({ target: '/../../../../etc/passwd', headers: { host }, body: '' }),
      attack({ target: '/%2e%2e/package.json', headers: { host }, body: '' }),
      attack({ target: '/trips.csv', headers: { host }, body: '' }),
      attack({ target: `/${ledgerFile}`, headers: { host }, body: '' }),
      attack({ target: '/api/output', headers: { host, 'x-rwa-key': key }, body: '' }),
      // More than is taken.
      attack({
        method: 'POST',
        target: '/api/upload',
        headers: { ...json, 'content-type': 'application/octet-stream', 'content-length': String(2 ** 40) },
        body: '',
      }),
      // An address to send to, and a wish that names a path.
      attack({ method: 'POST', target: '/api/place', headers: { ...json, ...length } }),
      attack({
        method: 'POST',
        target: '/api/reading',
        headers: { ...json, 'content-length': '24' },
        body: '{"file":"/etc/hostname"}',
      }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([
      403, 401, 401, 401, 401, 401, 401, 403, 403, 403, 415, 405, 400, 400, 404, 404, 404, 413, 404, 400,
    ])
    for (const { headers } of answers) {
      expect(headers['content-security-policy']).toContain("default-src 'none'")
      expect(headers).not.toHaveProperty('set-cookie')
      expect(headers).not.toHaveProperty('access-control-allow-origin')
    }
    expect((await client.until(({ check }) => check !== null)).plan).toBeNull()
    expect(service.requests).toEqual([])
    // The twin: the same wish from the page itself is met.
    expect((await client.post('/api/plan')).plan?.toSend).toBe(1)
    const page = await sendRaw(origin, { headers: { host } })
    expect([page.status, page.headers['cross-origin-opener-policy']]).toEqual([200, 'same-origin'])
    // A link that was used is opened once more: its key ends with what was opened by it, and whoever started the program
    // gets another link.
    const { serial } = await client.state()
    const waiting = fetch(`${origin}/api/state?after=${serial}`, { headers: { 'x-rwa-key': key } })
    const again = JSON.stringify({ code: new URL(url).hash.slice(3) })
    const headers = { 'content-type': 'application/json', origin, host, 'content-length': String(again.length) }
    expect((await sendRaw(origin, { method: 'POST', target: '/api/session', headers, body: again })).status).toBe(403)
    await expect(client.state()).rejects.toThrow('401')
    expect((await waiting).status).toBe(401)
    await client.running.untilPrinted('/#k=')
  })
})

describe('a review over the page', () => {
  it('keeps one saved sheet of a name, and another one only where somebody corrected it', async () => {
    const workspace = new Workspace()
    const client = await enterPageInProcess(workspace, ['--sandbox'])
    const copies = () => readdirSync(workspace.path('output')).filter((name) => name.includes('.corrected'))
    for (const id of ['E1', 'E2']) {
      await client.upload('trips.csv', toCsv([trip(id)]))
      await client.post('/api/plan')
    }
    expect(copies()).toEqual(['trips.corrected.xlsx'])
    const opened = await client.state()
    const column = opened.check?.columns.findIndex(({ field }) => field === 'endDate') ?? -1
    await client.post('/api/edit', { kind: 'cell', sheet: 0, line: 2, column, text: '2026-03-05' })
    await client.post('/api/plan')
    await client.upload('trips.csv', toCsv([trip('E4')]))
    const { plan } = await client.post('/api/plan')
    expect(copies()).toHaveLength(2)
    expect(plan?.notes).toContainEqual(expect.stringContaining('An earlier file of that name was kept as '))
  })

  it('corrects cells, sends what it showed, and keeps the token and the sheet to itself', async () => {
    const service = await startService((received) => (isCreateOf('E4', received) ? refusal('no such role') : undefined))
    const workspace = new Workspace(service.variables)
    const lists = { destination: ['Portugal', 'United Kingdom', 'Spain'] }
    workspace.write('lists.json', JSON.stringify(lists))
    const sheet = await toXlsx([
      trip('E1'),
      trip('E2', { 'Host country': 'UK' }),
      trip('E3', { 'Host country': 'UK', 'Trip end': '2026-02-01' }),
      trip('E4', { 'Host country': 'Spain' }),
    ])
    workspace.write('trips.xlsx', sheet)
    const client = await enterPageInProcess(workspace, ['--lists', 'lists.json'])
    expect((await client.state()).sheet).toBeNull()
    const opened = await client.upload('trips.xlsx', sheet)
    expect(opened.check).toMatchObject({ rows: 4, ready: 2, wrong: 2, undoable: 0 })
    const group = opened.check?.groups.find(({ field }) => field === 'destination')
    expect(group).toMatchObject({ count: 2, values: [{ written: 'UK', count: 2 }] })
    const column = group?.column ?? -1
    // Both cells by one wish, taken back by one wish.
    const fix = { kind: 'values', column, values: [{ written: 'UK', text: 'United Kingdom' }] }
    expect((await client.post('/api/edit', fix)).check).toMatchObject({ ready: 3, wrong: 1, edited: 2, undoable: 1 })
    expect((await client.post('/api/undo')).check).toMatchObject({ ready: 2, wrong: 2, edited: 0 })
    await client.post('/api/edit', fix)
    const end = (await client.state()).check?.columns.findIndex(({ field }) => field === 'endDate') ?? -1
    const { rows } = await client.rows({ filter: 'wrong', from: 0, count: 10 })
    const [wrong] = rows
    expect(wrong).toMatchObject({ line: 4, cells: expect.arrayContaining([{ text: '2026-02-01', mark: 'wrong' }]) })
    const cell = { kind: 'cell', sheet: 0, line: 4, column: end, text: '2026-03-05' }
    expect((await client.post('/api/edit', cell)).check).toMatchObject({ ready: 4, wrong: 0, edited: 3 })

    const { plan, destination } = await client.post('/api/plan')
    expect(plan).toMatchObject({ toSend: 4, toAsk: 0, file: 'trips.corrected.xlsx' })
    expect(destination.kind).toBe('test')
    expect(service.requests).toEqual([])
    // Not this plan, and not an earlier one.
    expect((await client.post('/api/run', { plan: 99 })).error?.message).toContain('has changed since you saw it')
    // The memory is free while nothing runs: a terminal may send meanwhile, and the plan is not what it was.
    const terminal = await workspace.assess('output/trips.corrected.xlsx', '--lists', 'lists.json', '--limit', '1')
    expect(terminal.summary.outcomes).toMatchObject({ scored: 1, ready: 3 })
    await client.post('/api/run', { plan: plan?.id })
    const ended = await client.until(({ run }) => run?.end != null)
    expect(ended.run?.end).toMatchObject({ error: null, halt: null, rows: 4 })
    expect(countsOf(ended)).toEqual({ scored: 3, rejected: 1 })
    expect(service.created().toSorted()).toEqual(['E1', 'E2', 'E3', 'E4'])
    expect(service.requests.filter(({ fields }) => fields['destination'] === 'UK')).toEqual([])

    const results = await client.rows({ filter: 'all', from: 0, count: 9 }, 'results')
    expect(results.rows.map(({ cells }) => cells[0]?.text)).toEqual(['scored earlier', 'scored', 'scored', 'rejected'])
    expect(results.rows[3]?.cells.at(-1)?.text).toContain('no such role')
    expect(results.rows[1]?.cells.find(({ href }) => href !== undefined)?.href).toBe('https://reports.example/A-E2')
    const workbook = await fetch(`${client.origin}/api/output`, { headers: { 'x-rwa-key': client.key } })
    expect(workbook.headers.get('content-disposition')).toContain('attachment')
    workspace.write('downloaded.xlsx', new Uint8Array(await workbook.arrayBuffer()))
    expect((await readOutput(workspace.path('downloaded.xlsx'))).column('overallTrip')).toEqual([6, 6, 6, null])

    // The same from a terminal sends nothing more, but for what was refused.
    const again = await workspace.assess('output/trips.corrected.xlsx', '--lists', 'lists.json')
    expect(again.summary).toMatchObject({ rows: 4, alreadyDone: 3 })
    expect(
      service
        .created()
        .filter((name) => name !== 'E4')
        .toSorted(),
    ).toEqual(['E1', 'E2', 'E3'])

    expect(readFileSync(workspace.path('trips.xlsx'))).toEqual(Buffer.from(sheet))
    client.running.interrupt()
    const { code, stdout, stderr } = await client.running.ended
    expect(code).toBe(0)
    const kept = filesBelow(workspace.folder).map((file) => readFileSync(file).toString('latin1'))
    for (const text of [stdout, stderr, JSON.stringify(ended), ...kept]) {
      expect(text).not.toContain(token)
      expect(text).not.toContain(client.key)
    }
  })

  it('shows the rows of a run at any moment of it, its end too', async () => {
    const service = await startService()
    const workspace = new Workspace(service.variables)
    workspace.write('trips.csv', toCsv(Array.from({ length: 20 }, (_, index) => trip(`E${index}`))))
    const client = await enterPageInProcess(workspace, ['trips.csv'])
    await client.until(({ check }) => check !== null)
    const { plan } = await client.post('/api/plan')
    await client.post('/api/run', { plan: plan?.id })
    let isOver = false
    // Each answer that is no success throws.
    const look = async (): Promise<void> => {
      while (!isOver) await client.rows({ from: 0, count: 20 }, 'results')
    }
    const end = client
      .until(({ run }) => run?.end != null)
      .finally(() => {
        isOver = true
      })
    await Promise.all([end, look(), look(), look(), look()])
    expect(await client.rows({ from: 0, count: 20 }, 'results')).toMatchObject({ total: 20 })
  })

  it('asks a person about what is unknown, and takes the answer at once', async () => {
    let isDropping = true
    const service = await startService((received) => (isDropping && isCreateOf('E2', received) ? 'drop' : undefined))
    const workspace = new Workspace(service.variables)
    workspace.write('trips.csv', toCsv([trip('E1'), trip('E2')]))
    const client = await enterPageInProcess(workspace, ['trips.csv'])
    await client.until(({ check }) => check !== null)
    const { plan } = await client.post('/api/plan')
    await client.post('/api/run', { plan: plan?.id })
    const ended = await client.until(({ run }) => run?.end != null)
    expect(countsOf(ended)).toEqual({ scored: 1, unknown: 1 })
    const [unknown] = ended.run?.unknown ?? []
    expect(unknown).toMatchObject({ about: ['E2', 'Portugal', '2026-03-01', '2026-03-31'], answer: null })
    const reference = unknown?.reference ?? ''
    const unclear = await client.post('/api/unknown', { reference, text: 'yes' })
    expect(unclear.run?.unknown[0]?.refusal).toContain('not understood')
    // A plan that was made before the answer is none any more, whoever has given it.
    const before = await client.post('/api/plan')
    expect(before.plan).toMatchObject({ toSend: 0 })
    const bare = await client.post('/api/unknown', { reference, text: 'not created' })
    expect(bare.run?.unknown[0]).toMatchObject({ answer: null, refusal: expect.stringContaining('without a reason') })
    const answered = await client.post('/api/unknown', { reference, text: 'not created', reason: 'asked the owner' })
    expect(answered.run?.unknown[0]).toMatchObject({ answer: 'not created', refusal: null })
    expect(answered.plan).toBeNull()
    isDropping = false
    const next = await client.post('/api/plan')
    expect(next.plan).toMatchObject({ toSend: 1 })
    await client.post('/api/run', { plan: next.plan?.id })
    const over = await client.until(({ run }) => run?.id === next.plan?.id && run?.end != null)
    expect(countsOf(over)).toEqual({ scored: 2 })
    expect(service.created()).toEqual(['E1', 'E2', 'E2'])
  })

  it('sends nothing when more would be sent than was shown', async () => {
    let reply: 'drop' | 'busy' | 'well' = 'drop'
    const service = await startService((received) => {
      if (!isCreateOf('E2', received) || reply === 'well') return undefined
      return reply === 'drop' ? 'drop' : json({}, 429)
    })
    const workspace = new Workspace(service.variables)
    workspace.write('trips.csv', toCsv([trip('E1'), trip('E2')]))
    const client = await enterPageInProcess(workspace, ['trips.csv'])
    await client.until(({ check }) => check !== null)
    const first = await client.post('/api/plan')
    await client.post('/api/run', { plan: first.plan?.id })
    await client.until(({ run }) => run?.end != null)
    const shown = await client.post('/api/plan')
    expect(shown.plan).toMatchObject({ toSend: 0 })
    // Somebody at a terminal sends the unknown one again, in vain: it is surely not processed, and would be sent.
    reply = 'busy'
    const terminal = await workspace.assess('output/trips.corrected.xlsx', '--retry-unknown', '--retries', '1')
    expect(terminal.summary.outcomes).toMatchObject({ scored: 1, failed: 1 })
    reply = 'well'
    const before = service.created()
    await client.post('/api/run', { plan: shown.plan?.id })
    const ended = await client.until(({ run }) => run?.id === shown.plan?.id && run?.end != null)
    expect(ended.run?.end?.error?.message).toContain('has changed since you saw it')
    expect(service.created()).toEqual(before)
    // The twin: shown, it is sent.
    const next = await client.post('/api/plan')
    expect(next.plan).toMatchObject({ toSend: 1 })
    await client.post('/api/run', { plan: next.plan?.id })
    await client.until(({ run }) => run?.id === next.plan?.id && run?.end != null)
    expect(service.created()).toEqual([...before, 'E2'])
  })

  it('stops when told to, and goes on later; a program that is interrupted finishes what is on its way', async () => {
    let open = (): void => {}
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    let openAgain = (): void => {}
    const second = new Promise<void>((resolve) => {
      openAgain = resolve
    })
    onTestFinished(() => {
      open()
      openAgain()
    })
    const service = await startService(undefined, onTestFinished, async ({ fields }) => {
      if (fields['employeeId'] === 'E2') await gate
      if (fields['employeeId'] === 'E3') await second
    })
    const workspace = new Workspace(service.variables)
    workspace.write('trips.csv', toCsv(['E1', 'E2', 'E3', 'E4'].map((name) => trip(name))))
    workspace.write('rwa-batch.json', JSON.stringify({ concurrency: 1 }))
    const client = await enterPageInProcess(workspace, ['trips.csv'])
    await client.until(({ check }) => check !== null)
    const { plan } = await client.post('/api/plan')
    await client.post('/api/run', { plan: plan?.id })
    await client.until(() => service.created().includes('E2'))
    // While it sends, nothing of the sheet is changed and no other run begins, here or at a terminal.
    expect((await client.post('/api/undo')).error?.message).toContain('being sent')
    const terminal = await workspace.assess('trips.csv')
    expect([terminal.code, terminal.stderr.includes('in use')]).toEqual([1, true])
    await client.post('/api/stop')
    open()
    const ended = await client.until(({ run }) => run?.end != null)
    expect(ended.run?.end?.halt).toContain('Interrupted; requests in flight were finished.')
    expect(service.created()).toEqual(['E1', 'E2'])
    const next = await client.post('/api/plan')
    expect(next.plan).toMatchObject({ toSend: 2 })
    // The program itself is ended while it sends: what is on its way is finished, its outcome kept.
    await client.post('/api/run', { plan: next.plan?.id })
    await client.until(() => service.created().includes('E3'))
    client.running.interrupt()
    await client.running.until(() => client.running.said().includes('stopping'))
    openAgain()
    expect((await client.running.ended).code).toBe(130)
    const status = await workspace.run(['status', '--json'])
    const balance: { state: string; count: number }[] = JSON.parse(status.stdout).runs[0].balance
    expect(balance.find(({ state }) => state === 'ready')?.count).toBe(1)
    expect(balance.reduce((sum, { count }) => sum + count, 0)).toBe(4)
    expect(service.created()).toEqual(['E1', 'E2', 'E3'])
  })
})

it('connections that are begun and not gone on with are bounded; the page goes on', async () => {
  const service = await startService()
  const { origin, key } = await enterPageInProcess(new Workspace(service.variables), [])
  const { port, hostname, host } = new URL(origin)
  const beyond = 60
  const sockets = Array.from({ length: 200 + beyond }, () => connect(Number(port), hostname))
  let refused = 0
  await new Promise<void>((isBounded) => {
    for (const socket of sockets) {
      socket
        .on('error', () => {})
        .on('close', () => {
          refused += 1
          if (refused === beyond) isBounded()
        })
      socket.write('GET / HTTP/1.1\r\n')
    }
  })
  const ask = () => sendRaw(origin, { target: '/api/state', headers: { host, 'x-rwa-key': key } })
  expect(await ask()).toMatchObject({ status: 200 })
  for (const socket of sockets) socket.destroy()
})

it('connections that are begun anew as soon as they end keep nobody out who has the key', async () => {
  const service = await startService()
  const { origin, key } = await enterPageInProcess(new Workspace(service.variables), [])
  const { port, hostname, host } = new URL(origin)
  const stranger = new AbortController()
  const open: Socket[] = []
  const ended = new Set<Socket>()
  const begin = (): void => {
    if (stranger.signal.aborted) return
    const socket = connect(Number(port), hostname)
      .on('error', () => {})
      .on('close', () => {
        ended.add(socket)
        begin()
      })
    open.push(socket)
    // Half of them with a whole head, whose body never comes.
    const isWhole = open.length % 2 === 0
    socket.write(isWhole ? wholeHead : 'GET / HTTP/1.1\r\n')
  }
  const type = 'Content-Type: application/json\r\nContent-Length: 99\r\n'
  const wholeHead = `POST /api/session HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${origin}\r\n${type}\r\n{`
  onTestFinished(() => {
    stranger.abort()
    for (const socket of open) socket.destroy()
  })
  for (let index = 0; index < 220; index += 1) begin()
  // Some had to go: all places are taken.
  await expect.poll(() => ended.size).toBeGreaterThan(0)
  const known = { 'x-rwa-key': key }
  const { serial } = JSON.parse((await sendRaw(origin, { target: '/api/state', headers: { host, ...known } })).body)
  const waiting = fetch(`${origin}/api/state?after=${serial}`, { headers: known })
  const statuses: number[] = []
  for (let asked = 0; asked < 30; asked += 1) {
    const { status } = await sendRaw(origin, { target: '/api/state', headers: { host, 'x-rwa-key': key } })
    statuses.push(status)
  }
  expect(statuses).toEqual(new Array(30).fill(200))
  // The page's own open request is none of those that go.
  await sendRaw(origin, {
    method: 'POST',
    target: '/api/draft',
    headers: { host, origin, ...known, 'content-type': 'application/json', 'content-length': '11' },
    body: '{"key":"x"}',
  })
  expect((await waiting).status).toBe(200)
})

it('a page that waits for the next state keeps neither the server nor the program open', async () => {
  const { running, origin, key, state } = await enterPage(new Workspace(), ['--sandbox'])
  const { serial } = await state()
  const waiting = fetch(`${origin}/api/state?after=${serial}`, { headers: { 'x-rwa-key': key } }).catch(() => 'gone')
  await state()
  const startedAt = performance.now()
  running.child.kill('SIGINT')
  expect((await running.ended).code).toBe(0)
  expect(await waiting).toBe('gone')
  // It would be asked again within a quarter of a minute.
  expect(performance.now() - startedAt).toBeLessThan(10_000)
})
