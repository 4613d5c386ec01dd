import { readFileSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { Workspace } from '../support/program.ts'
import { isCreateOf, json, startService, token } from '../support/service.ts'
import { toCsv, trip, trips } from '../support/trips.ts'

function readLines(file: string): Record<string, unknown>[] {
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

it('--events adds a line for each event, with its time; --log-file begins with what runs where; neither holds personal data', async () => {
  let refusals = 0
  const service = await startService((received) => {
    if (isCreateOf('E-002', received)) return { status: 500, body: token }
    if (!isCreateOf('E-003', received) || refusals > 0) return undefined
    refusals += 1
    return json({ status: 'error' }, 429, { 'retry-after': '0' })
  })
  const space = new Workspace(service.variables)
  space.write('trips.csv', toCsv([...trips(3), trip('E-9', { Seniority: 'Boss' })]))
  const { code, stderr } = await space.assess('trips.csv', '--events', 'events.jsonl', '--log-file', 'log.txt')
  expect(code, stderr).toBe(4)

  const lines = readLines(space.path('events.jsonl'))
  for (const { time } of lines) expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  expect(lines[0]).toMatchObject({
    event: 'started',
    operation: 'assess',
    target: service.baseUrl,
    environment: 'test environment',
    rows: 4,
    toSend: 3,
    outcomes: { ready: 3, invalid: 1 },
  })
  expect(lines).toEqual(
    expect.arrayContaining(
      [
        { event: 'created', row: 2 },
        { event: 'settled', row: 2, state: 'scored' },
        { event: 'unknown', row: 3 },
        { event: 'retry', row: 4, cause: 'not-processed', tries: 2 },
        { event: 'settled', row: 4, state: 'scored' },
      ].map((line) => expect.objectContaining(line)),
    ),
  )
  expect(lines.slice(-2)).toMatchObject([
    { event: 'written', file: 'output/trips.assessed.xlsx' },
    { event: 'ended', exitCode: 4, outcomes: { scored: 2, unknown: 1, invalid: 1 }, refused: { 429: 1 } },
  ])

  const log = readFileSync(space.path('log.txt'), 'utf8')
  const [first] = log.split('\n')
  expect(first).toMatch(
    /^\S+Z note rwa-batch \d+\.\d+\.\d+ .*assess trips\.csv .*target http.*\(test environment\), company default/,
  )
  expect(log).toContain('4 rows: 1 invalid, 3 ready')
  for (const text of [readFileSync(space.path('events.jsonl'), 'utf8'), log])
    expect(text).not.toMatch(/E-00\d|tok-3f9c/)
})

it('--events - writes to standard output, where the summary of --json stays last', async () => {
  const service = await startService()
  const space = new Workspace(service.variables)
  space.write('trips.csv', toCsv(trips(1)))
  const { stdout } = await space.assess('trips.csv', '--no-wait', '--events', '-')
  const lines: Record<string, unknown>[] = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines.map(({ event }) => event)).toEqual(['started', 'created', 'written', 'ended', undefined])
  expect(lines.at(-1)).toMatchObject({ exitCode: 0, rows: 1 })
})

it('what stops a run before it begins ends the events too, and a file that cannot be written is said before anything is sent', async () => {
  const service = await startService()
  const space = new Workspace(service.variables)
  writeFileSync(space.path('trips.csv'), 'no heading\n1\n')
  expect((await space.assess('trips.csv', '--events', 'events.jsonl')).code).toBe(2)
  expect(readLines(space.path('events.jsonl'))).toMatchObject([
    { event: 'ended', exitCode: 2, error: expect.any(String) },
  ])
  const { code, stderr } = await space.assess('trips.csv', '--events', 'nowhere/events.jsonl')
  expect([code, service.requests]).toEqual([1, []])
  expect(stderr).toContain('--events')
})

it.each([
  ['assess', 'nowhere.csv'],
  ['check', 'assess', 'nowhere.csv'],
  ['check', 'nowhere.csv'],
  ['status', '--ledger', 'trips.csv'],
  ['assess', 'trips.csv', '--retires', '3'],
])('%s %s %s: a failure with --json is a last line of JSON too', async (...args) => {
  const space = new Workspace({ RWA_BASE_URL: 'https://service.example/api', RWA_API_TOKEN: token })
  space.write('trips.csv', toCsv(trips(1)))
  const { code, stdout, stderr } = await space.run([...args, '--json'])
  expect(JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? ''), stderr).toEqual({
    exitCode: code,
    error: expect.any(String),
    hint: expect.any(String),
  })
})
