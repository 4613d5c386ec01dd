import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Workspace } from '../support/program.ts'
import { isCreateOf, json, startService } from '../support/service.ts'
import { toCsv, trip, trips } from '../support/trips.ts'
import { findMisfits, toEventsJsonSchema } from './event-schema.ts'
import { summarySchemas, toSummaryJsonSchema } from './summary-schema.ts'

const root = new URL('../../', import.meta.url)

/** What is printed has no field that the schema leaves out. */
function expectToFit(name: keyof typeof summarySchemas, value: object): void {
  const { error } = z.strictObject(summarySchemas[name].shape).safeParse(value)
  expect(error, JSON.stringify(value)).toBeUndefined()
}

describe('what --json prints fits its schema', () => {
  it.each<[keyof typeof summarySchemas, readonly string[]]>([
    ['run', ['assess', 'trips.csv', '--sandbox', '--json']],
    ['run', ['assess', 'trips.csv', '--sandbox', '--faults', 'reset-after=1%', '--json']],
    ['plan', ['assess', 'trips.csv', '--base-url', 'https://service.example/version-test', '--dry-run', '--json']],
    ['check', ['check', 'assess', 'trips.csv', '--json']],
    ['doctor', ['doctor', '--base-url', 'http://127.0.0.1:9/api', '--json']],
    ['failure', ['assess', 'nowhere.csv', '--sandbox', '--json']],
    ['sealed', ['decide', 'd.csv', '--sandbox', '--seal', 'plan.xlsx', '--by', 'C-1', '--json']],
  ])('%s of %j', async (name, args) => {
    const space = new Workspace()
    space.write('trips.csv', toCsv([...trips(2), trip('E-9', { Seniority: 'Boss' })]))
    space.write('d.csv', toCsv([{ assessmentId: 'A-1', status: 'Approved', complianceTeamMemberId: 'C-1' }]))
    const { stdout, stderr } = await space.run(args)
    const last = stdout.trimEnd().split('\n').at(-1) ?? ''
    expect(last, stderr).toMatch(/^\{/)
    expectToFit(name, JSON.parse(last))
  })
})

it('what --events writes fits its schema', async () => {
  let refusals = 0
  const service = await startService((received) => {
    if (isCreateOf('E-002', received)) return { status: 500, body: 'x' }
    if (!isCreateOf('E-003', received) || refusals > 4) return undefined
    refusals += 1
    return json({ status: 'error' }, 429, { 'retry-after': '0' })
  })
  const space = new Workspace(service.variables)
  space.write('trips.csv', toCsv(trips(6)))
  const { stderr } = await space.assess('trips.csv', '--events', 'events.jsonl', '--retries', '9')
  await space.assess('missing.csv', '--events', 'events.jsonl')
  const text = readFileSync(space.path('events.jsonl'), 'utf8')
  const lines: Record<string, unknown>[] = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(findMisfits(lines), stderr).toEqual([])
  const seen = new Set(lines.map(({ event }) => event))
  expect([...seen]).toEqual(expect.arrayContaining(['started', 'created', 'settled', 'unknown', 'retry', 'ended']))
})

it('an event or a fact that no schema has is found', () => {
  const time = '2026-11-24T00:00:00.000Z'
  expect(findMisfits([{ time, event: 'written', file: 'a' }])).toEqual([])
  expect(findMisfits([{ time, event: 'written', file: 'a', size: 1 }])).toHaveLength(1)
  expect(findMisfits([{ time, event: 'erased' }])).toHaveLength(1)
})

it.each([
  ['summary', toSummaryJsonSchema],
  ['events', toEventsJsonSchema],
])('the package has %s.schema.json, exported, as it is now', (name, toJsonSchema) => {
  const { exports } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))
  const path = exports[`./${name}.schema.json`]
  expect(JSON.parse(readFileSync(new URL(path, root), 'utf8'))).toEqual(JSON.parse(JSON.stringify(toJsonSchema())))
})
