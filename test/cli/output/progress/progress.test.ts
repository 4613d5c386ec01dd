import { Writable } from 'node:stream'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createProgressDisplay } from '../../../rooms/cli/output.ts'
import type { RunEvent } from '../../../rooms/pipeline/model.ts'

beforeEach(() => vi.useFakeTimers({ now: Date.UTC(2026, 2, 1) }))
afterEach(() => vi.useRealTimers())

const clock = { now: () => Date.now(), sleep: () => Promise.resolve() }
const still = { settled: 0, inFlight: 0, pending: 0, counts: new Map() }
const loaded: RunEvent = { kind: 'progress', stage: 'load', rows: 700, ...still }

async function display(isQuiet = false) {
  const lines: string[] = []
  const stderr = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const shown = await createProgressDisplay({ stderr, clock }, { isQuiet, onLine: () => {} })
  return { ...shown, lines }
}

it('says after a second what takes longer, then every ten seconds', async () => {
  const { update, end, lines } = await display()
  vi.advanceTimersByTime(999)
  expect(lines).toEqual([])
  vi.advanceTimersByTime(1)
  expect(lines).toEqual(['2026-03-01T00:00:01.000Z reading …\n'])
  update(loaded)
  vi.advanceTimersByTime(9_000)
  expect(lines.slice(1)).toEqual(['2026-03-01T00:00:10.000Z reading: 700 rows\n'])
  end()
  vi.advanceTimersByTime(60_000)
  expect(lines).toHaveLength(2)
})

it('says nothing of a command that ends within a second, or is quiet', async () => {
  const short = await display()
  short.update(loaded)
  short.end()
  const quiet = await display(true)
  vi.advanceTimersByTime(30_000)
  expect([short.lines, quiet.lines]).toEqual([[], []])
})
