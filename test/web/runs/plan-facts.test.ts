import { expect, it } from 'vitest'
import { Workspace } from '../../support/program.ts'
import { isCreateOf, refusal, startService } from '../../support/service.ts'
import { toCsv, trip } from '../../support/trips.ts'
import { enterPageInProcess } from '../page-client.ts'

it('to go on does not plan again what the service refused; to try it once more does', async () => {
  const service = await startService((received) =>
    isCreateOf('E2', received) ? refusal('Incorrect country') : undefined,
  )
  const workspace = new Workspace(service.variables)
  workspace.write('trips.csv', toCsv([trip('E1'), trip('E2')]))
  const client = await enterPageInProcess(workspace, ['trips.csv'])
  await client.until(({ check, busy }) => check !== null && busy === null)
  const { plan } = await client.post('/api/plan')
  expect(plan?.toSend).toBe(2)
  await client.post('/api/run', { plan: plan?.id })
  const { run } = await client.until(({ run, check }) => run?.end != null && check?.refused === 1)
  // Nothing is left but what a person corrects.
  expect(run?.end).toMatchObject({ refused: 1, isLeft: false, done: 1 })
  expect((await client.post('/api/plan')).plan?.toSend).toBe(0)
  const again = (await client.post('/api/plan', { isRetry: true })).plan
  expect(again?.toSend).toBe(1)
  await client.post('/api/run', { plan: again?.id })
  await client.until((state) => state.run?.end != null && state.run.id === again?.id)
  expect(service.created()).toEqual(['E1', 'E2', 'E2'])
})

it('a demand for two people that only the ledger keeps is known before anything is offered to be sent', async () => {
  const service = await startService()
  const workspace = new Workspace(service.variables)
  const decision = { assessmentId: 'A-E1', status: 'Rejected', managerId: 'M-1' }
  workspace.write('decisions.csv', toCsv([decision]))
  workspace.write('rwa-batch.json', JSON.stringify({ fourEyes: true }))
  const sealed = await workspace.run(['decide', 'decisions.csv', '--seal', 'plan.xlsx', '--by', 'C-1'])
  expect(sealed.code).toBe(0)
  workspace.write('rwa-batch.json', '{}')
  const client = await enterPageInProcess(workspace)
  expect((await client.state()).secondPair).toBe(false)
  await client.upload('decisions.csv', toCsv([decision]), 'decide')
  const { plan, secondPair } = await client.post('/api/plan')
  expect([plan?.toSend, secondPair]).toEqual([1, true])
  const { run, error } = await client.post('/api/run', { plan: plan?.id, typed: '1' })
  expect([run, error?.message]).toEqual([null, expect.stringContaining('four-eyes')])
  expect(service.requests.filter(({ endpoint }) => endpoint !== 'rwa_create')).toEqual([])
})
