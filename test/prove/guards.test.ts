import { copyFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createFolder, createWorkspace, load, sendAll, startOfTest, stillClock, trip } from '../ledger/workspace.ts'
import { openConnection, recordSight, requireNotRolledBack } from '../rooms/app/ledger.ts'
import { createCompanyWorker, serveCompany } from '../rooms/app/team.ts'
import { parseSendOptions } from '../rooms/app.ts'
import { createServiceClient, Token } from '../rooms/client.ts'
import type { JobEngine } from '../rooms/jobs.ts'
import type { RowContent } from '../rooms/ledger/port.ts'
import { ledgerAt, UserRegister } from '../rooms/ledger.ts'
import { messageOf, silentLogger, systemClock } from '../rooms/support.ts'
import { hasPostgres, usePostgres } from '../support/postgres.ts'
import { damageLedger } from './surroundings/damaged-ledger.ts'

/** Guards that the present test goes without. */
const missing = vi.hoisted(() => new Set<string>())

vi.mock(import('../../src/ledger/sqlite/file/file-identity.ts'), async (importOriginal) => {
  const real = await importOriginal()
  const blind = { requireSame() {}, saveReplaced() {} }
  return { ...real, captureFileIdentity: (file) => (missing.has('inode') ? blind : real.captureFileIdentity(file)) }
})
vi.mock(import('../../src/app/ledger/same-ledger.ts'), async (importOriginal) => {
  const real = await importOriginal()
  return {
    ...real,
    requireKnownAddress: async (...given) => {
      if (!missing.has('trust')) await real.requireKnownAddress(...given)
    },
  }
})

vi.mock(import('../../src/ledger/port/watermark.ts'), async (importOriginal) => {
  const real = await importOriginal()
  return {
    ...real,
    explainRollback: (before, now, then) =>
      real.explainRollback(before, now, missing.has('line') ? { ...then, attempt: before.attempt.digest } : then),
  }
})

vi.mock(import('../../src/ledger/sqlite/schema/record-checks.ts'), async (importOriginal) => {
  const real = await importOriginal()
  return {
    ...real,
    createRecordChecks(db) {
      const checks = real.createRecordChecks(db)
      return missing.has('checksums')
        ? { ...checks, verify: (found) => found, verifyRow() {}, verifyLine() {} }
        : checks
    },
  }
})

beforeEach(() => missing.clear())

const policy = { retryStatuses: new Set<number>(), distrustStatuses: new Set<number>() }

describe('a ledger file replaced under a run, and its companions swept away', () => {
  it.each([
    ['with the guard each trip is created once', [], ['E1 March Spain', 'E2 March Spain']],
    [
      'where no inode is looked at, trips are created twice',
      ['inode'],
      ['E1 March Spain', 'E1 March Spain', 'E2 March Spain', 'E2 March Spain'],
    ],
  ])('%s', async (_title, without, expected) => {
    for (const guard of without) missing.add(guard)
    const workspace = createWorkspace()
    const sheet = [trip('E1 March Spain'), trip('E2 March Spain')]
    const created: string[] = []
    const ledger = workspace.open()
    const run = await load(ledger, sheet)
    copyFileSync(workspace.file, `${workspace.file}.copy`)
    renameSync(`${workspace.file}.copy`, workspace.file)
    for (const end of ['-wal', '-shm', '.mark']) rmSync(workspace.file + end)
    created.push(...(await sendAll(ledger, run).catch(() => [])))
    await ledger.close().catch(() => {})
    const next = workspace.open()
    created.push(...(await sendAll(next, await load(next, sheet))))
    expect(created.toSorted()).toEqual(expected)
  })
})

describe('a copy of a ledger in use that others used on, up to the same line of its log', () => {
  const sheet = ['E1', 'E2', 'E3'].map((name) => trip(`${name} March Spain`))
  const ends = ['', '-wal', '.mark']

  it.each([
    ['is refused with the guard', [], /line 3 of its log has changed/, 3],
    ['creates trips twice where lines are not compared', ['line'], /^$/, 6],
  ])('%s', async (_title, without, refusal, expected) => {
    for (const guard of without) missing.add(guard)
    const { file, folder, open } = createWorkspace()
    const register = new UserRegister(join(folder, 'register.sqlite'))
    const store = ledgerAt(file, {})
    const created: string[] = []
    const ledger = open()
    const run = await load(ledger, sheet)
    await recordSight(store, register, stillClock)
    for (const end of ends) copyFileSync(file + end, `${file}${end}.copy`)
    created.push(...(await sendAll(ledger, run, 'accepted')))
    // Every five seconds; its process is gone before the next time.
    await recordSight(store, register, stillClock)
    await ledger.close()
    rmSync(`${file}-wal`, { force: true })
    for (const end of ends) renameSync(`${file}${end}.copy`, file + end)

    const other = open()
    await sendAll(
      other,
      await load(
        other,
        ['F1', 'F2', 'F3'].map((name) => trip(`${name} March Spain`)),
      ),
      'accepted',
    )
    await other.close()

    const said = await requireNotRolledBack(store, register).then(() => '', messageOf)
    expect(said).toMatch(refusal)
    if (said === '') {
      const next = open()
      created.push(...(await sendAll(next, await load(next, sheet))))
    }
    expect(created).toHaveLength(expected)
  })
})

