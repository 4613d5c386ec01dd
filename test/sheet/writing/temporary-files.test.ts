import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { removeStaleTemporaries, temporaryName } from '../../rooms/sheet/writing.ts'

let folder: string
let output: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rwa-leftovers-'))
  output = join(folder, 'trips.assessed.xlsx')
})

afterEach(() => rm(folder, { recursive: true }))

/** A name that this machine gave when it was process `pid`. */
function nameOf(pid: number, target = output): string {
  return basename(temporaryName(target)).replace(`-${process.pid}-`, `-${pid}-`)
}

/** A process that was, and is no more. */
const dead = spawnSync(process.execPath, ['-e', '']).pid

const elsewhere = (name: string): string => name.replace(/\.[0-9a-f]{8}-/, '.00000000-')

describe('what was left half-written', () => {
  it.each<[string, () => string, { isOld: boolean; isKept: boolean }]>([
    ['a dead process of this machine, just now', () => nameOf(dead), { isOld: false, isKept: false }],
    ['this very process', () => nameOf(process.pid), { isOld: false, isKept: true }],
    ['another machine, just now', () => elsewhere(nameOf(dead)), { isOld: false, isKept: true }],
    ['another machine, yesterday', () => elsewhere(nameOf(dead)), { isOld: true, isKept: false }],
    ['a process number that is in use again, yesterday', () => nameOf(process.pid), { isOld: true, isKept: false }],
    [
      'a dead process, of another output',
      () => nameOf(dead, join(folder, 'other.xlsx')),
      { isOld: true, isKept: true },
    ],
    ['somebody else', () => '.trips.assessed.mine.partial.xlsx', { isOld: true, isKept: true }],
  ])('by %s', async (_, nameIt, { isOld, isKept }) => {
    const name = nameIt()
    await writeFile(join(folder, name), 'x')
    const yesterday = new Date(Date.now() - 86_400_000)
    if (isOld) await utimes(join(folder, name), yesterday, yesterday)
    await removeStaleTemporaries(output)
    expect(await readdir(folder)).toEqual(isKept ? [name] : [])
  })
})
