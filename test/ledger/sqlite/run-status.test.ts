import { describe, expect, it } from 'vitest'
import { createSqliteStore } from '../../rooms/ledger/sqlite.ts'
import { createWorkspace, load, trip } from '../workspace.ts'

describe('the status of a ledger in SQLite', () => {
  it('names no holder that died, and a run that it did not end as one that nobody is doing', async () => {
    const workspace = createWorkspace()
    const ledger = workspace.open()
    await load(ledger, [trip('E1 March Spain')])
    await ledger.close()
    const died = workspace.connect()
    died.exec("INSERT INTO holders (account, machine, process, since) VALUES ('ann', 'laptop', 42, 0)")
    const status = await createSqliteStore(workspace.file).status({})
    expect([status.holder, status.runs[0]?.isRunning]).toEqual([undefined, false])

    const next = workspace.open()
    expect((await createSqliteStore(workspace.file).status({})).runs[0]?.isRunning).toBe(false)
    await load(next, [trip('E1 March Spain')])
    expect((await createSqliteStore(workspace.file).status({})).runs[0]?.isRunning).toBe(true)
  })
})
