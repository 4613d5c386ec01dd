import { describe, expect, it } from 'vitest'
import { openTrackedLedger } from '../../../src/app/ledger/ledger-access.ts'
import { openRegister } from '../../../src/app/ledger/rollback-check.ts'
import type { HostEnvironment } from '../../../src/ledger/ledger-location.ts'
import { systemClock } from '../../../src/support/clock.ts'
import { createFolder } from '../../ledger/workspace.ts'
import { createLogger } from '../../pipeline/stage.ts'
import { hasPostgres, usePostgres } from '../../support/postgres.ts'
import { createProxy } from '../../support/postgres-proxy.ts'

describe.skipIf(!hasPostgres)('a ledger whose database goes away while it is open', () => {
  const server = usePostgres()

  it('is closed without a word about the register, which keeps what was seen last', async () => {
    const folder = createFolder()
    const surroundings: HostEnvironment = { platform: 'linux', env: { HOME: folder }, folder }
    const proxy = await createProxy(server.address())
    const logger = createLogger()
    const ports = { clock: systemClock, logger, onSpill() {} }
    const ledger = await openTrackedLedger({ ledger: proxy.address, surroundings }, ports)
    const seen = openRegister(surroundings)?.ledgers()
    expect(seen).toMatchObject([{ sight: { ledgerId: ledger.id, kind: 'database', opening: { number: 1 } } }])
    proxy.part()
    await ledger.close()
    expect(openRegister(surroundings)?.ledgers()).toEqual(seen)
    expect(logger.said).toEqual([])
  })
})
