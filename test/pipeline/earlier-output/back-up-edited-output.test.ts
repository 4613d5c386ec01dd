import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { backUpEditedOutput } from '../../../src/pipeline/earlier-output/back-up-edited-output.ts'
import { digestOutput } from '../../../src/pipeline/earlier-output/output-digest.ts'

const now = Date.UTC(2026, 2, 1, 9, 30)

let folder: string
let output: string
let known: Set<string>
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rwa-kept-'))
  output = join(folder, 'trips.assessed.xlsx')
  writeFileSync(output, 'as it was written')
  known = new Set([await digestOutput(output)])
})
afterEach(() => rmSync(folder, { recursive: true }))

function keep(): Promise<string | undefined> {
  const outputs = {
    digestsOf: async () => [...known],
    recordBackup: async (_: number, __: string, digest: string) => void known.add(digest),
  }
  return backUpEditedOutput(output, 1, outputs, now)
}

it('an output that stands as it was written is not kept, nor is one that is not there', async () => {
  expect(await keep()).toBeUndefined()
  rmSync(output)
  expect(await keep()).toBeUndefined()
  expect(readdirSync(folder)).toEqual([])
})

it('an output that was changed since is kept, byte for byte, and only once', async () => {
  writeFileSync(output, 'with a remark')
  const kept = await keep()
  expect(kept).toBe(join(folder, 'trips.assessed.edited-20260301T093000.xlsx'))
  expect(readFileSync(String(kept), 'utf8')).toBe('with a remark')
  expect(await keep()).toBeUndefined()
})

it('a copy never takes the place of an earlier one', async () => {
  writeFileSync(output, 'with a remark')
  await keep()
  writeFileSync(output, 'with another remark')
  expect(await keep()).toBe(join(folder, 'trips.assessed.edited-20260301T093000 (2).xlsx'))
})
