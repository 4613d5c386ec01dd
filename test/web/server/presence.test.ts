import { expect, it } from 'vitest'
import { idleTimeoutMs, Presence, waitUntilIdle } from '../../rooms/web/server.ts'
import { ManualClock } from '../../support/manual-clock.ts'

it('somebody is gone after an hour without a page, and never while one is open', async () => {
  const clock = new ManualClock()
  const presence = new Presence(clock)
  await clock.advance(idleTimeoutMs - 1)
  expect(presence.isIdle).toBe(false)
  const leave = presence.connect()
  await clock.advance(10 * idleTimeoutMs)
  expect(presence.isIdle).toBe(false)
  leave()
  expect(presence.isIdle).toBe(false)
  await clock.advance(idleTimeoutMs - 1)
  presence.touch()
  await clock.advance(idleTimeoutMs - 1)
  expect(presence.isIdle).toBe(false)
  await clock.advance(1)
  expect(presence.isIdle).toBe(true)
})

it('the page ends an hour after the last run has ended and the last page was closed, and not before', async () => {
  const clock = new ManualClock()
  const presence = new Presence(clock)
  let isBusy = true
  let isOver = false
  const { signal } = new AbortController()
  const over = waitUntilIdle(presence, { clock, isBusy: () => isBusy, signal }).then(() => {
    isOver = true
  })
  const go = async (minutes: number): Promise<void> => {
    for (let minute = 0; minute < minutes; minute += 1) await clock.advance(60_000)
  }
  await go(180)
  expect(isOver).toBe(false)
  isBusy = false
  await go(58)
  expect(isOver).toBe(false)
  await go(3)
  await over
  expect(isOver).toBe(true)
})
