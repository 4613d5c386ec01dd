import { expect, it } from 'vitest'
import { estimateScoreTiming, PollSchedule } from '../../rooms/pipeline/engine.ts'

/** What a run learned of a service whose scores are ready after a time. */
function learn(readyMs: number): unknown {
  const schedule = new PollSchedule()
  for (let id = 0; id < 60; id += 1) {
    let askAt = schedule.firstPollAt(id, 0)
    for (; askAt < readyMs; askAt = schedule.nextPollAt(id, 0, askAt));
    schedule.onReady(id, 0, askAt)
  }
  return schedule.snapshot
}

it.each([undefined, null, {}, { readyMs: [1, 2] }, 'old'])('knows nothing from %j', (memory) => {
  expect(estimateScoreTiming(memory)).toBeUndefined()
})

it.each([1_000, 5_000, 60_000])('knows about when scores are ready that were seen after %d ms', (readyMs) => {
  const known = estimateScoreTiming(learn(readyMs))
  expect(known?.readyMs).toBeGreaterThan(0.8 * readyMs)
  expect(known?.readyMs).toBeLessThan(2 * readyMs)
  expect(known?.callsEach).toBeGreaterThanOrEqual(1)
  expect(known?.callsEach).toBeLessThan(2.5)
  expect(known?.patientCallsEach).toBeGreaterThanOrEqual(1)
  expect(known?.patientCallsEach).toBeLessThan(1.2)
})
