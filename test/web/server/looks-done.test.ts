import { expect, it } from 'vitest'
import { sentTo, startDecisionService } from '../../support/decision-service.ts'
import { Workspace } from '../../support/program.ts'
import { startService } from '../../support/service.ts'
import { toCsv, trips } from '../../support/trips.ts'
import { enterPageInProcess } from '../page-client.ts'

it('a review shows every decision with what it replaces; one that was replaced since is sent only when that is asked for', async () => {
  const service = await startDecisionService()
  const space = new Workspace(service.variables)
  const client = await enterPageInProcess(space)
  const statuses = (): unknown[] => sentTo(service, 'rwa_update').map(({ status }) => status)
  const mine = toCsv([
    { assessmentId: 'A-1', status: 'Approved', complianceTeamMemberId: 'C-1', externalEventId: 'EV' },
  ])
  const send = async (typed: string): Promise<void> => {
    const { plan } = await client.post('/api/plan')
    await client.post('/api/run', { plan: plan?.id, typed })
    await client.until(({ run }) => run?.end != null)
  }
  await client.upload('mine.csv', mine, 'decide')
  await send('1')
  space.write('theirs.csv', toCsv([{ assessmentId: 'A-1', status: 'Rejected', managerId: 'M-7', note: 'visa' }]))
  expect((await space.run(['decide', 'theirs.csv', '--yes'])).code).toBe(0)

  await client.upload('mine.csv', mine, 'decide')
  const left = await client.post('/api/plan')
  expect(left.plan).toMatchObject({ toSend: 0, sendsLooksDone: false })
  expect(left.plan?.looksDone.texts).toEqual([
    expect.stringMatching(/^row 2: was recorded before, and Rejected by M-7 replaced it on \d/),
  ])
  const asked = await client.post('/api/plan', { sendsLooksDone: true })
  expect(asked.plan).toMatchObject({ toSend: 1, sendsLooksDone: true, replaced: 1, looksDone: { count: 0, texts: [] } })
  const { rows, total } = await client.rows({ from: 0, count: 9 }, 'planned')
  const texts = rows.map(({ cells }) => cells.map(({ text }) => text).join(' | '))
  expect([total, texts]).toEqual([
    1,
    [expect.stringMatching(/Compliance Approved \|.*\| C-1 \| Rejected · M-7 · \d{4}-\d\d-\d\d \d\d:\d\d \|/)],
  ])
  expect(statuses()).toEqual(['Compliance Approved', 'Rejected'])
  await client.post('/api/run', { plan: asked.plan?.id, typed: '1' })
  await client.until(({ run }) => run?.end != null)
  expect(statuses()).toEqual(['Compliance Approved', 'Rejected', 'Compliance Approved'])
})

it('an edited trip is held, said with what differs, and sent only when it is said to be a trip of its own', async () => {
  const service = await startService()
  const client = await enterPageInProcess(new Workspace(service.variables))
  const sendAll = async (wanted = {}) => {
    const { plan } = await client.post('/api/plan', wanted)
    await client.post('/api/run', { plan: plan?.id })
    await client.until(({ run }) => run?.end != null)
  }
  await client.upload('q3.csv', toCsv(trips(3)), 'assess')
  await sendAll()
  const edited = trips(3).map((row, index) => (index === 1 ? { ...row, 'Trip end': '2026-12-24' } : row))
  await client.upload('q3.csv', toCsv(edited), 'assess')
  const { plan } = await client.post('/api/plan')
  expect(plan).toMatchObject({ toSend: 0, sendsLooksDone: false, looksDone: { count: 1 } })
  expect(plan?.looksDone.texts).toEqual([
    expect.stringMatching(/^row 3: .*End date was “31 March 2026”, is “24 December 2026”/),
  ])
  await sendAll({ sendsLooksDone: true })
  expect(service.created()).toHaveLength(4)
})
