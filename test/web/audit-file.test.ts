import { expect, it } from 'vitest'
import { readOutput } from '../support/outputs.ts'
import { Workspace } from '../support/program.ts'
import { startService } from '../support/service.ts'
import { toCsv, trip } from '../support/trips.ts'
import { enterPageInProcess } from './page-client.ts'

it('the page hands out the log, the ledger keeps its last digest, and it verifies; without a ledger it says so', async () => {
  const service = await startService()
  const space = new Workspace(service.variables)
  space.write('trips.csv', toCsv([trip('E-1')]))
  const client = await enterPageInProcess(space)
  const download = () => fetch(`${client.origin}/api/audit-file`, { headers: { 'x-rwa-key': client.key } })
  expect((await download()).status).toBe(404)
  expect((await client.state()).error?.message).toContain('there is no ledger')
  expect((await fetch(`${client.origin}/api/audit-file`)).status).toBe(401)

  await space.assess('trips.csv', '-o', 'out.csv')
  const exported = await download()
  expect([exported.status, exported.headers.get('content-disposition')]).toEqual([
    200,
    expect.stringContaining('audit.xlsx'),
  ])
  space.write('audit.xlsx', new Uint8Array(await exported.arrayBuffer()))
  expect((await readOutput(space.path('audit.xlsx'), 'Attempts')).column('Action')).toEqual(['create', 'retrieve'])
  client.running.interrupt()
  await client.running.ended
  const { code, stdout } = await space.run(['status', '--verify', 'audit.xlsx'])
  expect([code, stdout]).toEqual([0, expect.stringContaining('This ledger recorded that it wrote this file.')])
})
