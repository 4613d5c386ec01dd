import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { builtReader, readMutants } from './read-mutants.ts'
import { gatherSeeds } from './seeds.ts'

it('finds a crash, a hang, lost rows, swollen memory, a dead process and unfit words where there are any', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rwa-fuzz-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const how = { ...builtReader, module: new URL('faulty-open.mjs', import.meta.url) }
  const seeds = await gatherSeeds()
  const endless = await readMutants([1], seeds, folder, { ...how, hangMs: 300 })
  const others = await readMutants([0, 2, 3, 4, 5, 6, 7], seeds, folder, how)
  expect([...endless.faults, ...others.faults].map(({ number, is }) => [number, is])).toEqual([
    [1, 'hang'],
    [0, 'crash'],
    [2, 'dropped'],
    [3, 'swollen'],
    [4, 'crash'],
    [5, 'crash'],
    [6, 'hang'],
  ])
  expect(others.counts.rows).toBe(1)
})
