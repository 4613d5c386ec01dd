import { expect, it } from 'vitest'
import { createWorkerReport, describeServed } from '../../rooms/cli/commands.ts'

it.each<[string, Record<string, number>]>([
  ['nothing yet', {}],
  ['nothing yet', { sending: 4 }],
  ['1,412 created, 1,380 done, 1 unknown', { done: 1_380, accepted: 1_412, unknown: 1, ready: 2 }],
])('says %s', (words, done) => {
  expect(describeServed(new Map(Object.entries(done)))).toBe(words)
})

it('tells every ten seconds, and only what is new', () => {
  let now = 0
  const news = createWorkerReport({ now: () => now })
  const done = new Map([['accepted', 3]])
  const tell = (): string[] => news([{ target: { company: 'acme' }, gate: { inFlight: 2 }, done }])
  expect(tell()).toEqual([])
  now = 10_000
  expect(tell()).toEqual(['acme: 3 created, 2 in flight'])
  now = 20_000
  expect(tell()).toEqual([])
  done.set('done', 1)
  now = 30_000
  expect(tell()).toEqual(['acme: 3 created, 1 done, 2 in flight'])
})
