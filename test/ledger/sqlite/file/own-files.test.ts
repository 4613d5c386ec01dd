import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openLedger, tightenRights } from '../../../rooms/ledger/sqlite.ts'
import { createFolder, stillClock } from '../../workspace.ts'

function open(file: string) {
  return openLedger({ file, clock: stillClock, onSpill() {}, ballastMegabytes: 1 })
}

describe('what stands beside a ledger', () => {
  it.each(['.lock', '.mark', '.ballast', '-wal', '-shm'])(
    'is never written through a link or into a file of another name (%s)',
    (end) => {
      const folder = createFolder()
      const file = join(folder, 'led.sqlite')
      const mine = join(folder, 'thesis.txt')
      writeFileSync(mine, 'two years of work')
      for (const link of [symlinkSync, linkSync]) {
        link(mine, file + end)
        expect(() => open(file)).toThrow(`${file}${end}, which belongs to the ledger, is a link or no file at all`)
        rmSync(file + end)
      }
      symlinkSync(join(folder, 'not there yet'), file + end)
      expect(() => open(file)).toThrow('is a link or no file at all')
      rmSync(file + end)
      mkdirSync(file + end)
      expect(() => open(file)).toThrow('is a link or no file at all')
      expect(readFileSync(mine, 'utf8')).toBe('two years of work')
    },
  )

  it('is taken from others, and it is said', () => {
    const file = join(createFolder(), 'led.sqlite')
    const first = open(file)
    expect(first.rights).toBe('own')
    first.close()
    for (const end of ['', '.mark', '.lock', '.ballast']) chmodSync(file + end, 0o666)
    const second = open(file)
    expect(second.rights).toBe('tightened')
    for (const end of ['', '.mark', '.lock', '.ballast', '-wal']) {
      expect(statSync(file + end).mode & 0o777, end).toBe(0o600)
    }
    second.close()
    expect(tightenRights(file)).toBe('own')
  })
})
