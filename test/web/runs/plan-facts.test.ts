import { statSync } from 'node:fs'
import { expect, it } from 'vitest'
import { sentTo, startDecisionService } from '../../support/decision-service.ts'
import { Workspace } from '../../support/program.ts'
import { isCreateOf, refusal, startService } from '../../support/service.ts'
import { toCsv, toWorkbook, trip } from '../../support/trips.ts'
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
  workspace.writeProfile({ fourEyes: true })
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

it('a sheet that is reviewed again is not written again, until a cell is other', async () => {
  const service = await startService()
  const workspace = new Workspace(service.variables)
  workspace.write('trips.csv', toCsv([trip('E1'), trip('E2')]))
  const client = await enterPageInProcess(workspace, ['trips.csv'])
  const { check } = await client.until((state) => state.check !== null && state.busy === null)
  const written = (): bigint => statSync(workspace.path('output/trips.corrected.xlsx'), { bigint: true }).ino
  const column = check?.columns.findIndex(({ field }) => field === 'destination')
  await client.post('/api/plan')
  const first = written()
  const again = await client.post('/api/plan')
  expect([again.plan?.toSend, written()]).toEqual([2, first])
  await client.post('/api/edit', { kind: 'cell', sheet: 0, line: 2, column, text: 'Spain' })
  expect((await client.post('/api/plan')).plan?.toSend).toBe(2)
  expect(written()).not.toBe(first)
})

it('a run of several worksheets is opened again with them, unless one is gone', async () => {
  const service = await startService()
  const workspace = new Workspace(service.variables)
  const [EMEA, APAC] = [[trip('A1')], [trip('B1')]]
  workspace.write('trips.xlsx', await toWorkbook({ EMEA, APAC }))
  expect((await workspace.run(['assess', 'trips.xlsx', '--sheet', 'all'])).code).toBe(0)
  const client = await enterPageInProcess(workspace)
  const { recent } = await client.until((state) => state.recent.length > 0)
  const open = async () => {
    const { sheet, check, error } = await client.post('/api/open', { run: recent[0]?.id })
    return [sheet?.chosen, check?.rows, error]
  }
  expect(await open()).toEqual(['all', 2, null])
  workspace.write('trips.xlsx', await toWorkbook({ EMEA, America: APAC }))
  expect(await open()).toEqual([null, undefined, null])
})

it('decisions that the service refused are not planned again as they are, sealed or not; to try once more does', async () => {
  let isRefusing = true
  const service = await startDecisionService(({ endpoint, fields }) =>
    isRefusing && endpoint === 'rwa_update' && fields['assessmentId'] === 'A-E2'
      ? refusal('Incorrect manager')
      : undefined,
  )
  const workspace = new Workspace(service.variables)
  const decisions = ['E1', 'E2'].map((id) => ({ assessmentId: `A-${id}`, status: 'Rejected', managerId: 'M-1' }))
  const client = await enterPageInProcess(workspace)
  await client.upload('decisions.csv', toCsv(decisions), 'decide')
  const { plan } = await client.post('/api/plan')
  await client.post('/api/run', { plan: plan?.id, typed: '2' })
  const { run, check } = await client.until((state) => state.run?.end != null && state.check?.refused === 1)
  expect([run?.end?.isLeft, check?.sent, check?.ready]).toEqual([false, 1, 0])
  isRefusing = false
  const next = await client.post('/api/plan')
  expect(next.plan?.toSend).toBe(0)
  // A sealed plan is released by the rules that it was sealed with.
  const third = { assessmentId: 'A-E3', status: 'Rejected', managerId: 'M-1' }
  await client.upload('more.csv', toCsv([...decisions, third]), 'decide')
  const more = await client.post('/api/plan')
  expect(more.plan?.toSend).toBe(1)
  const { sealed, error } = await client.post('/api/seal', { plan: more.plan?.id, by: 'C-1' })
  expect([error, sealed?.left, sealed?.broken]).toEqual([null, 1, null])
  await client.post('/api/release', { by: 'M-2', typed: '1' })
  await client.until((state) => state.run?.end != null && state.run.released !== null)
  const again = (await client.post('/api/plan', { isRetry: true })).plan
  expect(again?.toSend).toBe(1)
  const sent = sentTo(service, 'rwa_update').map(({ assessmentId }) => assessmentId)
  expect(sent).toEqual(['A-E1', 'A-E2', 'A-E3'])
})
