import { describe, expect, it } from 'vitest'
import { Crew } from '../../../src/pipeline/engine/crew.ts'

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

describe('a crew', () => {
  it('runs at most its size at once, in order, and reads its source no faster', async () => {
    const crew = new Crew(3)
    const started: number[] = []
    let most = 0
    for (let index = 0; index < 20; index += 1) {
      await crew.add(async () => {
        started.push(index)
        most = Math.max(most, crew.running)
        await turn()
      })
      expect(crew.running).toBeLessThan(3)
    }
    await crew.finish()
    expect([most, crew.running, started]).toEqual([3, 0, Array.from({ length: 20 }, (_, index) => index)])
  })

  it('starts a task at once', () => {
    const crew = new Crew(1)
    let isStarted = false
    void crew.add(async () => {
      isStarted = true
    })
    expect(isStarted).toBe(true)
  })

  it('wakes its owner when several tasks end in one turn', async () => {
    const crew = new Crew(2)
    for (let index = 0; index < 100; index += 1) await crew.add(async () => {})
    await crew.finish()
    expect(crew.running).toBe(0)
  })

  it('keeps the first failure for the end and lets the others end first', async () => {
    const crew = new Crew(4)
    let isOver = false
    await crew.add(async () => {
      await turn()
      await turn()
      isOver = true
    })
    await crew.add(() => Promise.reject(new Error('first')))
    await crew.add(() => Promise.reject(new Error('second')))
    await turn()
    expect([crew.hasFailed, isOver]).toEqual([true, false])
    await expect(crew.finish()).rejects.toThrow('first')
    expect(isOver).toBe(true)
  })

  it('finishes at once when nothing was ever added', async () => {
    await expect(new Crew(1).finish()).resolves.toBeUndefined()
  })
})
