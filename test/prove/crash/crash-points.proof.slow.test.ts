import { readFileSync } from 'node:fs'
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
const every = scale({ full: 1, short: 100 })

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await TestSandbox.spawn(readyAfterOnePoll)
})
afterAll(() => sandbox.close())

async function proveKilled(
  area: string,
  part: Part,
  enumeration: Pick<Enumeration, 'createWorld' | 'diedBefore'>,
): Promise<void> {
  const result = await enumeratePoints({ ...enumeration, mode: 'kill', every, part, seed: 1 })
  expect(result.violations).toEqual([])
  expect(result.missedLabels).toEqual([])
  prove({ area, claim: `${everyPoint(part)}, 0 violations`, ...summarise(result) })
}

describe.each(parts)('share $number of $of', (part) => {
  it('killed at each point of a run of six trips and started again, nothing is created twice and nothing is lost', {
    timeout,
  }, async () => {
    await proveKilled('Crash points: assess', part, {
      createWorld: (name) => createAssessWorld(sandbox, `first-${name}`),
    })
  })

  it('killed again at each point of the run that carries on after a kill, beside an earlier output, likewise', {
    timeout,
  }, async () => {
    const done = createAssessWorld(sandbox, 'done')
    // One that names no identifiers: those of another ledger are never overwritten.
    await done.space.spawn(['template', 'assess', '-o', 'earlier.xlsx'])
    const earlier = readFileSync(done.space.path('earlier.xlsx'))
    done.end()
    await proveKilled('Crash points: assess, carrying on after a kill', part, {
      createWorld: (name) => createAssessWorld(sandbox, `second-${name}`, earlier),
      diedBefore: { atLabel: 'after send rwa_create', nth: 3 },
    })
  })

  it('killed at each point of a run that gives a workbook back with its results, likewise', { timeout }, async () => {
    const createWorld = (name: string) => createOwnWorkbookWorld(sandbox, `own-${name}`)
    await proveKilled('Crash points: assess, their own workbook', part, { createWorld })
  })

  it('killed at each point of a run of eight decisions on what another sheet has decided and started again, none is sent twice, lost or out of order', {
    timeout,
  }, async () => {
    await proveKilled('Crash points: decide', part, { createWorld: () => createDecideWorld(sandbox) })
  })
})
