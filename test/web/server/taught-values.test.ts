import { expect, it } from 'vitest'
import { Workspace } from '../../support/program.ts'
import { json, startService } from '../../support/service.ts'
import { toCsv, trip } from '../../support/trips.ts'
import { enterPageInProcess } from '../page-client.ts'

const refused = new Set(['HR', 'IT'])

/** Twelve trips, of which three roles are refused: two HR, one IT. */
const firstSheet = toCsv([
  ...['Human Resources', 'Information Technology', 'Engineering'].flatMap((role, at) =>
    [1, 2, 3].map((each) => trip(`E${at}${each}`, { Role: role })),
  ),
  trip('E7', { Role: 'HR' }),
  trip('E8', { Role: 'HR' }),
  trip('E9', { Role: 'IT' }),
])
const nextSheet = toCsv([
  trip('N1', { Role: 'HR', 'Trip start': '2026-03-02' }),
  trip('N2', { Role: 'Engineering', 'Trip start': '2026-03-02' }),
  trip('N3', { Role: 'IT', 'Trip start': '2026-03-02' }),
])

async function startRefusing() {
  const errors = [{ field: 'roleType', message: 'Incorrect role type' }]
  const service = await startService(({ endpoint, fields }) =>
    endpoint === 'rwa_create' && refused.has(String(fields['roleType']))
      ? json({ status: 'error', success: false, errors })
      : undefined,
  )
  return { service, workspace: new Workspace(service.variables) }
}

it('the next sheet has the accepted values as its list, and warns of those that were refused', {
  timeout: 60_000,
}, async () => {
  const { service, workspace } = await startRefusing()
  const client = await enterPageInProcess(workspace)
  await client.upload('first.csv', firstSheet)
  const { plan } = await client.post('/api/plan')
  await client.post('/api/run', { plan: plan?.id })
  await client.until(({ run }) => run?.end?.refused === 3)

  const { sheet, check } = await client.upload('next.csv', nextSheet)
  expect(sheet?.fields.find(({ name }) => name === 'roleType')?.values).toEqual([
    'Engineering',
    'Human Resources',
    'Information Technology',
  ])
  expect(sheet?.fields.find(({ name }) => name === 'citizenship')?.values).toEqual(['Germany'])
  expect(check).toMatchObject({ ready: 3, doubtful: 2 })
  expect(check?.groups.map(({ kind, field, values }) => [kind, field, values])).toEqual([
    [
      'doubtful',
      'roleType',
      [
        { written: 'HR', count: 1, use: 'Human Resources' },
        { written: 'IT', count: 1, use: 'Information Technology' },
      ],
    ],
  ])
  const { rows } = await client.rows({ filter: 'all', from: 0, count: 1 })
  expect(rows[0]?.problems.map(({ text }) => text).join()).toMatch(
    /^“HR” was refused 2 times, last on \d+ \w+ \d{4}; “Human Resources” was accepted/,
  )
  expect(service.created()).not.toContain('N1')
})

it('what this page’s own run refused is said once in its cell, with the accepted value', {
  timeout: 60_000,
}, async () => {
  const { workspace } = await startRefusing()
  const client = await enterPageInProcess(workspace)
  await client.upload('first.csv', firstSheet)
  const { plan } = await client.post('/api/plan')
  await client.post('/api/run', { plan: plan?.id })
  await client.until(({ run }) => run?.end?.refused === 3)
  const { check } = await client.post('/api/reading', { columns: { Role: 'roleType' } })
  expect(check?.groups.map(({ kind, count, values }) => [kind, count, values.map(({ use }) => use)])).toEqual([
    ['refused', 3, ['Human Resources', 'Information Technology']],
  ])
})

it('a check at the terminal warns of the same, and knows nothing of another company', { timeout: 60_000 }, async () => {
  const { service, workspace } = await startRefusing()
  workspace.write('first.csv', firstSheet)
  workspace.write('next.csv', nextSheet)
  await workspace.assess('first.csv')
  const check = (...args: string[]) => workspace.run(['check', 'assess', 'next.csv', '--json', ...args])
  const warned = await check()
  expect(warned.stdout).toContain('“Human Resources” was accepted')
  workspace.writeProfile({ baseUrl: service.variables['RWA_BASE_URL'], company: 'another' })
  expect((await check()).stdout).not.toContain('was refused')
})

const british = toCsv([
  trip('G1', { Nationality: 'Great Britain', 'Home country': 'Great Britain', 'Host country': 'France' }),
  trip('G2', { Nationality: 'Holland', 'Host country': 'Great Britain' }),
])
const nextBritish = toCsv([trip('G3', { 'Host country': 'Great Britain' })])

it('a name of a country is corrected once in all columns of countries, and kept for all', {
  timeout: 60_000,
}, async () => {
  const workspace = new Workspace((await startService()).variables)
  const client = await enterPageInProcess(workspace)
  const { check } = await client.upload('british.csv', british)
  expect(check?.groups.map(({ fields, count, values }) => [fields, count, values])).toEqual([
    [
      ['citizenship', 'residency', 'destination'],
      4,
      [
        { written: 'Great Britain', count: 3, use: 'United Kingdom' },
        { written: 'Holland', count: 1, use: 'Netherlands' },
      ],
    ],
  ])
  const column = check?.groups[0]?.column
  const wish = { kind: 'values', column, values: [{ written: 'Great Britain', text: 'United Kingdom' }] }
  const corrected = await client.post('/api/edit', wish)
  expect(corrected.check).toMatchObject({ edited: 3, undoable: 1, doubtful: 1 })
  expect((await client.post('/api/undo')).check).toMatchObject({ edited: 0, doubtful: 2 })

  const kept = await client.post('/api/edit', { ...wish, isKept: true })
  expect(kept.check).toMatchObject({ edited: 0, doubtful: 1 })
  expect(kept.check?.fixes.map(({ field, count }) => [field, count])).toEqual([
    ['citizenship', 1],
    ['destination', 1],
    ['residency', 1],
  ])
  const next = await client.upload('next.csv', nextBritish)
  expect(next.check).toMatchObject({ ready: 1, doubtful: 0, groups: [] })
  expect(next.check?.notes.join()).not.toContain('not in this sheet')
})
