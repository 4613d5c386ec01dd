import { expect, it } from 'vitest'
import { followRun } from '../../rooms/cli/commands.ts'
import type { LedgerStatus, RunStatus } from '../../rooms/ledger/port.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { runStatus } from '../../support/run-status.ts'

const run = runStatus()
const ended = { ...run, isRunning: false, endedAt: 5_000, ending: 'done' }
const died = { ...run, isRunning: false }
const earlier = { ...ended, id: 6 }

function held(...runs: RunStatus[]): LedgerStatus {
  return { holder: 'process 1', ended: 0, runs }
}

function free(...runs: RunStatus[]): LedgerStatus {
  return { holder: undefined, runs, ended: 0 }
}

/** What is seen at each look, and what comes of it. */
async function follow(looks: readonly LedgerStatus[]) {
  const clock = new ManualClock()
  const interrupt = new AbortController()
  const asked: (number | undefined)[] = []
  const shown: (number | undefined)[] = []
  const followed = followRun({
    clock,
    async read(runId) {
      const status = looks[asked.length]
      asked.push(runId)
      if (status !== undefined) return status
      interrupt.abort()
      return held(run)
    },
    show: (now) => shown.push(now?.id),
    everyMs: 2_000,
    interrupt: interrupt.signal,
  })
  return { followed: await clock.runFreely(followed), asked, shown }
}

it('follows the run that is going on, and that one only, until it ends', async () => {
  const { followed, asked, shown } = await follow([held(run, earlier), held(run), free(ended)])
  expect(followed).toEqual({ end: 'ended', run: ended })
  expect(asked).toEqual([undefined, 7, 7])
  expect(shown).toEqual([7, 7])
})

it('does not wait for a sheet where only workers hold the ledger', async () => {
  const status = { ...held(earlier), isHeldByWorkersOnly: true }
  const { followed, shown } = await follow([status])
  expect([followed, shown]).toEqual([{ end: 'idle', run: earlier }, []])
})

it('waits while the sheet is read', async () => {
  const { followed, shown } = await follow([held(earlier), held(run, earlier), free(ended)])
  expect([followed.end, shown]).toEqual(['ended', [undefined, 7]])
})

it('says that the process died', async () => {
  expect((await follow([held(run), free(died)])).followed).toEqual({ end: 'died', run: died })
})

it('takes a run whose rows a later one has taken for ended', async () => {
  expect((await follow([held(run), held()])).followed).toEqual({ end: 'ended', run })
})

it('ends at once where nothing goes on', async () => {
  expect((await follow([free(earlier)])).followed).toMatchObject({ end: 'idle', run: { id: 6 } })
})

it('ends when it is interrupted', async () => {
  expect((await follow([held(run)])).followed).toEqual({ end: 'interrupted' })
})
