import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it, onTestFinished } from 'vitest'
import { prove } from '../../support/proof.ts'
import { scale } from '../../support/scale.ts'
import { makeWorkbookMutant } from './mutant.ts'
import { builtEnricher, readMutants } from './read-mutants.ts'
import { gatherSeeds } from './seeds.ts'

const first = Number(process.env['RWA_SEED'] ?? 0)

it('mutated workbooks neither crash enriching nor hang it, and what it gives back is what was there with our cells', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rwa-fuzz-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const count = scale({ full: 5_000, short: 200 })
  const numbers = Array.from({ length: count }, (_, index) => first + index)
  const seeds = await gatherSeeds()
  const how = { ...builtEnricher, processes: 2 }
  const { counts, faults, slowestMs, peakBytes } = await readMutants(numbers, seeds, folder, how, makeWorkbookMutant)
  for (const { number, is, why } of faults.slice(0, 20)) console.error(`RWA_SEED=${number}: ${is}: ${why}`)
  prove({
    area: 'Enriching: fuzzed workbooks',
    claim: `${count} workbooks: 0 crashes, 0 hangs, 0 copies that do not open or have other cells, at most 300 MB`,
    measured:
      `${counts.rows} enriched and read back, ${counts.refused} left alone in words, ${counts.empty} empty, ${counts.crash} crashes, ` +
      `${counts.hang} hangs, ${counts.dropped} unlike, slowest ${(slowestMs / 1000).toFixed(1)} s, peak ${Math.round(peakBytes / 1_048_576)} MB`,
    isKept: faults.length === 0 && counts.rows > count / 10,
  })
})
