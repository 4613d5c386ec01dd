import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { simulatedDisks } from './disks.ts'
import { Machine, type SimulationEnd } from './machine.ts'
import { type Parts, realParts } from './parts.ts'
import type { Kind } from './scenario.ts'

/** Plays what one seed decides, from the first start of the command to the last. */
export function simulate(seed: number, parts: Parts = realParts): Promise<SimulationEnd> {
  return play(seed, parts, { hasMishaps: false, forgets: false })
}

/** The same with the register of a user whose ledgers are put back from copies, taken for others, and damaged. */
export function simulateLedgers(seed: number, parts: Parts = realParts): Promise<SimulationEnd> {
  return play(seed, parts, { hasMishaps: true, forgets: false })
}

/** All that, and people and old trips are forgotten between runs. */
export function simulateForgetting(seed: number, parts: Parts = realParts): Promise<SimulationEnd> {
  return play(seed, parts, { hasMishaps: true, forgets: true })
}

async function play(seed: number, parts: Parts, kind: Kind): Promise<SimulationEnd> {
  const folder = mkdtempSync(join(simulatedDisks, 'rwa-simulation-'))
  try {
    return await new Machine(seed, folder, parts, kind).play()
  } finally {
    // What dead processes have begun to write may still appear.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}
