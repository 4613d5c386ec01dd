import { expect, it } from 'vitest'
import { attempt, createWorkspace, drive, load, submissionsOf, trip } from '../workspace.ts'

it('stores scores that came once more, and rows that are held back, with one flush of the disk', async () => {
  const space = createWorkspace()
  const ledger = space.open()
  const trips = ['E1 March Spain', 'E2 March Spain', 'E3 March Spain'].map((text) => trip(text))
  const run = await load(ledger, trips)
  const ids = (await submissionsOf(ledger, run)).map((id) => id ?? 0)
  for (const id of ids.slice(0, 2)) await drive(ledger, id, 'done')
  const other = space.connect()
  const version = () => Number(other.pragma('data_version'))
  const before = version()
  await Promise.all([
    ...ids.slice(0, 2).map((id) => ledger.refreshing.rescore(run, id, '{"new":1}', attempt)),
    ledger.order.holdBack(run, 2, '{"reason":"waits"}'),
  ])
  expect(version() - before).toBe(1)
  expect((await ledger.runs.rowPage(run, -1, 9)).map(({ state }) => state)).toEqual(['done', 'done', 'skipped'])
})

it('stores the others when one is no longer in its state', async () => {
  const space = createWorkspace()
  const ledger = space.open()
  const run = await load(ledger, [trip('E1 March Spain'), trip('E2 March Spain')])
  const [one = 0, two = 0] = (await submissionsOf(ledger, run)).map((id) => id ?? 0)
  await drive(ledger, one, 'done')
  const ends = await Promise.allSettled(
    [one, two].map((id) => ledger.refreshing.rescore(run, id, '{"new":1}', attempt)),
  )
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  expect((await ledger.submissions.get(one))?.result).toBe('{"new":1}')
})
