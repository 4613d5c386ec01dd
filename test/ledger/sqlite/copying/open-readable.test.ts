import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { migrate, migrations } from '../../../rooms/ledger/sqlite.ts'
import { ledgerAt } from '../../../rooms/ledger.ts'
import { openDatabase } from '../../../rooms/support.ts'
import { createFolder, createWorkspace, load, statesOf, stillClock, trip } from '../../workspace.ts'

describe('an excerpt of a ledger', () => {
  it('knows everything as of now, also while it is being written, and lives on its own', async () => {
    const workspace = createWorkspace()
    const ledger = workspace.open()
    const run = await load(ledger, [trip('E1 March Spain')])
    const folder = createFolder()
    const excerpt = await ledgerAt(workspace.file, {}).openExcerpt(folder, stillClock)
    expect(statSync(excerpt.name).mode & 0o777).toBe(0o600)
    expect(await statesOf(excerpt, await load(excerpt, [trip('E1 March Spain')]))).toEqual(['ready'])
    await load(excerpt, [])
    await excerpt.close()
    expect(await statesOf(ledger, run)).toEqual(['ready'])
  })

  it('of an older version is that of a migrated copy: the ledger stays as it was', async () => {
    const file = join(createFolder(), 'ledger.sqlite')
    const db = openDatabase(file)
    migrate(db, file, 5, migrations.slice(0, 1))
    db.exec(`INSERT INTO meta VALUES ('ledger_id', '01234567-89ab');
      INSERT INTO targets (address, company) VALUES ('https://rwa.example', 'default');
      INSERT INTO submissions (operation, target_id, request_hash, ordinal, generation, request, state, identifier)
      VALUES ('assess', 1, x'01', 0, 0, '{"a":1}', 'done', 'R-1')`)
    db.close()
    const before = readFileSync(file)
    const excerpt = await ledgerAt(file, {}).openExcerpt(createFolder(), stillClock)
    onTestFinished(() => excerpt.close())
    const target = await excerpt.targets.find('https://rwa.example', 'default')
    expect([...(await excerpt.submissions.requestsOf('assess', target, ['R-1']))]).toEqual([['R-1', '{"a":1}']])
    expect(readFileSync(file).equals(before)).toBe(true)
  })

  it('of nothing is empty', async () => {
    const folder = createFolder()
    writeFileSync(join(folder, 'empty.sqlite'), '')
    for (const name of ['nowhere.sqlite', 'empty.sqlite']) {
      const excerpt = await ledgerAt(join(folder, name), {}).openExcerpt(createFolder(), stillClock)
      onTestFinished(() => excerpt.close())
      expect(await statesOf(excerpt, await load(excerpt, [trip('E1 March Spain')]))).toEqual(['ready'])
    }
    expect(readdirSync(folder)).toEqual(['empty.sqlite'])
  })

  it('of what is no ledger is refused', async () => {
    const file = join(createFolder(), 'sheet.csv')
    writeFileSync(file, 'employeeId\n'.repeat(99))
    await expect(ledgerAt(file, {}).openExcerpt(createFolder(), stillClock)).rejects.toMatchObject({ code: 'ledger' })
  })
})
