import { expect, it } from 'vitest'
import { lookAt, queuesOf, readKeys, workOn } from '../../../src/app/team/run-jobs.ts'

it('names queues by ledger and target, so that no two of either share one', () => {
  const names = [queuesOf('one', { id: 1 }), queuesOf('one', { id: 2 }), queuesOf('two', { id: 1 })].flatMap(
    ({ send, look }) => [send, look],
  )
  expect(new Set(names).size).toBe(6)
})

it('gives a job numbers alone, and one name for the same work', () => {
  const jobs = [lookAt(7), workOn({ runId: 7, from: 0, to: 9 }), workOn({ runId: 7, from: 10, to: 19 })]
  expect(new Set(jobs.map(({ id }) => id)).size).toBe(3)
  expect(jobs.flatMap(({ keys }) => Object.values(keys)).every(Number.isInteger)).toBe(true)
  expect(jobs.map(({ keys }) => readKeys(keys))).toEqual([
    { runId: 7, from: undefined },
    { runId: 7, from: 0, to: 9 },
    { runId: 7, from: 10, to: 19 },
  ])
  expect(() => readKeys({})).toThrow('names no run')
})
