import { expect, it } from 'vitest'
import { nameQueues, parseJobKeys, toCheckJob, toChunkJob } from '../../rooms/app/team.ts'

it('names queues by ledger and target, so that no two of either share one', () => {
  const names = [nameQueues('one', { id: 1 }), nameQueues('one', { id: 2 }), nameQueues('two', { id: 1 })].flatMap(
    ({ send, check }) => [send, check],
  )
  expect(new Set(names).size).toBe(6)
})

it('gives a job numbers alone, and one name for the same work', () => {
  const jobs = [toCheckJob(7), toChunkJob({ runId: 7, from: 0, to: 9 }), toChunkJob({ runId: 7, from: 10, to: 19 })]
  expect(new Set(jobs.map(({ id }) => id)).size).toBe(3)
  expect(jobs.flatMap(({ keys }) => Object.values(keys)).every(Number.isInteger)).toBe(true)
  expect(jobs.map(({ keys }) => parseJobKeys(keys))).toEqual([
    { runId: 7, from: undefined },
    { runId: 7, from: 0, to: 9 },
    { runId: 7, from: 10, to: 19 },
  ])
  expect(() => parseJobKeys({})).toThrow('names no run')
})
