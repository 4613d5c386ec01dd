import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { KeyedQueue } from '../../rooms/pipeline/engine.ts'

describe('queue', () => {
  it('of one key run one after another in the order in which they came, those of others side by side', async () => {
    const keys = fc.array(fc.constantFrom('A', 'B', 'C', '__proto__'), { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(keys, fc.scheduler(), async (sequence, scheduler) => {
        const queue = new KeyedQueue()
        const started: Record<string, number[]> = Object.create(null)
        const running = new Map<string, number>()
        const all = sequence.map((key, index) =>
          queue.add(key, async () => {
            running.set(key, (running.get(key) ?? 0) + 1)
            expect(running.get(key)).toBe(1)
            started[key] = [...(started[key] ?? []), index]
            await scheduler.schedule(Promise.resolve())
            running.set(key, 0)
          }),
        )
        await scheduler.waitFor(Promise.all(all))
        expect(Object.values(started).flat()).toHaveLength(sequence.length)
        for (const list of Object.values(started)) expect(list).toEqual(list.toSorted((left, right) => left - right))
      }),
      { seed: 8, numRuns: 200 },
    )
  })

  it('do not wait for those of another key', async () => {
    const queue = new KeyedQueue()
    void queue.add('A', () => new Promise(() => {}))
    let hasRun = false
    await queue.add('B', async () => {
      hasRun = true
    })
    expect(hasRun).toBe(true)
  })

  it('come also after one that threw, which is told to whoever took it', async () => {
    const queue = new KeyedQueue()
    const broken = queue.add('A', () => Promise.reject(new Error('broken')))
    let hasRun = false
    const next = queue.add('A', async () => {
      hasRun = true
    })
    await expect(broken).rejects.toThrow('broken')
    await next
    expect(hasRun).toBe(true)
  })
})
