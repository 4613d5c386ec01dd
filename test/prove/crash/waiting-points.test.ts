import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestSandbox } from '../../support/test-sandbox.ts'
import { beginInVain, createWaitingWorld } from './waiting-world.ts'

// Each refusal, and one point of each; all points are in waiting-points.proof.slow.test.ts.

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await TestSandbox.start()
})
afterAll(() => sandbox.close())

describe.concurrent('what was begun with --retry-unknown, and was not released', () => {
  it.each(['assess', 'decide'] as const)(
    '%s: the unknown row stays unknown, and nothing is sent',
    async (operation) => {
      const world = await createWaitingWorld(sandbox, `waiting-${operation}`, { operation })
      try {
        for (const [name, args] of Object.entries(world.refusals)) {
          const refused = await beginInVain(world, args)
          const at = Math.floor(refused.run.trace.length * 0.6)
          const killed = await beginInVain(world, args, { at })
          expect([name, refused.faults, killed.run.death?.at, killed.faults]).toEqual([name, [], at, []])
        }
      } finally {
        world.end()
      }
    },
  )
})
