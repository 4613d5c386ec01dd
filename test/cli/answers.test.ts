import { beforeAll, describe, expect, it } from 'vitest'
import { readOutput } from '../support/outputs.ts'
import { assessed, type Ended, Workspace } from '../support/program.ts'
import { isCreateOf, json, type Reply, refusal, type Service, startService } from '../support/service.ts'
import { toCsv, trip, trips } from '../support/trips.ts'

/** Row by row: how the service answers its create. What cannot be known is never sent again by itself. */
const doubtful: [title: string, employeeId: string, reply: Reply][] = [
  ['silence after the request was taken', 'E-HANG', 'hang'],
  ['a connection closed without an answer', 'E-DROP', 'drop'],
  ['an answer that is cut', 'E-CUT', 'cut'],
  ['an HTML page with status 200', 'E-HTML', { headers: { 'content-type': 'text/html' }, body: '<h1>Welcome</h1>' }],
  ['status 500', 'E-500', { status: 500, body: 'oops' }],
  ['status 502', 'E-502', { status: 502, body: '' }],
  ['status 503 without Retry-After', 'E-503', { status: 503, body: '' }],
  ['status 504', 'E-504', { status: 504, body: '' }],
  ['an error envelope with status 500', 'E-ENV', { ...refusal('Pending'), status: 500 }],
  ['a success without an identifier', 'E-NOID', json({ status: 'success', response: {} })],
  ['an empty answer', 'E-EMPTY', { body: '' }],
]

describe('after an answer that proves nothing', () => {
  let service: Service
  let first: Ended
  let second: Ended
  let third: Ended
  let sentByFirst: string[]
  let sentBySecond: string[]
  let unknowns: Record<string, unknown>[]
  let isMended = false

  beforeAll(async () => {
    const ends: (() => void)[] = []
    const keep = (end: () => void): void => void ends.push(end)
    service = await startService((received) => {
      if (isMended) return undefined
      return doubtful.find(([, employeeId]) => isCreateOf(employeeId, received))?.[2]
    }, keep)
    const space = new Workspace(service.variables, keep)
    space.write('trips.csv', toCsv([trip('E-GOOD'), ...doubtful.map(([, employeeId]) => trip(employeeId))]))
    const options = ['--no-wait', '--request-timeout', '1s', '--max-unknown', '50']
    first = await space.assess('trips.csv', ...options)
    sentByFirst = service.created()
    const output = await readOutput(space.path(assessed('trips')))
    unknowns = output.table('Unknown').rows
    isMended = true
    second = await space.assess('trips.csv', ...options)
    sentBySecond = service.created().slice(sentByFirst.length)
    third = await space.assess('trips.csv', ...options, '--retry-unknown')
    return () => {
      for (const end of ends) end()
    }
  })

  it('the run ends with 4 and every other row is done', () => {
    expect(first.code, first.stderr).toBe(4)
    expect(first.summary.outcomes).toEqual({ accepted: 1, unknown: doubtful.length })
  })

  it.each(doubtful)('%s: the row is unknown and was sent once', (_, employeeId) => {
    expect(unknowns.map((row) => row['employeeId'])).toContain(employeeId)
    expect(sentByFirst.filter((sent) => sent === employeeId)).toHaveLength(1)
  })

  it('what came of a cut answer is shown: it may name the record', () => {
    expect(unknowns.find(({ employeeId }) => employeeId === 'E-CUT')?.['answer']).toContain('cut-id')
  })

  it('the same command sends none of them again', () => {
    expect([second.code, sentBySecond]).toEqual([4, []])
  })

  it('--retry-unknown sends each of them once more', () => {
    expect([third.code, third.summary.outcomes]).toEqual([0, { accepted: doubtful.length + 1 }])
    expect(service.created().slice(sentByFirst.length).toSorted()).toEqual(doubtful.map(([, id]) => id).toSorted())
  })
})

