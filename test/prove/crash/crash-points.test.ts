import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { editWorkbook } from '../../support/edit-workbook.ts'
import { seededRandom } from '../../support/seeded-random.mjs'
import { TestSandbox } from '../../support/test-sandbox.ts'
import { createAssessWorld } from './assess-world.ts'
import { runToPoint } from './crash-run.ts'
import { createDecideWorld } from './decide-world.ts'
import { dieOnce } from './enumerate.ts'

// A handful of points; all of them are in the tests of proof.

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await TestSandbox.start()
})
afterAll(() => sandbox.close())

const random = seededRandom(4)
const assessed = '.trips.assessed.*.partial.xlsx'

describe.concurrent('the same command carries on where the process died', () => {
  it.each([
    { mode: 'kill', atLabel: 'after send rwa_create', nth: 2, tear: 'dropped' },
    { mode: 'power', atLabel: 'during COMMIT', nth: 8, tear: 'mixed' },
  ] as const)('$mode, $atLabel, time $nth: no trip twice, none lost', async ({ mode, atLabel, nth, tear }) => {
    const createWorld = (name: string) => createAssessWorld(sandbox, name)
    const died = await dieOnce(
      { createWorld, mode, random },
      `${mode}-${atLabel.replaceAll(/\W/g, '')}`,
      { atLabel, nth },
      tear,
    )
    expect([died.label, died.violations]).toEqual([atLabel, []])
  })

  it('killed when a decision has just left: none is sent twice', async () => {
    const createWorld = () => createDecideWorld(sandbox)
    const at = { atLabel: 'after send rwa_update', nth: 2 }
    const { label, violations } = await dieOnce({ createWorld, mode: 'kill', random }, '', at, 'dropped')
    expect([label, violations]).toEqual([at.atLabel, []])
  })
})

it('the workbook, and the copy of one that was changed, are synced before one takes the place of the other', async () => {
  const world = createAssessWorld(sandbox, 'order')
  try {
    await world.space.spawn(world.args)
    const fill = { sheet: 'Decisions', row: 2, values: { status: 'Pending' } }
    await editWorkbook(world.space.path('output/trips.assessed.xlsx'), [fill])
    const { trace } = await runToPoint(world.space, world.args, {})
    const steps = [
      'after copy trips.assessed.xlsx',
      'after sync trips.assessed.edited-*.xlsx',
      `after sync ${assessed}`,
      `before rename ${assessed}`,
      `after rename ${assessed}`,
      'after sync the folder',
    ]
    expect(trace.filter((label) => steps.includes(label))).toEqual(steps)
  } finally {
    world.end()
  }
})
