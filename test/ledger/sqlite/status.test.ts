import { describe, expect, it } from 'vitest'
import { readStatus } from '../../../src/ledger/sqlite/status.ts'
import { createWorkspace, load, sendAll, startOfTest, trip } from '../workspace.ts'

describe('the status', () => {
  it('names the holder and the latest run of every input, newest first, while it is being written', async () => {
    const workspace = createWorkspace()
    const ledger = workspace.open()
    await sendAll(ledger, await load(ledger, [trip('E1 March Spain'), trip('E2 March Spain')]))
    const latest = await load(ledger, [trip('E1 March Spain')])
    await load(ledger, [trip('E4 May Peru')], { isCompleted: false })
    const other = await load(ledger, [trip('E3 May Japan')], { file: '/other.csv' })
    await ledger.runs.end(latest, { now: startOfTest + 5, ending: 'done', output: '/out.xlsx' })
    const status = readStatus(workspace.file)
    expect(status.holder).toContain(`process ${process.pid}`)
    expect(status.runs).toMatchObject([
      { id: other, file: '/other.csv', endedAt: undefined, ending: undefined, isRunning: true, rows: 1, orphans: 0 },
      {
        id: latest,
        operation: 'assess',
        company: 'default',
        file: '/trips.csv',
        endedAt: startOfTest + 5,
        ending: 'done',
        output: '/out.xlsx',
        rows: 1,
        balance: [{ state: 'scored', wasDone: true, count: 1 }],
        orphans: 1,
      },
    ])
  })

  it('of one input is of that one only', async () => {
    const workspace = createWorkspace()
    const ledger = workspace.open()
    await load(ledger, [trip('E1 March Spain')])
    await load(ledger, [trip('E3 May Japan')], { file: '/other.csv' })
    expect(readStatus(workspace.file, '/other.csv').runs.map(({ file }) => file)).toEqual(['/other.csv'])
    expect(readStatus(workspace.file, '/nowhere.csv').runs).toEqual([])
  })

  it('names no holder that died, and a run that it did not end as one that nobody is doing', async () => {
    const workspace = createWorkspace()
    const ledger = workspace.open()
    await load(ledger, [trip('E1 March Spain')])
    await ledger.close()
    const died = workspace.connect()
    died.exec("INSERT INTO holders (account, machine, process, since) VALUES ('ann', 'laptop', 42, 0)")
    const status = readStatus(workspace.file)
    expect([status.holder, status.runs[0]?.isRunning]).toEqual([undefined, false])

    const next = workspace.open()
    expect(readStatus(workspace.file).runs[0]?.isRunning).toBe(false)
    await load(next, [trip('E1 March Spain')])
    expect(readStatus(workspace.file).runs[0]?.isRunning).toBe(true)
  })

  it('names no holder once the ledger was closed', () => {
    const workspace = createWorkspace()
    workspace.open().close()
    expect(readStatus(workspace.file).holder).toBeUndefined()
  })
})
