import { expect, it } from 'vitest'
import { PauseSwitch } from '../../rooms/web/runs.ts'

it('who waits goes on when it is lifted, or when everything stops', async () => {
  const pause = new PauseSwitch()
  const { signal } = new AbortController()
  await pause.whenResumed(signal)
  pause.set(true)
  const order: string[] = []
  const waiting = pause.whenResumed(signal).then(() => order.push('went on'))
  const stop = new AbortController()
  const stopped = pause.whenResumed(stop.signal).then(() => order.push('stopped'))
  stop.abort()
  await stopped
  expect([pause.isPaused, order]).toEqual([true, ['stopped']])
  pause.set(false)
  await waiting
  expect([pause.isPaused, order]).toEqual([false, ['stopped', 'went on']])
  await pause.whenResumed(stop.signal)
})
