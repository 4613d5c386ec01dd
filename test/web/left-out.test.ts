import { expect, it } from 'vitest'
import { readOutput } from '../support/outputs.ts'
import { Workspace } from '../support/program.ts'
import { startService } from '../support/service.ts'
import { type Row, toCsv, toXlsx, trip } from '../support/trips.ts'
import { enterPageInProcess, type PageClient } from './page-client.ts'

const remarks = (remark: string): Row => ({ Remarks: remark })
/** Rows 2 to 8: three trips, two cancelled ones, a title, a row without a date; below them totals. */
const rows: readonly Row[] = [
  trip('E1', remarks('')),
  trip('E2', remarks('CANCELLED – visa refused')),
  { 'Staff ID': 'EMEA' },
  trip('E3', remarks('')),
  trip('E4', remarks('cancelled by client')),
  trip('E5', { 'Trip start': 'tbc' }),
  trip('E6'),
  { 'Staff ID': 'Total', 'Past trips (days)': 7 },
]

type Client = Pick<PageClient, 'post' | 'state' | 'rows' | 'until'>

async function open(name: string, content: string | Uint8Array) {
  const service = await startService()
  const workspace = new Workspace(service.variables)
  workspace.write(name, content)
  const client = await enterPageInProcess(workspace, [name])
  await client.until(({ check, busy }) => check !== null && busy === null)
  return { service, workspace, client }
}

async function keyOf(client: Client, cause: string): Promise<string> {
  return (await client.state()).check?.groups.find((group) => group.cause === cause)?.key ?? ''
}

async function choose(client: Client, cause: string, isSent = false) {
  return client.post('/api/choose', { rows: [], filter: null, group: await keyOf(client, cause), isSent })
}

it('rows that look cancelled are not sent until a person has said so; each row is counted once', async () => {
  const { client } = await open('trips.xlsx', await toXlsx(rows))
  const { check } = await client.state()
  const { ready, wrong, decide, cancelled, title, skipped, leftOut, sent, trips, rows: all } = check ?? {}
  expect({ ready, wrong, decide, cancelled, title, skipped, leftOut, sent, trips, all }).toEqual({
    ...{ ready: 3, wrong: 1, decide: 3, cancelled: 2, title: 1, skipped: 1, leftOut: 0, sent: 0, trips: 6, all: 8 },
  })
  for (const name of ['ready', 'wrong', 'decide', 'skipped'] as const) {
    expect((await client.rows({ filter: name, from: 0, count: 9 })).total, name).toBe(check?.[name])
  }
  // Whatever screen is asked for.
  const refused = await client.post('/api/plan')
  expect([refused.plan, refused.error?.message]).toEqual([null, '2 rows look cancelled'])
  expect(check?.notes.filter((note) => note.includes('cancelled'))).toEqual([])
})

it.each([
  ['a workbook', 'trips.xlsx', () => toXlsx(rows)],
  ['a text file, whose rows get other numbers', 'trips.csv', async () => toCsv(rows)],
])('what is left out of %s is sent on no path that starts from the run', async (_name, file, content) => {
  const bytes = await content()
  const { client, service, workspace } = await open(file, bytes)
  await choose(client, 'looks-cancelled')
  const { check } = await choose(client, 'row-part false')
  expect(check).toMatchObject({ leftOut: 3, ready: 3, decide: 0, wrong: 1, trips: 4, undoable: 2 })
  const { plan, error } = await client.post('/api/plan')
  expect([error, plan?.toSend]).toEqual([null, 3])
  await client.post('/api/run', { plan: plan?.id })
  const { run } = await client.until((state) => state.run?.end != null)
  expect(run?.end).toMatchObject({ done: 3 })
  expect(service.created()).toEqual(['E1', 'E3', 'E6'])
  // The results say whose decision it was, and hold every row of it.
  const output = workspace.path(`output/${run?.end?.output?.name ?? ''}`)
  const { results } = await readOutput(output)
  const said = results.filter((row) => row['problem'] === 'left out by you')
  expect(said.map((row) => [row['Staff ID'], row['outcome']])).toEqual([
    ['E2', 'skipped'],
    ['EMEA', 'skipped'],
    ['E4', 'skipped'],
  ])
  // Its file opened again, and the one that it was made of: nothing is asked, and nothing is left to be sent.
  const { recent } = await client.until((state) => state.recent.length > 0)
  const again = await client.post('/api/open', { run: recent[0]?.id })
  expect(again.check).toMatchObject({ leftOut: 3, cancelled: 0, decide: 0, ready: 3 })
  expect((await client.post('/api/plan')).plan?.toSend).toBe(0)
  const before = await client.upload(file, bytes)
  expect(before.check).toMatchObject({ leftOut: 3, cancelled: 0, decide: 0, ready: 3, trips: 4 })
  // The command that the page shows, which is started again from where the run ended.
  expect(plan?.command).toMatch(/--leave-out \S+left-out\.json/)
  const [, ...words] = plan?.command.split(' ') ?? []
  await workspace.run(words)
  expect(service.created()).toEqual(['E1', 'E3', 'E6'])
  // The results themselves, read again as a sheet.
  await workspace.run(['assess', output, '-o', 'again.xlsx'])
  expect(service.created()).toEqual(['E1', 'E3', 'E6'])
})

