import { expect, it } from 'vitest'
import { createWorkspace, load, sendAll, submissionsOf, trip } from '../../workspace.ts'

const trips = ['a', 'b', 'c'].map((note) => trip(`E-${note} March-${note} Spain-${note}`))

it('what only runs that are over left accepted is nobody’s to poll, and what a going one has is', async () => {
  const workspace = createWorkspace()
  const ledger = workspace.open()
  const polled = workspace
    .connect()
    .prepare<[], number>('SELECT id FROM submissions WHERE next_poll_at IS NOT NULL')
    .pluck()
  const first = await load(ledger, trips.slice(0, 2))
  const [, shared] = await submissionsOf(ledger, first)
  await sendAll(ledger, first, 'accepted')
  await load(ledger, trips.slice(1, 3), { file: '/other.csv' })
  expect(polled.all()).toEqual([shared])
})