describe('one bit of a ledger whose run died', () => {
  it.each([
    ['is said with the guard, or makes no difference', [], 0],
    ['is told as the truth where no checksum is compared', ['checksums'], 1],
  ])('%s', async (_title, without, least) => {
    for (const guard of without) missing.add(guard)
    const { wrong } = await damageLedger(20, { kind: 'one bit', ending: 'died', times: 8, seed: 7 })
    expect(Math.min(wrong.length, 1)).toBe(least)
  })
})

describe('a token that is known from one host', () => {
  const [live, attacker] = ['https://service.example/api/', 'https://attacker.example/version-test/']

  it.each([
    ['stays there with the guard', [], [live]],
    ['goes anywhere where nothing asks', ['trust'], [live, attacker]],
  ])('%s', async (_title, without, expected) => {
    for (const guard of without) missing.add(guard)
    const folder = createFolder()
    const ledger = await ledgerAt(join(folder, 'first.sqlite'), {}).open({ clock: systemClock, onSpill() {} })
    onTestFinished(() => ledger.close())
    const connected: string[] = []
    const connect = ({ baseUrl }: { baseUrl: string }) => {
      connected.push(baseUrl)
      return { post: async () => nothing, close: async () => {} }
    }
    for (const address of [live, attacker]) {
      const settings = {
        company: 'acme',
        tokenRotated: false,
        newLedger: false,
        ephemeralLedger: false,
        trustAddress: false,
        destination: { address, baseUrl: address, token: new Token('company-token') },
        concurrency: 1,
        requestTimeoutMs: 1_000,
        policy,
        surroundings: { platform: 'linux', env: { HOME: folder }, folder } as const,
      }
      const opening = openConnection(ledger, settings, { clock: systemClock, logger: silentLogger, connect })
      const open = await opening.catch(() => undefined)
      open?.context.rememberToken()
      await open?.tokenStored()
    }
    expect(connected).toEqual(expected)
  })
})

/** With the text of a request that is really sent. */
function sendable(employeeId: string): RowContent {
  const identity = { employeeId }
  const similarityKey = { subject: employeeId, traits: ['March', 'Spain'] as const }
  return { kind: 'request', request: { json: JSON.stringify(identity), identity, similarityKey, claims: [] } }
}

describe.skipIf(!hasPostgres)('a job of one company in the queue of another', () => {
  const server = usePostgres()

  it.each([
    ['sends nothing with the guard', [], 0],
    ['sends trips with the other token where targets are not compared', ['target'], 3],
  ])('%s', async (_title, without, expected) => {
    const ledger = await ledgerAt(server.address(), {}).open({ clock: stillClock, onSpill() {} })
    onTestFinished(() => ledger.close())
    const { team } = ledger
    if (team === undefined) throw new Error('a ledger in a database has a team')
    const address = 'https://service.example/api'
    const [acme, globex] = [await ledger.targets.find(address, 'acme'), await ledger.targets.find(address, 'globex')]
    const runId = await load(ledger, ['E1', 'E2', 'E3'].map(sendable), { address, company: 'globex', waits: true })
    await ledger.waiting.release(runId, { now: startOfTest, workers: '{}' })
    const sent: string[] = []
    const transport = {
      async post(_path: string, body: string) {
        sent.push(body)
        const response = { assessment_id: `A-${sent.length}`, redirect_url: `https://reports.example/${sent.length}` }
        return { ...nothing, status: 200, isWhole: true, body: JSON.stringify({ status: 'success', response }) }
      },
      close: async () => {},
    }
    const interrupt = new AbortController()
    const forging: JobEngine = {
      async enqueue() {},
      work(queue, _atOnce, handle) {
        if (queue.includes('send')) void handle({ runId, from: 0, to: 2 }).finally(() => interrupt.abort())
      },
      async pause() {},
      async close() {},
    }
    const client = createServiceClient({ transport, token: new Token('token-of-acme'), policy })
    const believing = { ...team, find: (id: number) => team.find(id, globex) }
    const worker = createCompanyWorker({
      ledger,
      target: acme,
      client,
      rememberToken() {},
      team: without.length === 0 ? team : believing,
      engine: forging,
      options: parseSendOptions({ concurrency: 1 }),
      onStopped() {},
      ports: { clock: systemClock, random: () => 0.5, logger: silentLogger, interrupt: interrupt.signal, onEvent() {} },
    })
    await serveCompany(worker, interrupt.signal)
    expect(sent).toHaveLength(expected)
  })
})

const nothing = {
  isStarted: true,
  status: undefined,
  retryAfter: undefined,
  location: undefined,
  body: '',
  isWhole: false,
  failure: undefined,
  sentAtMs: 0,
  answeredAtMs: 0,
}
