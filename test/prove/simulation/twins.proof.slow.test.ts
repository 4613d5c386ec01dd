import { it } from 'vitest'
import { prove } from '../../support/proof.ts'
import { scale } from '../../support/scale.ts'
import { playSeeds } from './play-seeds.ts'
import { twins } from './twins.ts'

const mostSeeds = 1000

/** The short form is quick-twins.slow.test.ts. */
const isTried = scale({ full: true, short: false })

it.runIf(isTried)('every guard is missed when it is taken out', { timeout: 3_600_000 }, async () => {
  const found: string[] = []
  let missed = 0
  for (const { name, breaks } of twins) {
    const { breaches, seeds } = await playSeeds({ from: 1, to: mostSeeds, step: 1, twin: name, until: breaks })
    const isFound = breaches.some(({ rule }) => rule === breaks)
    if (!isFound) missed += 1
    found.push(`${name}: ${isFound ? `${breaks} at seed ${seeds}` : 'not found'}`)
  }
  prove({
    area: 'Twins of the simulation',
    claim: `each of ${twins.length} guards taken out is found within ${mostSeeds} seeds`,
    measured: `${twins.length - missed} found (${found.join('; ')})`,
    isKept: missed === 0,
  })
})
