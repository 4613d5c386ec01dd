import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { copyLedger } from '../../../src/ledger/sqlite/copy.ts'
import { openLedger } from '../../../src/ledger/sqlite/open.ts'
import { createFolder, createWorkspace, load, statesOf, stillClock, trip } from '../workspace.ts'

describe('a copy of the ledger', () => {
  it('holds everything as of now, also while it is being written, and lives on its own', async () => {
    const workspace = createWorkspace()
    const ledger = workspace.open()
    const run = await load(ledger, [trip('E1 March Spain')])
    const file = join(workspace.folder, 'copy.sqlite')
    copyLedger(workspace.file, file)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const copy = openLedger({ file, clock: stillClock, onSpill() {}, ballastMegabytes: 0 })
    expect(await statesOf(copy, run)).toEqual(['ready'])
    await load(copy, [])
    copy.close()
    expect(await statesOf(ledger, run)).toEqual(['ready'])
  })

  it('of nothing is nothing', () => {
    const folder = createFolder()
    const copy = join(folder, 'copy.sqlite')
    copyLedger(join(folder, 'nowhere.sqlite'), copy)
    writeFileSync(join(folder, 'empty.sqlite'), '')
    copyLedger(join(folder, 'empty.sqlite'), copy)
    expect(existsSync(copy)).toBe(false)
  })

  it('of what is no ledger is refused', () => {
    const folder = createFolder()
    const file = join(folder, 'sheet.csv')
    writeFileSync(file, 'employeeId\n'.repeat(99))
    expect(() => copyLedger(file, join(folder, 'copy.sqlite'))).toThrow(expect.objectContaining({ code: 'ledger' }))
  })
})
