import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it, onTestFinished } from 'vitest'
import { prove } from '../../support/proof.ts'
import { scale } from '../../support/scale.ts'
import { builtReader, readMutants } from './read-mutants.ts'
import { gatherSeeds } from './seeds.ts'

const first = Number(process.env['RWA_SEED'] ?? 0)

it('mutated files neither crash the reader, nor hang it, nor swell it, nor lose their rows in silence', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rwa-fuzz-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const count = scale({ full: 10_000, short: 300 })
  const numbers = Array.from({ length: count }, (_, index) => first + index)
  const seeds = await gatherSeeds()
  const { counts, faults, slowestMs, peakBytes } = await readMutants(numbers, seeds, folder, {
    ...builtReader,
    processes: 2,
  })
  for (const { number, is, why } of faults.slice(0, 20)) console.error(`RWA_SEED=${number}: ${is}: ${why}`)
  prove({
    area: 'Fuzzed files',
    claim: `${count} files: 0 crashes, 0 hangs, 0 silent empty successes, at most 300 MB`,
    measured:
      `${counts.rows} read, ${counts.refused + counts.empty} refused in words, ${counts.crash} crashes, ${counts.hang} hangs, ` +
      `${counts.dropped} silent, slowest ${(slowestMs / 1000).toFixed(1)} s, peak ${Math.round(peakBytes / 1_048_576)} MB ` +
      `(${seeds.workbooks.length + seeds.texts.length} seeds)`,
    isKept: faults.length === 0,
  })
})
