import { afterAll, beforeAll, expect, it } from 'vitest'
import { readOutput } from '../support/outputs.ts'
import { type Ended, Workspace } from '../support/program.ts'
import { createAssessments, readDecisions } from '../support/sandbox-decisions.ts'
import { TestSandbox } from '../support/test-sandbox.ts'
import { toCsv } from '../support/trips.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await TestSandbox.start()
})
afterAll(() => sandbox.close())

function write(space: Workspace, name: string, id: string, statuses: readonly string[]): void {
  space.write(name, toCsv(statuses.map((status) => ({ assessmentId: id, status, complianceTeamMemberId: 'C-001' }))))
}

function decide(space: Workspace, input: string): Promise<Ended> {
  return space.run(['decide', input, '--json', '--yes'])
}

function historyOf(id: string): string[] {
  return readDecisions(sandbox.dataFile, id).map(({ status }) => status)
}

it('a sheet that ends with what was recorded before it sends both: the service ends as the sheet does', async () => {
  const [id = ''] = await createAssessments(sandbox, 1)
  const space = new Workspace(sandbox.variables)
  write(space, 'g1.csv', id, ['Rejected'])
  expect((await decide(space, 'g1.csv')).code).toBe(0)
  write(space, 'g2.csv', id, ['Approved', 'Rejected'])

  const second = await decide(space, 'g2.csv')

  expect([second.code, second.summary.outcomes, second.summary.alreadyDone]).toEqual([0, { decided: 2 }, 0])
  expect(historyOf(id)).toEqual(['Rejected', 'Compliance Approved', 'Rejected'])
  const third = await decide(space, 'g2.csv')
  expect([third.code, third.summary.alreadyDone, historyOf(id).length]).toEqual([0, 2, 3])
})

it('what was undone by another sheet is redone, with an event of its own, and nothing is an orphan', async () => {
  const [id = ''] = await createAssessments(sandbox, 1)
  const space = new Workspace(sandbox.variables)
  const outputs: unknown[] = []
  for (const status of ['Approved', 'Pending', 'Approved']) {
    write(space, 'd.csv', id, [status])
    const { code, summary } = await decide(space, 'd.csv')
    expect([code, summary.outcomes, summary.alreadyDone, summary.orphans]).toEqual([0, { decided: 1 }, 0, 0])
    outputs.push(...(await readOutput(space.path('output/d.decided.xlsx'))).column('externalEventId'))
  }
  expect(historyOf(id)).toEqual(['Compliance Approved', 'Pending', 'Compliance Approved'])
  expect(readDecisions(sandbox.dataFile, id).map(({ externalEventId }) => externalEventId)).toEqual(outputs)
  expect(new Set(outputs).size).toBe(3)
  // The output names the last event; handed in after another undoing, it is recorded as a new one.
  write(space, 'e.csv', id, ['Pending'])
  await decide(space, 'e.csv')
  await decide(space, 'output/d.decided.xlsx')
  expect(new Set(readDecisions(sandbox.dataFile, id).map(({ externalEventId }) => externalEventId)).size).toBe(5)
})
