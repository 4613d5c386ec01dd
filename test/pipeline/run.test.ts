import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Call, Proof, RetrieveProof, ServiceClient } from '../rooms/client.ts'
import type { Ledger } from '../rooms/ledger.ts'
import { assess } from '../rooms/operations.ts'
import type { BatchOptions, Progress, RunEvent, RunReport } from '../rooms/pipeline/model.ts'
import { runBatch } from '../rooms/pipeline.ts'
import { openDatabase } from '../rooms/support.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { loadDefaults, resendNothing, sendDefaults } from '../support/run-defaults.ts'
import {
  created,
  createFolder,
  createLedger,
  createPorts,
  headings,
  line,
  type Retrieve,
  ready,
  type Send,
} from './stage.ts'

interface Scene {
  folder: string
  clock: ManualClock
  ledger: Ledger
  progress: Progress[]
  interrupt: AbortController
  tokens: number
  sent: string[]
  asked: string[]
  run(choices?: { send?: Send; retrieve?: Retrieve; options?: Partial<BatchOptions['send']> }): Promise<RunReport>
}

/** A workspace with a sheet, and a service made of two functions. */
async function create(lines: readonly string[]): Promise<Scene> {
  const folder = createFolder()
  const clock = new ManualClock()
  const ledger = createLedger(folder, clock)
  const input = join(folder, 'trips.csv')
  writeFileSync(input, [headings, ...lines].join('\n'))
  const target = await ledger.targets.find('https://example.test/version-test', 'default')
  const scene: Scene = {
    folder,
    clock,
    ledger,
    progress: [],
    interrupt: new AbortController(),
    tokens: 0,
    sent: [],
    asked: [],
    run({ send = created, retrieve = ready, options } = {}) {
      async function attempt<P>(proof: Promise<P> | P): Promise<Call<P>> {
        return { proof: await proof, sentAtMs: clock.now(), answeredAtMs: clock.now(), status: 200 }
      }
      const operation: typeof assess = {
        ...assess,
        send: {
          ...assess.send,
          call: (_, request) => {
            scene.sent.push(request.employeeId)
            return attempt<Proof>(send(request))
          },
        },
        poll: {
          retrieve: (_, identifier) => {
            scene.asked.push(identifier)
            return attempt<RetrieveProof>(retrieve(identifier))
          },
        },
      }
      const place = {
        ledger,
        target,
        client: {} as ServiceClient,
        rememberToken: () => {
          scene.tokens += 1
        },
      }
      const batch: BatchOptions = {
        input,
        output: join(folder, 'out.csv'),
        load: loadDefaults,
        resend: resendNothing,
        send: { ...sendDefaults, ...options },
        targetLabel: 'https://example.test/version-test',
        isTestTarget: true,
        toolVersion: '1.2.3',
      }
      const ports = {
        ...createPorts(clock),
        interrupt: scene.interrupt.signal,
        onEvent(event: RunEvent) {
          if (event.kind === 'progress') scene.progress.push({ ...event, counts: new Map(event.counts) })
        },
      }
      return clock.runFreely(runBatch(operation, place, batch, ports))
    },
  }
  return scene
}

const lines = Array.from({ length: 12 }, (_, index) => line(`E${index}`))

