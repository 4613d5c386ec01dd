import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openLedger, openLedgerForReading } from '../../../rooms/ledger/sqlite.ts'
import { openDatabase } from '../../../rooms/support.ts'
import { createWorkspace, load, sendAll, stillClock, trip, type Workspace } from '../../workspace.ts'

async function createSealed(): Promise<Workspace> {
  const workspace = createWorkspace()
  const ledger = workspace.open()
  await sendAll(ledger, await load(ledger, [trip('E1 March Spain')]))
  await ledger.close()
  return workspace
}

function isSealed(file: string): boolean {
  return /:[0-9a-f]{8}\n$/.test(readFileSync(`${file}.mark`, 'utf8'))
}

/** One bit of the last of these bytes in the file. */
function flipIn(file: string, bytes: string | Buffer): void {
  const content = readFileSync(file)
  const at = content.lastIndexOf(bytes)
  expect(at).toBeGreaterThan(0)
  content[at] = (content[at] ?? 0) ^ 1
  writeFileSync(file, content)
}

const damaged = expect.objectContaining({
  code: 'ledger',
  message: expect.stringMatching(/is damaged: it is not as the last run left it\. /),
})

describe('the seal of a ledger', () => {
  it('stands from the end of one opening to the next', async () => {
    const { file, open } = await createSealed()
    expect(isSealed(file)).toBe(true)
    const ledger = open()
    expect(isSealed(file)).toBe(false)
    await ledger.close()
    expect(isSealed(file)).toBe(true)
    openLedgerForReading(file).close()
    expect(isSealed(file)).toBe(true)
  })

  it('is gone before the first write of an opening, which may be cut off', async () => {
    const { file } = await createSealed()
    const sealed: boolean[] = []
    const now = () => {
      sealed.push(isSealed(file))
      return stillClock.now()
    }
    // The first to ask for the time is the migration.
    await openLedger({ file, clock: { ...stillClock, now }, onSpill() {}, ballastMegabytes: 0 }).close()
    expect(sealed[0]).toBe(false)
  })

  it.each(['assess', 'E1', 'ledger_id', 'example.test'])(
    'is broken by a bit of %j, and nobody is shown what is there',
    async (text) => {
      const { file, open } = await createSealed()
      flipIn(file, text)
      expect(open).toThrow(damaged)
      expect(() => openLedgerForReading(file)).toThrow(damaged)
      expect(isSealed(file)).toBe(true)
    },
  )

  it('notices a bit in the name of the ledger itself', async () => {
    const { file, open } = await createSealed()
    flipIn(file, readFileSync(`${file}.mark`, 'utf8').slice(0, 36))
    expect(open).toThrow(damaged)
  })

  it('is for its own ledger: another one that somebody put there is opened', async () => {
    const [one, other] = [await createSealed(), await createSealed()]
    await other.open().close()
    writeFileSync(one.file, readFileSync(other.file))
    await one.open().close()
  })

  it('can be taken away, where another program changed the ledger on purpose', async () => {
    const { file, open } = await createSealed()
    const db = openDatabase(file)
    db.exec('UPDATE targets SET limiter = NULL, company = company')
    db.exec('VACUUM')
    db.close()
    expect(open).toThrow(damaged)
    rmSync(`${file}.mark`)
    await open().close()
  })

  it('is not there while somebody reads along, and the ledger is looked over then', async () => {
    const workspace = createWorkspace()
    const ledger = workspace.open()
    await load(ledger, [trip('E1 March Spain')])
    const reader = openDatabase(workspace.file, { isReadonly: true })
    reader.exec('BEGIN')
    reader.prepare('SELECT * FROM runs').all()
    await load(ledger, [trip('E2 March Spain')])
    await ledger.close()
    expect(isSealed(workspace.file)).toBe(false)
    reader.exec('COMMIT')
    reader.close()
    await workspace.open().close()
    expect(isSealed(workspace.file)).toBe(true)
  })
})
