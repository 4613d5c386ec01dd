import { it } from 'vitest'
import { prove } from '../../support/proof.ts'
import { scale } from '../../support/scale.ts'
import { describeReached, listUnreached } from './invariants.ts'
import { playInParallel } from './play-in-parallel.ts'
import { playSeeds } from './play-seeds.ts'

const seeds = scale({ full: 10_000, short: 24 })
/** What has passed is not played again when the proof is interrupted: so many seeds at a time. */
const partLength = scale({ full: 2_500, short: seeds })
/** Other seeds than those of the last time: `RWA_FIRST_SEED=10001`. */
const firstSeed = Number(process.env['RWA_FIRST_SEED'] ?? 1)
const cores = 2

const plays = [
  ['Simulation', 'trips'],
  ['Simulation: decisions', 'decisions'],
  ['Simulation: copies put back, other ledgers, flipped bits', 'ledgers'],
  ['Simulation: people and old trips forgotten', 'forgetting'],
  ['Simulation: runs that are undone', 'undo'],
] as const
const parts = Array.from({ length: seeds / partLength }, (_, index) => firstSeed + index * partLength)

it.each(plays.flatMap(([area, play]) => parts.map((from) => ({ area, play, from, to: from + partLength - 1 }))))(
  'no seed from $from to $to breaks a rule: $area',
  { timeout: 6 * 3_600_000 },
  async ({ area, play, from, to }) => {
    const startedAt = performance.now()
    const { counts, breaches, cpuMs } = await playInParallel(partLength, cores, play, from)
    const minutes = (performance.now() - startedAt) / 60_000
    // What else the machine does meanwhile is no matter of ours.
    const shareOfCores = cpuMs / cores / 60_000
    for (const { seed, rule, detail } of breaches.slice(0, 20)) console.error(`RWA_SEED=${seed}: ${rule}: ${detail}`)
    const broken = new Set(breaches.map(({ seed }) => seed)).size
    const { runs, deaths, requests, faults, creations, oddStarts, refusals, forgettings, forgotten } = counts
    const odd =
      oddStarts === undefined ? '' : `, ${oddStarts} starts with a ledger that is not as it was, ${refusals} refused`
    const erased = forgettings === undefined ? '' : `, ${forgettings} forgettings of ${forgotten} requests`
    const taken = counts.undone === undefined ? '' : `, ${counts.undone} decisions of undos`
    const { sealed, released, brokenSeals, refused, dropped, expired, brokenOff } = counts
    const waited =
      sealed === undefined
        ? ''
        : `, ${sealed} sealed, ${released} of them released, ${brokenSeals} releases refused as it had changed, ${refused} runs refused, ${dropped} dropped, ${expired} expired, ${brokenOff} died before their release`
    const unreached = listUnreached(play, counts.reached)
    const scope = `${runs} runs, ${deaths} crashes, ${requests} requests, ${faults} of them faulty, ${creations} ${play === 'decisions' ? 'decisions recorded' : 'assessments'}${odd}${erased}${taken}${waited}`
    prove({
      area,
      claim: `seeds ${from} to ${to}, 0 violations on ${cores} cores, every guard reached`,
      measured: `${broken} violations; reached ${describeReached(counts.reached)}; not reached: ${unreached.join(', ') || 'none'}; ${shareOfCores.toFixed(1)} minutes of ${cores} cores, ${minutes.toFixed(1)} by the clock; ${scope}`,
      isKept: broken === 0 && unreached.length === 0,
    })
  },
)

it('checksums find flipped bits where no seal is compared', { timeout: 3_600_000 }, async () => {
  const to = scale({ full: 500, short: 40 })
  const { counts } = await playSeeds({ from: 1, to, step: 1, play: 'ledgers', twin: 'the seal is not compared' })
  prove({
    area: 'Simulation: flipped bits without the seal',
    claim: `seeds 1 to ${to}, found by checksums`,
    measured: `reached ${describeReached(counts.reached)}`,
    isKept: listUnreached('bits', counts.reached).length === 0,
  })
})
