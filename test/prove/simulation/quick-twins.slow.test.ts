import { describe, expect, it } from 'vitest'
import { decisionTwins } from './decision-twins.ts'
import { forgetTwins } from './forget-twins.ts'
import { ledgerTwins } from './ledger-twins.ts'
import { playSeeds } from './play-seeds.ts'
import { twins } from './twins.ts'
import { undoTwins } from './undo-twins.ts'
import { waitingTwins } from './waiting-twins.ts'

/** The rest take more seeds: twins.proof.slow.test.ts. */
const quick = twins.filter(({ isRare }) => isRare !== true)

describe('without one guard the simulation finds the breach', () => {
  it.each(quick)('$name', async ({ name, breaks }) => {
    const { breaches } = await playSeeds({ from: 1, to: 60, step: 1, twin: name, until: breaks })
    expect(breaches.map(({ rule }) => rule)).toContain(breaks)
  })

  it.each([...decisionTwins, ...waitingTwins])('$name', async ({ name, breaks }) => {
    const { breaches } = await playSeeds({ from: 1, to: 60, step: 1, play: 'decisions', twin: name, until: breaks })
    expect(breaches.map(({ rule }) => rule)).toContain(breaks)
  })

  it.each(undoTwins)('$name', async ({ name, breaks }) => {
    const { breaches } = await playSeeds({ from: 1, to: 60, step: 1, play: 'undo', twin: name, until: breaks })
    expect(breaches.map(({ rule }) => rule)).toContain(breaks)
  })

  it.each(forgetTwins)('$name', async ({ name, breaks }) => {
    const { breaches } = await playSeeds({ from: 1, to: 240, step: 1, play: 'forgetting', twin: name, until: breaks })
    expect(breaches.map(({ rule }) => rule)).toContain(breaks)
  })

  it.each(ledgerTwins)('$name', async ({ name, breaks }) => {
    const { breaches } = await playSeeds({ from: 1, to: 60, step: 1, play: 'ledgers', twin: name, until: breaks })
    expect(breaches.map(({ rule }) => rule)).toContain(breaks)
  })
})