/** Row by row: a first answer which says that nothing was done. */
const refusedOnce: [title: string, employeeId: string, reply: Reply][] = [
  ['429 with Retry-After', 'E-429-A', json({ message: 'slow down' }, 429, { 'retry-after': '0' })],
  ['429 without Retry-After', 'E-429-B', { status: 429, body: '' }],
  ['503 with Retry-After', 'E-503', { status: 503, headers: { 'retry-after': '0' }, body: '' }],
  ['421', 'E-421', { status: 421, body: '' }],
  ['425', 'E-425', { status: 425, body: '' }],
  ['a status that --retry-status names', 'E-520', { status: 520, body: '' }],
]

describe('after an answer which says that nothing was done', () => {
  let service: Service
  let ended: Ended

  beforeAll(async () => {
    const ends: (() => void)[] = []
    const keep = (end: () => void): void => void ends.push(end)
    const answered = new Set<string>()
    service = await startService(({ fields }) => {
      const employeeId = String(fields['employeeId'])
      const isFirst = !answered.has(employeeId)
      answered.add(employeeId)
      return isFirst ? refusedOnce.find(([, id]) => id === employeeId)?.[2] : undefined
    }, keep)
    const space = new Workspace(service.variables, keep)
    space.write('trips.csv', toCsv([trip('E-GOOD'), ...refusedOnce.map(([, employeeId]) => trip(employeeId))]))
    ended = await space.assess('trips.csv', '--no-wait', '--retry-status', '520')
    return () => {
      for (const end of ends) end()
    }
  })

  it('the run ends with 0 and every row is created', () => {
    expect([ended.code, ended.summary.outcomes]).toEqual([0, { accepted: refusedOnce.length + 1 }])
    expect(service.created().filter((employeeId) => employeeId === 'E-GOOD')).toHaveLength(1)
  })

  it.each(refusedOnce)('%s: the row is sent once more', (_, employeeId) => {
    expect(service.created().filter((sent) => sent === employeeId)).toHaveLength(2)
  })
})

it.each([
  [302, 'unknown'],
  [307, 'ready'],
])('a redirect (%i) is not followed: exit 2, the other server sees nothing, the row is %s', async (status, state) => {
  const other = await startService()
  const service = await startService(() => ({ status, headers: { location: other.baseUrl }, body: '' }))
  const space = new Workspace(service.variables)
  space.write('trips.csv', toCsv(trips(3)))
  const { code, summary, stderr } = await space.assess('trips.csv')
  expect([code, service.requests.length, other.requests.length]).toEqual([2, 1, 0])
  expect(summary.stopped).toBe('redirect')
  expect(summary.outcomes[state]).toBe(state === 'ready' ? 3 : 1)
  expect(stderr).toContain(other.baseUrl)
})

it('statuses that --distrust-status names leave the row unknown: it was sent once, and is not sent again', async () => {
  const distrusted = refusedOnce.filter(([, employeeId]) => employeeId !== 'E-520')
  const service = await startService(({ fields }) => distrusted.find(([, id]) => id === fields['employeeId'])?.[2])
  const space = new Workspace(service.variables)
  space.write('trips.csv', toCsv([trip('E-GOOD'), ...distrusted.map(([, employeeId]) => trip(employeeId))]))
  const options = ['--no-wait', '--distrust-status', '429,503,421,425']
  const { code, summary, stderr } = await space.assess('trips.csv', ...options)
  expect([code, summary.outcomes], stderr).toEqual([4, { accepted: 1, unknown: distrusted.length }])
  // The pace is cut all the same.
  expect(summary).toMatchObject({ refused: { 421: 1, 425: 1, 429: 2, 503: 1 } })
  expect((await space.assess('trips.csv', ...options)).code).toBe(4)
  expect(service.created().toSorted()).toEqual(['E-421', 'E-425', 'E-429-A', 'E-429-B', 'E-503', 'E-GOOD'])
})
