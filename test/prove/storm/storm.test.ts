import { describe, expect, it } from 'vitest'
import type { ServiceClient } from '../../rooms/client.ts'
import { assess } from '../../rooms/operations.ts'
import { weatherAll } from './all-operations.ts'
import { stormTrips } from './sheets.ts'
import { everyFault, raiseStorm } from './storm.ts'
import { noLies } from './truth.ts'
import { letTwoDecide, updateFaults } from './two-officers.ts'

describe('in a storm of faults, with a fifth of all requests hit,', () => {
  it.each([1])('nothing is done twice or lost, and every row tells the truth (seed %i)', async (seed) => {
    const storm = await raiseStorm({ faults: `${everyFault},seed=${seed}` })
    const all = await weatherAll(storm, { trips: 30, decisions: 15, staff: 15 })
    for (const { lies, outcomes, verdict } of Object.values(all)) {
      expect(lies).toEqual(noLies)
      expect(verdict).toMatchObject({ twice: 0, lost: 0, repeated: 0, unknown: outcomes.get('unknown') ?? 0 })
    }
    expect([...all.assess.outcomes.keys()].toSorted()).toEqual(['scored', 'unknown'])
    expect(all.assess.verdict.created).toBe([...storm.sandbox.store.assessments.list('Acme')].length)
    expect(all.decide.verdict.created).toBe([...storm.sandbox.store.decisions.list('Acme')].length)
  })
})

it('two sheets that undo each other’s decisions are told what is in force, and no event is recorded twice', async () => {
  const storm = await raiseStorm({ faults: `${updateFaults},seed=3` })
  const { lies, recordedAnew, unknown, superseded } = await letTwoDecide(storm, 20)
  expect(lies).toEqual([])
  expect(Math.min(recordedAnew, unknown, superseded)).toBeGreaterThan(0)
})

/** The guard switched off: what got no answer, or a 500, counts as not sent, so that it is tried again. */
function trusting(isTrusted: (status: number | undefined) => boolean): (client: ServiceClient) => ServiceClient {
  return (client) => ({
    ...client,
    async createAssessment(input) {
      const attempt = await client.createAssessment(input)
      const { proof, status } = attempt
      if (proof.kind !== 'unknown' || !isTrusted(status)) return attempt
      return { ...attempt, proof: { kind: 'not-sent', reason: proof.reason } }
    },
  })
}

describe('the storm finds duplicates when a client sends again', () => {
  it.each<[string, string, (status: number | undefined) => boolean]>([
    ['after a reset', 'create.reset-after=10%', (status) => status === undefined],
    ['after an answer that never came', 'create.hang=5%', (status) => status === undefined],
    ['after a 500', 'create.500-after=10%', (status) => status === 500],
    ['after a 503 that does not say when to come back', 'create.503-bare=20%', (status) => status === 503],
    ['after a success without an identifier', 'create.no-id=10%', (status) => status === 200],
  ])('%s', async (_, faults, isTrusted) => {
    const careless = await raiseStorm({ faults, wrapClient: trusting(isTrusted) })
    const twice = await careless.weather(assess, stormTrips(30))
    expect(twice.verdict.twice).toBeGreaterThan(0)
    expect(twice.verdict.lost).toBeGreaterThan(0)
  })
})
