import { describe, expect, it } from 'vitest'
import { BatchError, silentLogger } from '../rooms/support.ts'
import { ActionQueue, type ReadingPorts, waitUnlessCancelled } from '../rooms/web.ts'

/** Reads until it is cancelled, then ends as reading does. */
async function readForever({ interrupt, onEvent }: ReadingPorts): Promise<void> {
  const still = { settled: 0, inFlight: 0, pending: 0, counts: new Map() }
  onEvent?.({ kind: 'progress', stage: 'load', rows: 250, ...still })
  await waitUnlessCancelled(new Promise(() => {}), interrupt)
}

describe('the actions of the page', () => {
  it('a reading says its rows and can be cancelled: that is no error, and the next action begins', async () => {
    const states: unknown[] = []
    const changed = () => states.push([queue.state.busy, queue.state.progress?.rows])
    const queue = new ActionQueue({ logger: silentLogger, changed })
    const first = queue.read('reading', undefined, () => readForever(queue.ports))
    const second = queue.run('answering', undefined, async () => {})
    await Promise.resolve()
    queue.cancel()
    await Promise.all([first, second])
    expect(queue.state.error).toBeNull()
    expect(states).toEqual([
      ['reading', undefined],
      ['reading', 250],
      [null, undefined],
      ['answering', undefined],
      [null, undefined],
    ])
  })

  it('what goes wrong while it is cancelled is said', async () => {
    const queue = new ActionQueue({ logger: silentLogger, changed() {} })
    await queue.read('planning', undefined, async () => {
      queue.cancel()
      throw new BatchError('surroundings', 'the disk is full')
    })
    expect(queue.state.error?.message).toBe('the disk is full')
  })

  it('one that sends or answers is not cancelled', async () => {
    const queue = new ActionQueue({ logger: silentLogger, changed() {} })
    let isDone = false
    const action = queue.run('answering', undefined, async () => {
      queue.cancel()
      isDone = true
    })
    await action
    expect([isDone, queue.state.progress, queue.state.error]).toEqual([true, null, null])
  })
})
