import { afterAll, beforeAll, expect, it } from 'vitest'
import { prove } from '../../support/proof.ts'
import { scale } from '../../support/scale.ts'
import { TestSandbox } from '../../support/test-sandbox.ts'
import { createAssessWorld, createOwnWorkbookWorld } from './assess-world.ts'
import { createDecideWorld } from './decide-world.ts'
import { type Enumeration, enumeratePoints, readyAfterOnePoll, summarise } from './enumerate.ts'

const timeout = 3_600_000
const every = scale({ full: 1, short: 120 })

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await TestSandbox.spawn(readyAfterOnePoll)
})
afterAll(() => sandbox.close())

async function provePowerLost(area: string, createWorld: Enumeration['createWorld']): Promise<void> {
  const result = await enumeratePoints({ createWorld, mode: 'power', every, seed: 2 })
  expect(result.violations).toEqual([])
  // With FULL nothing is unsynced but in the midst of a commit.
  expect(result.unsyncedElsewhere).toEqual([])
  expect(result.missedLabels).toEqual([])
  prove({
    area,
    claim: 'every point, unsynced writes dropped, cut, zeroed or mixed: 0 violations',
    ...summarise(result),
  })
}

it('without power at each point of a run of six trips, the ledger keeps what was synced, and nothing is created twice or lost', {
  timeout,
}, async () => {
  await provePowerLost('Power loss: assess', (name) => createAssessWorld(sandbox, `power-${name}`))
})

it('without power at each point of a run that gives a workbook back with its results, likewise', {
  timeout,
}, async () => {
  await provePowerLost('Power loss: assess, their own workbook', (name) =>
    createOwnWorkbookWorld(sandbox, `${name}-own`),
  )
})

it('without power at each point of a run of eight decisions on what another sheet has decided, none is sent twice, lost or out of order', {
  timeout,
}, async () => {
  await provePowerLost('Power loss: decide', () => createDecideWorld(sandbox))
})
