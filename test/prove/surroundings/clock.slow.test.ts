import { describe, expect, it } from 'vitest'
import { readOutput } from '../../support/outputs.ts'
import { assessed, Workspace } from '../../support/program.ts'
import { json, startService } from '../../support/service.ts'
import { toCsv, trips } from '../../support/trips.ts'
import { nothingWrong, settle } from './surroundings.ts'

const hourMs = 3_600_000

/** Set before anything else is loaded: a clock that is wrong by `SHIFT_MS`, from SIGUSR2 on. */
const wrongClock = `
  const now = Date.now
  let shiftMs = Number(process.env.SHIFT_AT_START_MS ?? 0)
  Date.now = () => now() + shiftMs
  process.on('SIGUSR2', () => { shiftMs += Number(process.env.SHIFT_MS) })
`
const preload = `--import=data:text/javascript,${encodeURIComponent(wrongClock)}`
const notReady = json({ status: 'error', message: 'Pending' })

/** A cell with a date, to the millisecond. */
function timeOf(cell: unknown): number {
  return cell instanceof Date ? cell.getTime() : Number.NaN
}

describe('a clock that jumps while it runs', () => {
  it('back by three hours makes nothing wait for hours', async () => {
    const asked = new Map<unknown, number>()
    const service = await startService(({ endpoint, fields }) => {
      if (endpoint === 'rwa_create') return undefined
      const times = (asked.get(fields['assessmentId']) ?? 0) + 1
      asked.set(fields['assessmentId'], times)
      return times > 1 ? undefined : notReady
    })
    const space = new Workspace(service.variables)
    space.write('trips.csv', toCsv(trips(6)))
    const variables = { NODE_OPTIONS: preload, SHIFT_MS: String(-3 * hourMs) }
    const startedAt = Date.now()
    const running = space.start(['assess', 'trips.csv', '--json', '--rate', '10'], variables)
    await running.until(() => service.created().length === 3)
    running.child.kill('SIGUSR2')
    const { code, summary, stderr } = await running.ended
    expect([code, summary.outcomes], stderr).toEqual([0, { scored: 6 }])
    const { results } = await readOutput(space.path(assessed('trips')))
    for (const { sentAt, scoredAt } of results) {
      expect(timeOf(sentAt)).toBeGreaterThan(startedAt - 1_000)
      expect(timeOf(scoredAt)).toBeGreaterThan(timeOf(sentAt))
    }
    expect(await settle(service, space.path(assessed('trips')))).toEqual(nothingWrong)
  })

  it('forwards by three hours asks once more before it calls a row pending, and the same command asks again', async () => {
    let isReady = false
    const service = await startService(({ endpoint }) => (endpoint === 'rwa_create' || isReady ? undefined : notReady))
    const space = new Workspace(service.variables)
    space.write('trips.csv', toCsv(trips(3)))
    const variables = { NODE_OPTIONS: preload, SHIFT_MS: String(3 * hourMs) }
    const running = space.start(['assess', 'trips.csv', '--json'], variables)
    await running.until(() => service.requests.length === 6)
    running.child.kill('SIGUSR2')
    const { code, summary } = await running.ended
    expect([code, summary.outcomes]).toEqual([4, { pending: 3 }])
    expect(service.requests.length).toBeGreaterThanOrEqual(9)

    // By now the clock is right again: what was accepted may have been so in the future.
    isReady = true
    const second = await space.spawnAssess('trips.csv')
    expect([second.code, second.summary.outcomes]).toEqual([0, { scored: 3 }])
    expect(service.created()).toHaveLength(3)
  })
})

describe('a clock that jumps between two runs', () => {
  it('back by three hours asks at once, and for no longer than the time-out', async () => {
    const service = await startService(({ endpoint }) => (endpoint === 'rwa_create' ? undefined : notReady))
    const space = new Workspace(service.variables)
    space.write('trips.csv', toCsv(trips(2)))
    const ahead = { NODE_OPTIONS: preload, SHIFT_AT_START_MS: String(3 * hourMs) }
    const first = await space.spawn(['assess', 'trips.csv', '--no-wait', '--json'], ahead)
    expect(first.summary.outcomes).toEqual({ accepted: 2 })
    const second = await space.spawnAssess('trips.csv', '--poll-timeout', '2s')
    expect([second.code, second.summary.outcomes]).toEqual([4, { pending: 2 }])
    expect(service.created()).toHaveLength(2)
  })
})
