import { describe, expect, it } from 'vitest'
import { TaskPool } from '../../rooms/pipeline/engine.ts'

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

describe('a pool', () => {
  it('runs at most its size at once, in order, and reads its source no faster', async () => {
    const pool = new TaskPool(3)
    const started: number[] = []
    let most = 0
    for (let index = 0; index < 20; index += 1) {
      await pool.add(async () => {
        started.push(index)
        most = Math.max(most, pool.running)
        await turn()
      })
      expect(pool.running).toBeLessThan(3)
    }
    await pool.finish()
    expect([most, pool.running, started]).toEqual([3, 0, Array.from({ length: 20 }, (_, index) => index)])
  })

  it('starts a task at once', () => {
    const pool = new TaskPool(1)
    let isStarted = false
    void pool.add(async () => {
      isStarted = true
    })
    expect(isStarted).toBe(true)
  })

  it('wakes its owner when several tasks end in one turn', async () => {
    const pool = new TaskPool(2)
    for (let index = 0; index < 100; index += 1) await pool.add(async () => {})
    await pool.finish()
    expect(pool.running).toBe(0)
  })

  it('keeps the first failure for the end and lets the others end first', async () => {
    const pool = new TaskPool(4)
    let isOver = false
    await pool.add(async () => {
      await turn()
      await turn()
      isOver = true
    })
    await pool.add(() => Promise.reject(new Error('first')))
    await pool.add(() => Promise.reject(new Error('second')))
    await turn()
    expect([pool.hasFailed, isOver]).toEqual([true, false])
    await expect(pool.finish()).rejects.toThrow('first')
    expect(isOver).toBe(true)
  })

  it('finishes at once when nothing was ever added', async () => {
    await expect(new TaskPool(1).finish()).resolves.toBeUndefined()
  })
})
