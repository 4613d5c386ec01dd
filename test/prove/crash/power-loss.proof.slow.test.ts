import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { prove } from '../../support/proof.ts'
import { scale } from '../../support/scale.ts'
import { TestSandbox } from '../../support/test-sandbox.ts'
import { createAssessWorld, createOwnWorkbookWorld } from './assess-world.ts'
import { createDecideWorld } from './decide-world.ts'
import {
  type Enumeration,
  enumeratePoints,
  everyPoint,
  type Part,
  parts,
  readyAfterOnePoll,
  summarise,
} from './enumerate.ts'

const timeout = 6 * 3_600_000
const every = scale({ full: 1, short: 120 })

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await TestSandbox.spawn(readyAfterOnePoll)
})
afterAll(() => sandbox.close())

async function provePowerLost(area: string, part: Part, createWorld: Enumeration['createWorld']): Promise<void> {
  const result = await enumeratePoints({ createWorld, mode: 'power', every, part, seed: 2 })
  expect(result.violations).toEqual([])
  // With FULL nothing is unsynced but in the midst of a commit.
  expect(result.unsyncedElsewhere).toEqual([])
  expect(result.missedLabels).toEqual([])
  prove({
    area,
    claim: `${everyPoint(part)}, unsynced writes dropped, cut, zeroed or mixed: 0 violations`,
    ...summarise(result),
  })
}

describe.each(parts)('share $number of $of', (part) => {
  it('without power at each point of a run of six trips, the ledger keeps what was synced, and nothing is created twice or lost', {
    timeout,
  }, async () => {
    await provePowerLost('Power loss: assess', part, (name) => createAssessWorld(sandbox, `power-${name}`))
  })

  it('without power at each point of a run that gives a workbook back with its results, likewise', {
    timeout,
  }, async () => {
    await provePowerLost('Power loss: assess, their own workbook', part, (name) =>
      createOwnWorkbookWorld(sandbox, `${name}-own`),
    )
  })

  it('without power at each point of a run of eight decisions on what another sheet has decided, none is sent twice, lost or out of order', {
    timeout,
  }, async () => {
    await provePowerLost('Power loss: decide', part, () => createDecideWorld(sandbox))
  })
})