describe('a run', () => {
  it('creates, waits for the scores, writes, and says how every row ended', async () => {
    const scene = await create(lines)
    const report = await scene.run()
    expect(report).toMatchObject({ rows: 12, halt: undefined, orphans: 0 })
    expect(report.balance).toEqual([{ state: 'scored', wasDone: false, count: 12 }])
    expect([scene.sent.length, scene.tokens, existsSync(join(scene.folder, 'out.csv'))]).toEqual([12, 1, true])
  })

  it('again does what is left: nothing', async () => {
    const scene = await create(lines)
    await scene.run()
    const report = await scene.run()
    expect(report.balance).toEqual([{ state: 'scored', wasDone: true, count: 12 }])
    expect([scene.sent.length, scene.asked.length]).toEqual([12, 12])
  })

  it('whose rows something else takes out of the ledger does not end well, and leaves the output alone', async () => {
    const scene = await create(lines)
    const elsewhere = openDatabase(scene.ledger.name)
    onTestFinished(() => void elsewhere.close())
    const run = scene.run({
      send: (request) => {
        elsewhere.exec('DELETE FROM rows')
        return created(request)
      },
    })
    await expect(run).rejects.toMatchObject({
      code: 'ledger',
      message: expect.stringContaining('has 0 of the 12 rows that this run loaded'),
    })
    expect(existsSync(join(scene.folder, 'out.csv'))).toBe(false)
  })

  it('with --no-wait asks for nothing; the next one asks for all, and creates none', async () => {
    const scene = await create(lines)
    const first = await scene.run({ options: { wait: false } })
    expect([first.balance[0]?.state, scene.asked.length]).toEqual(['accepted', 0])
    const second = await scene.run()
    expect([second.balance[0]?.state, scene.sent.length, scene.asked.length]).toEqual(['scored', 12, 12])
  })

  it('sends one request only with a token that is refused, though there are rows to create and rows to ask for', async () => {
    const scene = await create(lines)
    await scene.run({
      options: { wait: false, maxErrors: 1 },
      send: (request) =>
        request.employeeId === 'E3'
          ? { kind: 'refused', field: '', message: 'no', isInContract: true, raw: '{}', saysMore: false }
          : created(request),
    })
    const before = scene.sent.length + scene.asked.length
    const report = await scene.run({
      send: () => ({ kind: 'stop', cause: 'authorisation', message: 'Invalid Auth', isProcessed: 'no', raw: '' }),
      retrieve: () => ({ kind: 'stop', cause: 'authorisation', message: 'Invalid Auth', isProcessed: 'no', raw: '' }),
    })
    expect(report.halt?.kind).toBe('authorisation')
    expect(new Set(report.balance.map(({ state }) => state))).toEqual(new Set(['accepted', 'ready']))
    expect(scene.sent.length + scene.asked.length - before).toBe(1)
  })

  it('that is interrupted finishes what is in flight, writes, and is carried on by the next', async () => {
    const scene = await create(lines)
    const report = await scene.run({
      send: async (request) => {
        await scene.clock.sleep(100)
        if (request.employeeId === 'E2') scene.interrupt.abort()
        return created(request)
      },
    })
    expect(report.halt).toEqual({ kind: 'interrupted' })
    expect(report.balance.reduce((sum, { count }) => sum + count, 0)).toBe(12)
    expect(existsSync(join(scene.folder, 'out.csv'))).toBe(true)
    scene.interrupt = new AbortController()
    const next = await scene.run()
    expect(new Set(next.balance.map(({ state }) => state))).toEqual(new Set(['scored']))
    expect(scene.sent.length).toBe(12)
  })

  it('that is interrupted before it begins sends nothing', async () => {
    const scene = await create(lines)
    scene.interrupt.abort()
    const report = await scene.run()
    expect([report.balance, scene.sent]).toEqual([[{ state: 'ready', wasDone: false, count: 12 }], []])
  })

  it('remembers what it learned of the service', async () => {
    const scene = await create(Array.from({ length: 30 }, (_, index) => line(`E${index}`)))
    await scene.run()
    const memory = await scene.ledger.targets.readMemory(
      await scene.ledger.targets.find('https://example.test/version-test', 'default'),
    )
    expect(JSON.parse(memory.limiter ?? '')).toEqual({
      inFlight: 4,
      latencyMs: expect.any(Number),
      learnedAt: expect.any(Number),
    })
    expect(JSON.parse(memory.pollSchedule ?? '')).toEqual({ readyMs: expect.any(Array) })
  })

  it('begins anew where an earlier one had been slowed to the floor', async () => {
    const scene = await create([line('E-1'), line('E-2')])
    const target = await scene.ledger.targets.find('https://example.test/version-test', 'default')
    const learnedAt = scene.clock.now()
    const limiter = JSON.stringify({ inFlight: 1, perSecond: 0.1, latencyMs: 50, learnedAt })
    await scene.ledger.targets.writeMemory(target, { limiter, pollSchedule: undefined })
    await scene.run()
    expect(JSON.parse((await scene.ledger.targets.readMemory(target)).limiter ?? '')).not.toHaveProperty('perSecond')
  })

  it('tells of rows that are settled, never more than there are', async () => {
    const scene = await create(lines)
    await scene.run()
    const settled = scene.progress.filter(({ stage }) => stage === 'send').map((progress) => progress.settled)
    expect([Math.min(...settled), Math.max(...settled)]).toEqual([0, 12])
    expect(settled).toEqual(settled.toSorted((left, right) => left - right))
  })
})

describe('a run whose ledger breaks', () => {
  it.each<[string, (ledger: Ledger) => void]>([
    [
      'when rows are read for sending',
      ({ submissions }) => {
        submissions.readyPage = () => {
          throw new Error('disk read error')
        }
      },
    ],
    [
      'when due polls are read',
      ({ submissions }) => {
        submissions.duePolls = () => {
          throw new Error('disk read error')
        }
      },
    ],
    [
      'when an identifier is stored',
      ({ submissions }) => {
        submissions.settle = () => Promise.reject(new Error('disk read error'))
      },
    ],
  ])('%s ends, says so, and writes no workbook', async (_, breakIt) => {
    const scene = await create(lines)
    breakIt(scene.ledger)
    await expect(scene.run()).rejects.toThrow('disk read error')
    expect(existsSync(join(scene.folder, 'out.csv'))).toBe(false)
    expect(scene.sent.length).toBeLessThan(12)
  })

  it('says so even when it was being interrupted', async () => {
    const scene = await create(lines)
    const { submissions } = scene.ledger
    submissions.settle = () => Promise.reject(new Error('disk full'))
    const running = scene.run({
      send: (request) => {
        scene.interrupt.abort()
        return created(request)
      },
    })
    await expect(running).rejects.toThrow('disk full')
  })
})
