import { expect, it } from 'vitest'
import { prove } from '../../support/proof.ts'
import { scale } from '../../support/scale.ts'
import { weatherAll } from './all-operations.ts'
import { everyFault, raiseStorm } from './storm.ts'
import { letTwoDecide, updateFaults } from './two-officers.ts'

it('10,000 rows in a storm of faults', { timeout: 1_800_000 }, async () => {
  const sizes = scale({
    full: { trips: 10_000, decisions: 2_000, staff: 1_000 },
    short: { trips: 500, decisions: 100, staff: 50 },
  })
  const storm = await raiseStorm({ faults: `${everyFault},seed=20` })
  const all = await weatherAll(storm, sizes)

  const lies = Object.values(all).map((judged) => judged.lies)
  const count = (kind: 'twice' | 'lost' | 'false' | 'denied'): number => lies.flatMap((lie) => lie[kind]).length
  const verdicts = Object.values(all).map(({ verdict }) => verdict)
  const sum = (kind: 'twice' | 'lost' | 'unknown'): number =>
    verdicts.reduce((total, verdict) => total + verdict[kind], 0)
  const { requests = 0, played = new Map<string, number>() } = storm.sandbox.faultCount ?? {}
  const faulty = [...played.values()].reduce((total, times) => total + times, 0)
  const rows = Object.values(all).reduce((total, { results }) => total + results.length, 0)
  const runs = Object.values(all).map((judged) => judged.runs)
  expect(faulty / requests).toBeGreaterThan(scale({ full: 0.19, short: 0.15 }))
  expect(played.size).toBeGreaterThanOrEqual(scale({ full: 17, short: 12 }))

  prove({
    area: 'Fault storm',
    claim: `${rows.toLocaleString('en')} rows, a fifth of all requests faulty: 0 twice, 0 lost, each outcome the truth or unknown`,
    measured: [
      `${requests.toLocaleString('en')} requests, ${((100 * faulty) / requests).toFixed(1)} % of them hit by ${played.size} kinds of fault`,
      `twice ${count('twice')}, lost ${count('lost')}, wrong outcomes ${count('false')}`,
      `said to be refused, failed or not sent and there all the same ${count('denied')}`,
      `unknown ${sum('unknown').toLocaleString('en')}`,
      `runs until done ${runs.join(' + ')}`,
      `the verdict of the program: twice ${sum('twice')}, lost ${sum('lost')}`,
    ].join('; '),
    isKept: lies.every((lie) => Object.values(lie).flat().length === 0) && sum('twice') === 0 && sum('lost') === 0,
  })
})

it('two sheets of 1,000 decisions that undo each other in a storm', { timeout: 1_800_000 }, async () => {
  const storm = await raiseStorm({ faults: `${updateFaults},seed=21` })
  const { lies, decisions, recordedAnew, unknown } = await letTwoDecide(storm, scale({ full: 1_000, short: 100 }))
  expect(lies).toEqual([])
  prove({
    area: 'Fault storm: two sheets of decisions',
    claim: 'what is called decided is in force; no event is recorded twice',
    measured: `${decisions} decisions recorded, ${recordedAnew} of them anew after another one; ${unknown} times unknown; ${lies.length} lies`,
    isKept: lies.length === 0 && recordedAnew > 0,
  })
})
