import { describe, expect, it } from 'vitest'
import { knownLedgersOf } from '../../src/app/known-memory.ts'
import { openStore } from '../../src/app/memory.ts'
import type { Surroundings } from '../../src/ledger/memory-place.ts'
import { systemClock } from '../../src/support/clock.ts'
import { createFolder } from '../ledger/workspace.ts'
import { createLogger } from '../pipeline/stage.ts'
import { hasPostgres, usePostgres } from '../support/postgres.ts'
import { createProxy } from '../support/postgres-proxy.ts'

describe.skipIf(!hasPostgres)('a ledger whose database goes away while it is open', () => {
  const server = usePostgres()

  it('is closed without a word about the register, which keeps what was seen last', async () => {
    const folder = createFolder()
    const surroundings: Surroundings = { platform: 'linux', env: { HOME: folder }, folder }
    const proxy = await createProxy(server.address())
    const logger = createLogger()
    const ports = { clock: systemClock, logger, onSpill() {} }
    const ledger = await openStore({ ledger: proxy.address, surroundings }, ports)
    const seen = knownLedgersOf(surroundings)?.ledgers()
    expect(seen).toMatchObject([{ sight: { ledgerId: ledger.id, kind: 'database', opening: { number: 1 } } }])
    proxy.part()
    await ledger.close()
    expect(knownLedgersOf(surroundings)?.ledgers()).toEqual(seen)
    expect(logger.said).toEqual([])
  })
})
