import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createInputCopy, processTag, removeInputCopy, removeStaleTemporaries } from '../../rooms/sheet/writing.ts'

function createFolder(): { input: string; output: string; folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'rwa-copy-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const input = join(folder, 'trips.xlsx')
  writeFileSync(input, 'content', { mode: 0o644 })
  return { folder, input, output: join(folder, 'output/trips.assessed.xlsx') }
}

it('is the input as it was, hidden beside the output, for its owner only, until it is dropped', async () => {
  const { input, output } = createFolder()
  const copy = await createInputCopy(input, output)
  rmSync(input)
  expect([readFileSync(copy, 'utf8'), statSync(copy).mode & 0o777]).toEqual(['content', 0o600])
  expect(basename(copy)).toMatch(/^\.trips\.assessed\..*\.input\.xlsx$/)
  await removeInputCopy(copy)
  expect(existsSync(copy)).toBe(false)
})

it('of a process that was killed goes with the next one; that of a running one stays, however old it is', async () => {
  const { input, output, folder } = createFolder()
  const copy = await createInputCopy(input, output)
  const dead = spawnSync(process.execPath, ['-e', '']).pid
  const left = copy.replace(processTag, processTag.replace(/-\d+$/, `-${dead}`))
  writeFileSync(left, 'left')
  const yesterday = new Date(Date.now() - 86_400_000)
  utimesSync(copy, yesterday, yesterday)
  await removeStaleTemporaries(output)
  expect(readdirSync(join(folder, 'output'))).toHaveLength(2)
  await createInputCopy(input, output)
  expect([existsSync(left), existsSync(copy)]).toEqual([false, true])
})

it('that cannot be kept is said in words, and nothing is left of it', async () => {
  const { folder, output } = createFolder()
  await expect(createInputCopy(join(folder, 'missing.xlsx'), output)).rejects.toMatchObject({ code: 'surroundings' })
  expect(readdirSync(join(folder, 'output'))).toEqual([])
})
