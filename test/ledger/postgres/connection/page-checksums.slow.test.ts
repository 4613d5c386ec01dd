import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { initLedger, type LedgerStore, ledgerAt } from '../../../rooms/ledger.ts'
import { hasOwnPostgres, useOwnPostgres } from '../../../support/postgres.ts'
import { load, stillClock, trip } from '../../workspace.ts'
import { ask } from '../database.ts'

async function readRequests({ recorded }: LedgerStore): Promise<string[]> {
  const requests: string[] = []
  for await (const page of recorded()) requests.push(...page.map(({ request }) => request))
  return requests
}

describe.skipIf(!hasOwnPostgres).each([true, false])('a server that verifies its pages: %s', (hasChecksums) => {
  const server = useOwnPostgres([], hasChecksums)

  /** A ledger whose request has one bit that is not what was written: `Rpain` for `Spain`. */
  async function damage(): Promise<string> {
    const address = server.address()
    const ledger = await ledgerAt(address, {}).open({ clock: stillClock, onSpill() {} })
    onTestFinished(() => ledger.close())
    await load(ledger, [trip('E1 March Spain')])
    await ledger.close()
    const [found] = await ask<{ folder: string; file: string }>(
      address,
      `SELECT current_setting('data_directory') AS folder, pg_relation_filepath('submissions') AS file`,
    )
    const file = join(found?.folder ?? '', found?.file ?? '')
    // All is on the disk, with the marks that a read would else write into the page.
    await ask(address, 'VACUUM (FREEZE) submissions')
    await ask(address, 'CHECKPOINT')
    await server.restart(() => {
      const page = readFileSync(file)
      const at = page.indexOf('March Spain"') + 'March '.length
      page.writeUInt8(page.readUInt8(at) ^ 1, at)
      writeFileSync(file, page)
    })
    return address
  }

  it('is told by the first and each later look', async () => {
    const address = server.address()
    expect((await initLedger(address, {}, { clock: stillClock })).roles).toMatchObject({ hasChecksums })
    expect(await ledgerAt(address, {}).overview()).toMatchObject({ hasChecksums })
  })

  it.runIf(hasChecksums)('refuses a flipped bit on its disk, and the ledger is called damaged', async () => {
    const store = ledgerAt(await damage(), {})
    await expect(readRequests(store)).rejects.toMatchObject({
      code: 'ledger',
      message: expect.stringContaining('it is damaged'),
    })
  })

  it.runIf(!hasChecksums)('else gives it as what was written: that is what is warned of', async () => {
    const store = ledgerAt(await damage(), {})
    expect(await readRequests(store)).toEqual(['{"text":"E1 March Rpain"}'])
  })
})

describe.skipIf(!hasOwnPostgres)('a server that goes on after a page that does not match', () => {
  const server = useOwnPostgres(['ignore_checksum_failure=on'], true)

  it('verifies nothing', async () => {
    const address = server.address()
    await initLedger(address, {}, { clock: stillClock })
    expect(await ledgerAt(address, {}).overview()).toMatchObject({ hasChecksums: false })
  })
})
