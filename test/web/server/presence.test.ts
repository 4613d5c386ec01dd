import { expect, it } from 'vitest'
import { idleTimeoutMs, keepAliveMs, Presence, waitUntilIdle } from '../../rooms/web/server.ts'
import { ManualClock } from '../../support/manual-clock.ts'

it('somebody is gone after an hour without a page, and never while one is open', async () => {
  const clock = new ManualClock()
  const presence = new Presence(clock)
  await clock.advance(idleTimeoutMs - 1)
  expect([presence.hasViewer, presence.isOver]).toEqual([false, false])
  // An open page asks again and again.
  for (let asked = 0; asked < 10; asked += 1) {
    presence.touch()
    await clock.advance(keepAliveMs)
    expect([presence.hasViewer, presence.isOver]).toEqual([true, false])
  }
  await clock.advance(idleTimeoutMs - keepAliveMs - 1)
  expect([presence.hasViewer, presence.isOver]).toEqual([false, false])
  await clock.advance(1)
  expect(presence.isOver).toBe(true)
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