it('the command of another day is refused where the file is another one by then', async () => {
  const { client, service, workspace } = await open('trips.xlsx', await toXlsx(rows))
  await choose(client, 'looks-cancelled')
  const { plan } = await client.post('/api/plan')
  workspace.write('output/trips.corrected.xlsx', await toXlsx(rows.toReversed()))
  const [, ...words] = plan?.command.split(' ') ?? []
  const { code, stderr } = await workspace.run(words)
  expect([code, stderr]).toEqual([2, expect.stringContaining('in another version of output/trips.corrected.xlsx')])
  expect(service.created()).toEqual([])
})

it('a choice is undone, redone, taken back, and kept with the corrections', async () => {
  const { client, workspace } = await open('trips.xlsx', await toXlsx(rows))
  await choose(client, 'looks-cancelled')
  expect((await client.post('/api/undo')).check).toMatchObject({ leftOut: 0, cancelled: 2 })
  expect((await client.post('/api/redo')).check).toMatchObject({ leftOut: 2, cancelled: 0 })
  // Put back, they are sent: nothing asks twice.
  const back = { rows: [{ sheet: 0, line: 3 }], filter: null, isSent: true }
  expect((await client.post('/api/choose', back)).check).toMatchObject({ leftOut: 1, cancelled: 0, ready: 4 })
  const again = await enterPageInProcess(workspace, ['trips.xlsx'])
  const { check } = await again.until(({ check, busy }) => check !== null && busy === null)
  expect(check).toMatchObject({ leftOut: 1, cancelled: 0, ready: 4 })
})

it('what is sent all the same is asked once, and any group of wrong rows can be left out', async () => {
  const { client, service } = await open('trips.xlsx', await toXlsx(rows))
  expect((await choose(client, 'looks-cancelled', true)).check).toMatchObject({ ready: 5, cancelled: 0 })
  const wrong = (await client.state()).check?.groups.find(({ kind }) => kind === 'wrong')
  const left = { rows: [], filter: null, group: wrong?.key, isSent: false }
  expect((await client.post('/api/choose', left)).check).toMatchObject({ wrong: 0, leftOut: 1 })
  const { plan } = await client.post('/api/plan')
  await client.post('/api/run', { plan: plan?.id })
  const { check } = await client.until((state) => state.run?.end != null && state.check?.sent === 5)
  // Nothing that was sent counts as ready.
  expect(check).toMatchObject({ ready: 0, sent: 5, cancelled: 0 })
  expect(service.created()).toEqual(['E1', 'E2', 'E3', 'E4', 'E6'])
})

it('start and end date are asked once', async () => {
  const dates = { 'Trip start': '13/03/2026', 'Trip end': '28/03/2026' }
  const { client } = await open('trips.xlsx', await toXlsx([trip('E1', dates), trip('E2', dates)]))
  const { check } = await client.state()
  expect(check?.groups.map(({ fields, count, patterns }) => [fields, count, patterns.length])).toEqual([
    [['startDate', 'endDate'], 4, 1],
  ])
})
