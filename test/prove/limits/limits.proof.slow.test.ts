import { describe, it } from 'vitest'
import { type Simulated, simulate } from '../../pipeline/engine/simulate-service.ts'
import { prove } from '../../support/proof.ts'
import { scale } from '../../support/scale.ts'
import { type LimitScene, scenes } from './scenes.ts'
import { simulateGate } from './simulate-gate.ts'

const seconds = scale({ full: 310, short: 130 })

interface Bound {
  used: number
  refused: number
}

/** What is promised after the first ten seconds; less where an answer takes a second or the limit changes. */
function boundOf({ kind, title, latencyMs }: LimitScene): Bound {
  if (kind === 'changing')
    return { used: scale({ full: 0.75, short: 0.5 }), refused: scale({ full: 0.02, short: 0.03 }) }
  if (title === '200 in each ten seconds') return { used: 0.9, refused: scale({ full: 0.03, short: 0.05 }) }
  if (latencyMs === 1_000) return { used: scale({ full: 0.83, short: 0.7 }), refused: 0.02 }
  return { used: scale({ full: 0.9, short: 0.85 }), refused: 0.02 }
}

function run(scene: LimitScene): Simulated {
  const { latencyMs, maxInFlight, saysRetryAfter } = scene
  return simulate({ limit: scene.create(), latencyMs, seconds, saysRetryAfter, settings: { maxInFlight } })
}

function percent(share: number, digits = 0): string {
  return (100 * share).toFixed(digits)
}

const groups = new Map<string, LimitScene[]>()
for (const scene of scenes) {
  const key = `${scene.title}; answers in ${scene.latencyMs === 1_000 ? '1 s' : '10 or 100 ms'}`
  groups.set(key, [...(groups.get(key) ?? []), scene])
}

describe('hidden limits, in virtual time', () => {
  it.each([...groups])('%s', (title, group) => {
    const results = group.map((scene) => ({ scene, ...run(scene) }))
    for (const { scene, used, refused } of results) {
      const { latencyMs, maxInFlight, saysRetryAfter } = scene
      const where = `${latencyMs} ms, ${maxInFlight} at most${saysRetryAfter ? ', Retry-After' : ''}`
      process.stdout.write(`${scene.title} | ${where} | ${percent(used)} % used | ${percent(refused, 1)} % refused\n`)
    }
    const bound = boundOf(group[0] as LimitScene)
    const used = results.map((result) => result.used)
    const refused = Math.max(...results.map((result) => result.refused))
    prove({
      area: 'Hidden limit, simulated',
      claim: `${title}: at least ${percent(bound.used)} % used, at most ${percent(bound.refused)} % refused`,
      measured: `${percent(Math.min(...used))}–${percent(Math.max(...used))} % used, at most ${percent(refused, 1)} % refused (${group.length} runs of ${seconds} s, 8 and 32 in flight, with and without Retry-After)`,
      isKept: Math.min(...used) >= bound.used && refused <= bound.refused,
    })
  })

  const together = scenes.filter(
    ({ kind, latencyMs, maxInFlight }) =>
      (kind === 'rate' || kind === 'both') && latencyMs === 100 && maxInFlight === 8,
  )
  it('are kept by creates and polls together, through the gate', async () => {
    const results = []
    for (const scene of together) results.push(await simulateGate(scene, scale({ full: 310, short: 60 })))
    const used = Math.min(...results.map((result) => result.used))
    const refused = Math.max(...results.map((result) => result.refused))
    prove({
      area: 'Hidden limit, through the gate',
      claim: '20/s, creates and polls together: at least 90 % used, at most 2 % refused',
      measured: `at least ${percent(used)} % used, at most ${percent(refused, 1)} % refused in ${results.length} runs`,
      isKept: used >= scale({ full: 0.9, short: 0.8 }) && refused <= 0.02,
    })
  })
})
