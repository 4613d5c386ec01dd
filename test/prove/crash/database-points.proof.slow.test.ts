import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasOwnPostgres, useOwnPostgres } from '../../support/postgres.ts'
import { prove } from '../../support/proof.ts'
import { scale } from '../../support/scale.ts'
import { TestSandbox } from '../../support/test-sandbox.ts'
import { createTeamWorld } from './assess-world.ts'
import { enumeratePoints, everyPoint, parts, readyAfterOnePoll, summarise } from './enumerate.ts'

describe.skipIf(!hasOwnPostgres)('over a memory in a database', () => {
  const server = useOwnPostgres()
  let sandbox: TestSandbox
  beforeAll(async () => {
    sandbox = await TestSandbox.spawn(readyAfterOnePoll)
  })
  afterAll(() => sandbox.close())

  const ways = [
    {
      mode: 'kill',
      what: 'killed before each question leaves for it, when its answer is there, and around each request',
    },
    { mode: 'cut', what: 'cut off before each question leaves for it, and when it has answered' },
  ] as const

  it.each(ways.flatMap((way) => parts.map((part) => ({ ...way, ...part, part }))))(
    '$what, it creates none of six trips twice, and loses none: share $number of $of',
    { timeout: 6 * 3_600_000 },
    async ({ mode, part }) => {
      const result = await enumeratePoints({
        createWorld: (name) => createTeamWorld(sandbox, `${mode}-${name}`, server.address()),
        mode,
        ledger: 'postgres',
        // What happens to files is the same whatever the memory is.
        only: mode === 'kill' ? / (?:question|send|answer) / : / question /,
        every: scale({ full: 1, short: 100 }),
        part,
        seed: 1,
      })
      expect(result.violations).toEqual([])
      const { measured, isKept } = summarise(result)
      prove({
        area: `Crash points: assess over a database, ${mode === 'kill' ? 'killed' : 'connection cut'}`,
        claim: `${everyPoint(part)}, 0 violations`,
        measured:
          mode === 'kill' ? measured : measured.replace('deaths', 'cuts').replace('is not killed', 'is not cut'),
        isKept: isKept && result.mostUnknown <= (mode === 'kill' ? 2 : 0),
      })
    },
  )
})
