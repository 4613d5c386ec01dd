import { chmod, mkdir, mkdtemp, open, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { publishFile } from '../../rooms/sheet/writing.ts'
import { BatchError } from '../../rooms/support.ts'

let folder: string
let output: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rwa-publish-'))
  output = join(folder, 'trips.assessed.xlsx')
})

afterEach(() => rm(folder, { recursive: true }))

const writeNew = (file: string): Promise<void> => writeFile(file, 'new', { flag: 'wx', mode: 0o600 })
const accept = async (): Promise<void> => {}

describe('publishing', () => {
  it('puts the file in place, its folder made when missing, for its owner only', async () => {
    output = join(folder, 'a', 'b', 'out.xlsx')
    expect(await publishFile({ output, write: writeNew, verify: accept })).toEqual({
      file: output,
      isSecondName: false,
    })
    expect(await readFile(output, 'utf8')).toBe('new')
    expect((await stat(output)).mode & 0o777).toBe(0o600)
    expect((await stat(dirname(output))).mode & 0o777).toBe(0o700)
  })

  it('replaces an earlier output and keeps its permissions', async () => {
    await writeFile(output, 'old')
    await chmod(output, 0o640)
    await publishFile({ output, write: writeNew, verify: accept })
    expect(await readFile(output, 'utf8')).toBe('new')
    expect((await stat(output)).mode & 0o777).toBe(0o640)
    expect(await readdir(folder)).toEqual(['trips.assessed.xlsx'])
  })

  it('writes and verifies the same new file in the folder of the output, the earlier one untouched till then', async () => {
    await writeFile(output, 'old')
    const seen: string[] = []
    await publishFile({
      output,
      write: async (file) => {
        seen.push(file)
        await writeNew(file)
      },
      verify: async (file) => {
        seen.push(file)
        expect(await readFile(file, 'utf8')).toBe('new')
        expect(await readFile(output, 'utf8')).toBe('old')
      },
    })
    expect(seen[0]).toBe(seen[1])
    expect(seen[0]).toMatch(/\/\.trips\.assessed\.[0-9a-f]{8}-\d+-[0-9a-f]{12}\.partial\.xlsx$/)
    expect(dirname(seen[0] ?? '')).toBe(folder)
  })

  it('is on the disk before it has its name, and then its name is', async () => {
    await writeFile(output, 'old')
    const handle = await open(folder)
    const prototype: typeof handle = Object.getPrototypeOf(handle)
    await handle.close()
    const atEachSync: [isFolder: boolean, content: string][] = []
    const sync = prototype.sync
    const watched = vi.spyOn(prototype, 'sync').mockImplementation(async function (this: typeof handle) {
      atEachSync.push([(await this.stat()).isDirectory(), await readFile(output, 'utf8')])
      await sync.call(this)
    })
    onTestFinished(() => watched.mockRestore())
    await publishFile({ output, write: writeNew, verify: accept })
    expect(atEachSync).toEqual([
      [false, 'old'],
      [true, 'new'],
    ])
  })

  it('writes through a symbolic link', async () => {
    const real = join(folder, 'real.xlsx')
    await writeFile(real, 'old')
    await symlink(real, output)
    expect(await publishFile({ output, write: writeNew, verify: accept })).toEqual({
      file: output,
      isSecondName: false,
    })
    expect(await readFile(real, 'utf8')).toBe('new')
    expect((await readdir(folder)).toSorted()).toEqual(['real.xlsx', 'trips.assessed.xlsx'])
  })

  it.each([
    ['write', { write: () => Promise.reject(new BatchError('defect', 'no')), verify: accept }],
    ['verify', { write: writeNew, verify: () => Promise.reject(new BatchError('defect', 'no')) }],
  ])('leaves nothing behind and the earlier output as it was when %s fails', async (_, steps) => {
    await writeFile(output, 'old')
    await expect(publishFile({ output, ...steps })).rejects.toMatchObject({ code: 'defect', message: 'no' })
    expect(await readFile(output, 'utf8')).toBe('old')
    expect(await readdir(folder)).toEqual(['trips.assessed.xlsx'])
  })
})

describe('an output that cannot be replaced', () => {
  it.each(['.~lock.trips.assessed.xlsx#', '~$trips.assessed.xlsx'])(
    'is one that another program has open: beside %s it stays as it is',
    async (name) => {
      await writeFile(output, 'old')
      const lock = join(folder, name)
      await writeFile(lock, ',someone,here')
      const file = join(folder, 'trips.assessed (2).xlsx')
      expect(await publishFile({ output, write: writeNew, verify: accept })).toEqual({ file, isSecondName: true, lock })
      expect([await readFile(output, 'utf8'), await readFile(file, 'utf8')]).toEqual(['old', 'new'])
      await rm(lock)
      expect(await publishFile({ output, write: writeNew, verify: accept })).toEqual({
        file: output,
        isSecondName: false,
      })
    },
  )

  it('gets a second name, the first that is free', async () => {
    await mkdir(output)
    await writeFile(join(folder, 'trips.assessed (2).xlsx'), 'other')
    const file = join(folder, 'trips.assessed (3).xlsx')
    expect(await publishFile({ output, write: writeNew, verify: accept })).toEqual({ file, isSecondName: true })
    expect(await readFile(file, 'utf8')).toBe('new')
    expect(await readFile(join(folder, 'trips.assessed (2).xlsx'), 'utf8')).toBe('other')
  })

  it('is refused when it is a device', async () => {
    const error = await publishFile({ output: '/dev/null', write: accept, verify: accept }).catch(
      (thrown: unknown) => thrown,
    )
    expect(error).toBeInstanceOf(BatchError)
  })
})

describe('a place that cannot be written to', () => {
  it.each([
    ['ENOSPC', 'the disk is full'],
    ['EROFS', 'the disk is read-only'],
    ['EACCES', 'the folder cannot be written to'],
    ['EWEIRD', 'the system answered EWEIRD'],
  ])('is said with a hint: %s', async (code, reason) => {
    const failure = Object.assign(new Error(`${code}: write`), { code, errno: -1 })
    await expect(publishFile({ output, write: () => Promise.reject(failure), verify: accept })).rejects.toMatchObject({
      code: 'surroundings',
      message: `${output} could not be written: ${reason}`,
      hint: expect.stringContaining('‹output›'),
    })
  })

  it('is said when a part of the path is a file', async () => {
    await writeFile(output, 'old')
    const inside = join(output, 'out.xlsx')
    await expect(publishFile({ output: inside, write: writeNew, verify: accept })).rejects.toMatchObject({
      code: 'surroundings',
      message: `${inside} could not be written: a part of the path is not a folder`,
    })
  })

  it('does not hide a defect', async () => {
    const failure = new TypeError('x is not a function')
    await expect(publishFile({ output, write: () => Promise.reject(failure), verify: accept })).rejects.toBe(failure)
  })
})
