import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { defaultLists } from '../rooms/sandbox.ts'

const samples = fileURLToPath(new URL('../../samples/', import.meta.url))

it('lists.json holds the lists of the sandbox', async () => {
  expect(JSON.parse(await readFile(join(samples, 'lists.json'), 'utf8'))).toEqual(defaultLists)
})

it('the samples are what their script makes, byte for byte', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rwa-samples-'))
  await promisify(execFile)(process.execPath, [join(samples, 'make-samples.mjs'), folder])
  const names = [
    'quarterly-review.xlsx',
    'three-quarters.xlsx',
    'historical-trips.csv',
    'compliance-staff.csv',
    'decisions.xlsx',
  ]
  for (const name of names) {
    expect((await readFile(join(folder, name))).equals(await readFile(join(samples, name))), name).toBe(true)
  }
  await rm(folder, { recursive: true })
})
