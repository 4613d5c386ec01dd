import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { keepBallast } from '../../../rooms/ledger/sqlite.ts'
import { createFolder } from '../../workspace.ts'

const megabyte = 1024 * 1024

describe('the ballast', () => {
  it('really takes its space, for its owner only', () => {
    const file = join(createFolder(), 'ballast')
    keepBallast(file, 2)
    const { size, blocks, mode } = statSync(file)
    expect(size).toBe(2 * megabyte)
    expect(blocks * 512).toBeGreaterThanOrEqual(size)
    expect(mode & 0o777).toBe(0o600)
  })

  it('can be freed once, and is there again at the next start', () => {
    const file = join(createFolder(), 'ballast')
    const ballast = keepBallast(file, 1)
    expect([ballast.free(), existsSync(file), ballast.free()]).toEqual([true, false, false])
    keepBallast(file, 1)
    expect(statSync(file).size).toBe(megabyte)
  })

  it('is filled up when an earlier process got only half way', () => {
    const file = join(createFolder(), 'ballast')
    writeFileSync(file, 'half')
    keepBallast(file, 1)
    expect(statSync(file).size).toBe(megabyte)
  })

  it('is none at all when none is wanted', () => {
    const file = join(createFolder(), 'ballast')
    expect(keepBallast(file, 0).free()).toBe(false)
    expect(existsSync(file)).toBe(false)
  })
})
