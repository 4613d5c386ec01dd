import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { paginate } from '../../rooms/pipeline/rows.ts'

/** What happened in which turn of the event loop, of rows that are all there at once. */
async function watch(count: number): Promise<{ pages: number[]; mostTaken: number; storesAlone: boolean }> {
  let turn = 0
  let isOver = false
  const turning = (async () => {
    while (!isOver) {
      await setImmediate()
      turn += 1
    }
  })()
  const taken = new Map<number, number>()
  const stored = new Set<number>()
  function* rows(): Generator<number> {
    for (let row = 0; row < count; row += 1) {
      taken.set(turn, (taken.get(turn) ?? 0) + 1)
      yield row
    }
  }
  const pages: number[] = []
  let last = -1
  for await (const page of paginate(rows())) {
    expect(page[0]).toBe(last + 1)
    last = page.at(-1) ?? last
    pages.push(page.length)
    if (page.length === 500) stored.add(turn)
  }
  isOver = true
  await turning
  return { pages, mostTaken: Math.max(0, ...taken.values()), storesAlone: [...stored].every((at) => !taken.has(at)) }
}

describe('rows in pages', () => {
  it.each([
    [0, []],
    [1, [1]],
    [499, [499]],
    [500, [500]],
    [1_250, [500, 500, 250]],
  ])('are all there, in order: %i of them', async (count, pages) => {
    expect((await watch(count)).pages).toEqual(pages)
  })

  it('let the event loop turn after a hundred rows, and before and after a page is stored', async () => {
    const { mostTaken, storesAlone } = await watch(2_000)
    expect(mostTaken).toBeLessThanOrEqual(100)
    expect(storesAlone).toBe(true)
  })
})
