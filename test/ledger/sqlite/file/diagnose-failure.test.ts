import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { diagnoseFailure, diagnoseReadFailure, openLedgerForReading } from '../../../rooms/ledger/sqlite.ts'
import { BatchError, openDatabase } from '../../../rooms/support.ts'
import { createWorkspace, load, sendAll, trip } from '../../workspace.ts'

const isDamaged = { code: 'ledger', message: expect.stringContaining('do not match (row') }
const twice = Object.assign(new Error('UNIQUE constraint failed: submissions.operation'), { code: 'SQLITE_CONSTRAINT' })

/** A ledger of which an index no longer has what its table has, and nobody has noticed. */
async function createMismatched(isMismatched: boolean) {
  const workspace = createWorkspace()
  const ledger = workspace.open()
  await sendAll(ledger, await load(ledger, [trip('E1 March Spain')]))
  await ledger.close()
  if (isMismatched) {
    const content = readFileSync(workspace.file)
    const at = content.indexOf('R-1', content.indexOf('R-1') + 1)
    content[at] = (content[at] ?? 0) ^ 1
    writeFileSync(workspace.file, content)
  }
  const db = openDatabase(workspace.file)
  onTestFinished(() => db.close())
  return db
}

describe('a failure that looks like a defect', () => {
  it.each([
    ['of SQLite', twice],
    ['of ours', new BatchError('defect', 'no longer in the state it was in')],
  ])('%s is damage where the ledger is damaged, and else what it was', async (_title, error) => {
    const [sound, mismatched] = [await createMismatched(false), await createMismatched(true)]
    expect(diagnoseFailure(sound, error)).toBe(error)
    expect(diagnoseFailure(mismatched, error)).toMatchObject(isDamaged)
    expect(diagnoseReadFailure(sound.file, error)).toBe(error)
    expect(diagnoseReadFailure(mismatched.file, error)).toMatchObject(isDamaged)
  })

  it('is left alone when it is explained already', async () => {
    const full = new BatchError('surroundings', 'the disk is full')
    expect(diagnoseFailure(await createMismatched(true), full)).toBe(full)
  })

  it('is damage where a table is not what its version says', async () => {
    const workspace = createWorkspace()
    await workspace.open().close()
    const db = openDatabase(workspace.file)
    db.exec('ALTER TABLE rows RENAME COLUMN held TO hold')
    db.close()
    for (const open of [workspace.open, () => openLedgerForReading(workspace.file)]) {
      expect(open).toThrow(expect.objectContaining({ code: 'ledger', message: expect.stringContaining('is damaged') }))
    }
  })
})
