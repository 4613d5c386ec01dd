import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { builtReader, readMutants } from './read-mutants.ts'
import { gatherSeeds } from './seeds.ts'

/** One file of the slow test: `RWA_SEED=123 npx vitest run --config test/vitest.config.ts test/sheet/fuzz`. */
const replayed = process.env['RWA_SEED']

it('mutated workbooks and text files are read or refused in words', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rwa-fuzz-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const numbers = replayed === undefined ? Array.from({ length: 60 }, (_, index) => index) : [Number(replayed)]
  const { faults } = await readMutants(numbers, await gatherSeeds(), folder, builtReader)
  expect(faults).toEqual([])
})
