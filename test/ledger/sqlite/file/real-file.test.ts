import { linkSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findRealFile, openForReading, openLedger, openLedgerForReading } from '../../../rooms/ledger/sqlite.ts'
import { createFolder, stillClock } from '../../workspace.ts'

describe('a ledger by another name', () => {
  it.each<[string, (folder: string) => string]>([
    ['itself', (folder) => join(folder, 'real', 'led.sqlite')],
    ['a path with dots', (folder) => `${join(folder, 'real')}/../real/./led.sqlite`],
    ['a link', (folder) => link(join(folder, 'real', 'led.sqlite'), join(folder, 'link.sqlite'))],
    ['a relative link', (folder) => link('real/led.sqlite', join(folder, 'link.sqlite'))],
    [
      'a link to a link',
      (folder) => link(link('real/led.sqlite', join(folder, 'one.sqlite')), join(folder, 'two.sqlite')),
    ],
    ['a linked folder', (folder) => join(link('real', join(folder, 'linked')), 'led.sqlite')],
  ])('(%s) is the same file, whether it is there or not yet', (_, name) => {
    const folder = createFolder()
    mkdirSync(join(folder, 'real'))
    const called = name(folder)
    expect(findRealFile(called)).toBe(join(folder, 'real', 'led.sqlite'))
    writeFileSync(join(folder, 'real', 'led.sqlite'), '')
    expect(findRealFile(called)).toBe(join(folder, 'real', 'led.sqlite'))
  })

  it('may lead to folders that are not there yet', () => {
    const folder = createFolder()
    expect(findRealFile(link('later/led.sqlite', join(folder, 'link')))).toBe(join(folder, 'later', 'led.sqlite'))
  })

  it('(links in a circle) is no place', () => {
    const folder = createFolder()
    link('two', join(folder, 'one'))
    link('one', join(folder, 'two'))
    const open = () => openLedger({ file: join(folder, 'one'), clock: stillClock, onSpill() {} })
    expect(open).toThrow('cannot be opened: no file can be kept at that place')
  })

  it('(a hard link) is refused by all that use it, and nothing is left beside it', async () => {
    const folder = createFolder()
    const file = join(folder, 'led.sqlite')
    openLedger({ file, clock: stillClock, onSpill() {}, ballastMegabytes: 0 }).close()
    mkdirSync(join(folder, 'other'))
    const other = join(folder, 'other', 'led.sqlite')
    linkSync(file, other)
    const uses = [
      () => openLedger({ file: other, clock: stillClock, onSpill() {} }),
      () => openLedger({ file, clock: stillClock, onSpill() {} }),
      () => openLedgerForReading(other),
      () => openForReading(other, folder),
    ]
    for (const use of uses) expect(use).toThrow(/has 2 names \(hard links\)/)
    expect(readdirSync(join(folder, 'other'))).toEqual(['led.sqlite'])
  })
})

function link(target: string, path: string): string {
  symlinkSync(target, path)
  return path
}
