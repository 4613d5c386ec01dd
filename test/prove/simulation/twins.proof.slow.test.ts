import { it } from 'vitest'
import { prove } from '../../support/proof.ts'
import { scale } from '../../support/scale.ts'
import { playSeeds } from './play-seeds.ts'
import { twins } from './twins.ts'

const mostSeeds = 1000
const guards = scale({ full: twins, short: twins.filter(({ isRare }) => isRare !== true) })

it('every guard is missed when it is taken out', { timeout: 3_600_000 }, async () => {
  const found: string[] = []
  let missed = 0
  for (const { name, breaks } of guards) {
    const { breaches, seeds } = await playSeeds({ from: 1, to: mostSeeds, step: 1, twin: name, until: breaks })
    const isFound = breaches.some(({ rule }) => rule === breaks)
    if (!isFound) missed += 1
    found.push(`${name}: ${isFound ? `${breaks} at seed ${seeds}` : 'not found'}`)
  }
  prove({
    area: 'Twins of the simulation',
    claim: `each of ${guards.length} guards taken out is found within ${mostSeeds} seeds`,
    measured: `${guards.length - missed} found (${found.join('; ')})`,
    isKept: missed === 0,
  })
})
