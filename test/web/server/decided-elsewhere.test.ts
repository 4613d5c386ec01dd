import { expect, it } from 'vitest'
import { startDecisionService } from '../../support/decision-service.ts'
import { Workspace } from '../../support/program.ts'
import { toCsv } from '../../support/trips.ts'
import { enterPageInProcess } from '../page-client.ts'

it('what a colleague decides meanwhile at a terminal is seen in the open sheet, however short that run was', async () => {
  const service = await startDecisionService()
  const space = new Workspace(service.variables)
  const client = await enterPageInProcess(space)
  const decisions = ['1', '2'].map((id) => ({ assessmentId: `A-${id}`, status: 'Rejected', managerId: 'M-1' }))
  await client.upload('page.csv', toCsv(decisions), 'decide')
  expect((await client.until(({ check }) => check !== null)).check).toMatchObject({ ready: 2, sent: 0 })
  for (const [index, decision] of decisions.entries()) {
    const file = `own-${index}.csv`
    space.write(file, toCsv([decision]))
    const { code, stderr } = await space.run(['decide', file, '--yes', '--by', 'C-1'])
    expect(code, stderr).toBe(0)
    await client.until(({ check, recent }) => check?.sent === index + 1 && recent.length === index + 1)
  }
  expect((await client.state()).check).toMatchObject({ ready: 0, sent: 2 })
})
