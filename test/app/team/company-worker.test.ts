import { expect, it } from 'vitest'
import { createWorkspace, load, sendAll, trip } from '../../ledger/workspace.ts'
import { createCompanyWorker, enqueueRuns, isTemporary, serveCompany } from '../../rooms/app/team.ts'
import { parseSendOptions } from '../../rooms/app.ts'
import type { ServiceClient } from '../../rooms/client.ts'
import type { JobEngine } from '../../rooms/jobs.ts'
import type { DetachedRun, TeamWork } from '../../rooms/ledger/port.ts'
import type { RunEvent } from '../../rooms/pipeline/model.ts'
import { silentLogger } from '../../rooms/support.ts'
import { ManualClock } from '../../support/manual-clock.ts'

/** A queue that never hands out anything. */
const idle: JobEngine = {
  async enqueue() {},
  work() {},
  async pause() {},
  async close() {},
}

it('says what it waits for once nothing has moved for a minute though a run was left to it, and is silent without one', async () => {
  const clock = new ManualClock()
  const ledger = createWorkspace().open()
  const target = await ledger.targets.find('https://service.example', 'acme')
  const runId = await load(ledger, [trip('E1 March Spain')])
  const open: DetachedRun[] = []
  const team = { open: async () => open } as Partial<TeamWork> as TeamWork
  const told: RunEvent[] = []
  const interrupt = new AbortController()
  const desk = createCompanyWorker({
    ...{ ledger, target, client: {} as ServiceClient, rememberToken() {}, team },
    engine: idle,
    options: parseSendOptions({ concurrency: 4 }),
    onStopped() {},
    ports: {
      clock,
      random: () => 0.5,
      logger: silentLogger,
      interrupt: interrupt.signal,
      onEvent: (event) => void told.push(event),
    },
  })
  const served = serveCompany(desk, interrupt.signal)
  for (let second = 0; second < 600; second += 5) {
    await clock.advance(5_000)
    await enqueueRuns(desk)
  }
  expect(told).toEqual([])

  open.push({ id: runId, operation: 'assess', how: '', sheets: [''], isOver: false })
  await clock.advance(60_000)
  expect(told).toEqual([{ kind: 'still', forMs: 60_000, waits: [{ kind: 'queue' }] }])
  await sendAll(ledger, runId, 'accepted')
  await clock.advance(60_000)
  expect(told.at(-1)).toMatchObject({ kind: 'still', forMs: 120_000, waits: [{ kind: 'scores', rows: 1 }] })

  interrupt.abort()
  expect(await served).toEqual({ kind: 'interrupted' })
  await clock.advance(600_000)
  expect(told.filter(({ kind }) => kind === 'still')).toHaveLength(2)
})

it.each([
  [{ kind: 'held-off', message: '' } as const, true],
  // It was waited for as long as somebody wanted.
  [{ kind: 'unreachable', message: '' } as const, false],
  [{ kind: 'authorisation', message: '' } as const, false],
])('a company that is not served because of %o is tried again by itself: %s', (reason, expected) => {
  expect(isTemporary(reason)).toBe(expected)
})
