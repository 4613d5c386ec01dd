import { describe, expect, it } from 'vitest'
import { simulate } from '../../pipeline/engine/simulate-service.ts'
import { scenes } from './scenes.ts'
import { simulateGate } from './simulate-gate.ts'

const titles = ['20/s, burst 5', '20 in each second', '4 in flight', '20/s, burst 5, and 4 in flight']
const some = scenes.filter(
  ({ title, latencyMs, maxInFlight }) => titles.includes(title) && latencyMs === 100 && maxInFlight === 8,
)

describe('a limit that nobody told', () => {
  it.each(some)('of $title is used and kept (Retry-After: $saysRetryAfter)', (scene) => {
    const { used, refused } = simulate({
      limit: scene.create(),
      latencyMs: scene.latencyMs,
      seconds: 190,
      saysRetryAfter: scene.saysRetryAfter,
      settings: { maxInFlight: scene.maxInFlight },
    })
    expect(used).toBeGreaterThan(0.88)
    expect(refused).toBeLessThan(0.02)
  })

  it('is kept by creates and polls together, through the gate', async () => {
    const [scene] = some
    if (scene === undefined) throw new Error('no scene')
    const { used, refused, polls } = await simulateGate(scene, 60)
    expect(used).toBeGreaterThan(0.9)
    expect(refused).toBeLessThan(0.02)
    expect(polls).toBeGreaterThan(400)
  })
})
