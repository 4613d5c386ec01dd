import { describe, expect, it } from 'vitest'
import { inTurn, isKept, median, runPairs, shorten, summarise } from './line.mjs'

describe('what a line says', () => {
  it.each([
    ['the one in the middle', [3, 1, 2], 2],
    ['halfway between the two in the middle', [4, 1, 2, 3], 2.5],
    ['the only one', [7], 7],
  ])('has a median: %s', (_, values, expected) => {
    expect(median(values)).toBe(expected)
  })

  it('has its spread and how many runs there were', () => {
    expect(summarise([0.4, 0.3, 0.5])).toEqual({ value: 0.4, spread: [0.3, 0.5], runs: 3 })
  })

  it.each([
    [0.3456, '0.35'],
    [12.34, '12.3'],
    [5123.4, '5,123'],
  ])('shows %d as %s', (value, expected) => {
    expect(shorten(value)).toBe(expected)
  })
})

it.each([
  [0.95, { atLeast: 0.95 }, true],
  [0.949, { atLeast: 0.95 }, false],
  [1.5, { atMost: 1.5 }, true],
  [1.501, { atMost: 1.5 }, false],
  [2, { below: 2 }, false],
  [1.999, { below: 2 }, true],
  [99, undefined, undefined],
])('%d with the target %o: kept is %s', (value, target, expected) => {
  expect(isKept(value, target)).toBe(expected)
})

it('runs ours and theirs in turn', async () => {
  const order: string[] = []
  const pairs = await runPairs(
    2,
    async () => order.push('ours'),
    async () => order.push('theirs'),
  )
  expect(order).toEqual(['ours', 'theirs', 'ours', 'theirs'])
  expect(pairs).toEqual([
    { ours: 1, theirs: 2 },
    { ours: 3, theirs: 4 },
  ])
})

it('runs any number of competitors in turn, every other round backwards', async () => {
  const order: string[] = []
  const costs = await inTurn(
    2,
    ['bare', 'ours', 'before'].map((name) => async () => order.push(name)),
  )
  expect(order).toEqual(['bare', 'ours', 'before', 'before', 'ours', 'bare'])
  expect(costs).toEqual([
    [1, 6],
    [2, 5],
    [3, 4],
  ])
})
