import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createFolder } from '../../ledger/workspace.ts'
import { findNamingFiles } from '../../rooms/app/person.ts'

const person = 'E-0017'
const naming = `Employee ID;Purpose\n${person};x\n`

describe('files that name a person', () => {
  it('are deleted unless they were replaced since they were listed; those stay, and are said', async () => {
    const folder = createFolder()
    const [replaced, kept] = [join(folder, 'one.csv'), join(folder, 'two.csv')]
    for (const file of [replaced, kept]) writeFileSync(file, naming)
    const where = {
      outputs: [replaced, kept],
      disclosed: [],
      inputs: [],
      sandboxes: [],
      ledger: join(folder, 'l.sqlite'),
      pages: undefined,
      folder,
    }
    const { deleteNaming, ...found } = await findNamingFiles([person], where)
    expect(found).toEqual({ naming: [replaced, kept], unread: [], sandboxes: [], inputs: [] })
    rmSync(replaced)
    writeFileSync(replaced, naming)
    expect(deleteNaming()).toEqual({ naming: [kept], unread: [replaced], sandboxes: [], inputs: [] })
    expect(readdirSync(folder)).toEqual(['one.csv'])
  })

  it('are not looked for where no person is named', async () => {
    const folder = createFolder()
    mkdirSync(join(folder, 'output'))
    writeFileSync(join(folder, 'output', 'a.corrected.xlsx'), 'PK')
    const where = {
      outputs: [],
      disclosed: [],
      inputs: [],
      sandboxes: [],
      ledger: join(folder, 'l.sqlite'),
      pages: undefined,
      folder,
    }
    const found = await findNamingFiles([], where)
    expect(found).toMatchObject({ naming: [], unread: [] })
    expect(existsSync(join(folder, 'output', 'a.corrected.xlsx'))).toBe(true)
  })
})
