import { expect, it } from 'vitest'
import { sentTo, startDecisionService } from '../../support/decision-service.ts'
import { Workspace } from '../../support/program.ts'
import { toCsv } from '../../support/trips.ts'
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
  expect(left.plan).toMatchObject({ toSend: 0, sendsSuperseded: false })
  expect(left.plan?.superseded).toEqual([
    expect.stringMatching(/^row 2: was recorded before, and Rejected by M-7 replaced it on \d/),
  ])
  const asked = await client.post('/api/plan', { sendsSuperseded: true })
  expect(asked.plan).toMatchObject({ toSend: 1, sendsSuperseded: true, replaced: 1, superseded: [] })
  const { rows, total } = await client.rows({ from: 0, count: 9 }, 'planned')
  const texts = rows.map(({ cells }) => cells.map(({ text }) => text).join(' | '))
  expect([total, texts]).toEqual([
    1,
    [expect.stringMatching(/Compliance Approved \| C-1 \| Rejected · M-7 · \d{4}-\d\d-\d\d \d\d:\d\d \|/)],
  ])
  expect(statuses()).toEqual(['Compliance Approved', 'Rejected'])
  await client.post('/api/run', { plan: asked.plan?.id, typed: '1' })
  await client.until(({ run }) => run?.end != null)
  expect(statuses()).toEqual(['Compliance Approved', 'Rejected', 'Compliance Approved'])
})
