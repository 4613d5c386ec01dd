import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Proof, ServiceClient } from '../rooms/client.ts'
import { type Ledger, referToSending } from '../rooms/ledger.ts'
import { assess, decide } from '../rooms/operations.ts'
import type { Operation, RunEvent, RunReport } from '../rooms/pipeline/model.ts'
import { runBatch } from '../rooms/pipeline.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { loadDefaults, resendNothing, sendDefaults } from '../support/run-defaults.ts'
import { created, createFolder, createLedger, createPorts, headings, line, ready } from './stage.ts'

/** One ledger, open in one process, and a service that remembers for whom it created what. */
async function createScene() {
  const folder = createFolder()
  const clock = new ManualClock()
  const ledger: Ledger = createLedger(folder, clock)
  const target = await ledger.targets.find('https://example.test/version-test', 'default')
  const creations: string[] = []
  const waitedFor: number[] = []
  /** What becomes of a decision with this note, when it is not recorded. */
  const endsOf = new Map<string, Proof>()
  /** What happens while a decision with this note is on its way. */
  const meanwhile = new Map<string, () => Promise<void>>()
  const attempt = async <P>(proof: P) => {
    const sentAtMs = clock.now()
    await clock.sleep(700)
    return { proof, sentAtMs, answeredAtMs: clock.now(), status: 200 }
  }
  const operation: typeof assess = {
    ...assess,
    send: {
      ...assess.send,
      call: (_, request) => {
        creations.push(request.employeeId)
        return attempt(created(request))
      },
    },
    poll: { retrieve: (_, identifier) => attempt(ready(identifier)) },
  }
  const deciding: typeof decide = {
    ...decide,
    send: {
      endpoint: decide.send.endpoint,
      call: async (_, { note = '' }) => {
        creations.push(note)
        await meanwhile.get(note)?.()
        return attempt<Proof>(endsOf.get(note) ?? { kind: 'done', identifier: note, reportUrl: '' })
      },
    },
  }
  function run(name: string, employees: readonly string[]): Promise<RunReport> {
    return runLines(operation, name, [headings, ...employees.map((employee) => line(employee))])
  }
  function runDecisions(name: string, notes: readonly string[], others: readonly string[] = []): Promise<RunReport> {
    const on = (id: string) => (note: string) => `${id},Manager Approved,M-1,${note}`
    const lines = [...notes.map(on('A-1')), ...others.map(on('A-2'))]
    return runLines(deciding, name, ['assessmentId,status,managerId,note', ...lines])
  }
  function runLines(operation: Operation, name: string, lines: readonly string[]): Promise<RunReport> {
    const input = join(folder, `${name}.csv`)
    writeFileSync(input, lines.join('\n'))
    const batch = {
      input,
      output: join(folder, `${name}-out.csv`),
      load: loadDefaults,
      resend: resendNothing,
      send: { ...sendDefaults, concurrency: 3 },
      targetLabel: 'https://example.test/version-test',
      isTestTarget: true,
      toolVersion: '1.2.3',
    }
    const place = { ledger, target, client: {} as ServiceClient, rememberToken() {} }
    const onEvent = (event: RunEvent): void => {
      if (event.kind === 'waiting') waitedFor.push(event.senders.reduce((sum, { rows }) => sum + rows, 0))
    }
    return runBatch(operation, place, batch, { ...createPorts(clock), onEvent, ask: async () => true })
  }
  /** A person says that the first request, which is unknown, was recorded. */
  async function answerFirst(): Promise<void> {
    const { sentAt = 0 } = (await ledger.submissions.get(1)) ?? {}
    const reference = referToSending(ledger.id, { id: 1, sentAt })
    const recorded = { kind: 'created', state: 'done', identifier: undefined } as const
    expect(await ledger.resolutions.apply('decide', reference, recorded, clock.now())).toBe('applied')
  }
  return { clock, creations, endsOf, meanwhile, waitedFor, run, runDecisions, answerFirst }
}

function employees(from: number, to: number): string[] {
  return Array.from({ length: to - from }, (_, index) => `E${from + index}`)
}

const scored = (report: RunReport): number =>
  report.balance.reduce((sum, { state, count }) => (state === 'scored' ? sum + count : sum), 0)

describe('two runs at the same time, on one open ledger', () => {
  it('of different inputs send each its own, and each sees its own balance', async () => {
    const { clock, creations, run } = await createScene()
    const reports = await clock.runFreely(Promise.all([run('one', employees(0, 12)), run('two', employees(12, 30))]))
    expect(creations.toSorted()).toEqual(employees(0, 30).toSorted())
    expect(reports.map(({ rows, halt }) => [rows, halt])).toEqual([
      [12, undefined],
      [18, undefined],
    ])
    expect(reports.map(scored)).toEqual([12, 18])
  })

  it('of overlapping inputs create nothing twice, and each ends when all of its rows are done', async () => {
    const { clock, creations, run } = await createScene()
    const reports = await clock.runFreely(Promise.all([run('one', employees(0, 20)), run('two', employees(5, 30))]))
    expect(creations.toSorted()).toEqual(employees(0, 30).toSorted())
    expect(reports.map(scored)).toEqual([20, 25])
    expect(reports.map(({ halt }) => halt)).toEqual([undefined, undefined])
  })

  it('of the same rows share them, and whoever has nothing left says how many it waits for', async () => {
    const { clock, creations, waitedFor, run } = await createScene()
    const reports = await clock.runFreely(Promise.all([run('one', employees(0, 7)), run('two', employees(0, 7))]))
    expect(creations.toSorted()).toEqual(employees(0, 7))
    expect(reports.map(scored)).toEqual([7, 7])
    expect(waitedFor.length).toBeGreaterThan(0)
    expect(Math.max(...waitedFor)).toBeLessThanOrEqual(3)
  })

  it('of the same decisions on one thing record them in order, and neither passes over what comes after a row on its way', async () => {
    const { clock, creations, runDecisions } = await createScene()
    const notes = ['first', 'second', 'third', 'fourth']
    const reports = await clock.runFreely(Promise.all([runDecisions('one', notes), runDecisions('two', notes)]))
    expect(creations).toEqual(notes)
    expect(reports.map(({ balance }) => balance.map(({ state, count }) => [state, count]))).toEqual([
      [['decided', 4]],
      [['decided', 4]],
    ])
  })

  it('a run of decisions on one thing goes on with what waited for an unknown one, once a person says that it was recorded', async () => {
    const { clock, creations, endsOf, meanwhile, runDecisions, answerFirst } = await createScene()
    endsOf.set('first', { kind: 'unknown', reason: 'no answer', raw: '', isForeign: false })
    meanwhile.set('c', answerFirst)
    const { balance } = await clock.runFreely(runDecisions('one', ['first', 'second', 'third'], ['a', 'b', 'c', 'd']))
    expect(creations.filter((note) => note.length > 1)).toEqual(['first', 'second', 'third'])
    expect(balance.map(({ state, count }) => [state, count])).toEqual([['decided', 7]])
  })
})
