import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { builtReader, readMutants } from './read-mutants.ts'
import { gatherSeeds } from './seeds.ts'

it('finds a crash, a hang, lost rows, swollen memory, a dead process and unfit words where there are any', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rwa-fuzz-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const { counts, faults } = await readMutants([0, 1, 2, 3, 4, 5, 6], await gatherSeeds(), folder, {
    ...builtReader,
    hangMs: 1500,
    module: new URL('faulty-open.mjs', import.meta.url),
  })
  expect(faults.map(({ number, is }) => [number, is])).toEqual([
    [0, 'crash'],
    [1, 'hang'],
    [2, 'dropped'],
    [3, 'swollen'],
    [4, 'crash'],
    [5, 'crash'],
  ])
  expect(counts.rows).toBe(1)
})
