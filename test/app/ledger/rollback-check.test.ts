import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createFolder } from '../../ledger/workspace.ts'
import { createLogger } from '../../pipeline/stage.ts'
import { openRegister, openTrackedLedger, trackLedger } from '../../rooms/app/ledger.ts'
import { type HostEnvironment, type LedgerStore, ledgerAt } from '../../rooms/ledger.ts'
import { openDatabase, systemClock } from '../../rooms/support.ts'
import { hasPostgres, usePostgres } from '../../support/postgres.ts'
import { createProxy } from '../../support/postgres-proxy.ts'

describe.skipIf(!hasPostgres)('a ledger whose database goes away while it is open', () => {
  const server = usePostgres()

  it('is closed without a word about the register, which keeps what was seen last', async () => {
    const folder = createFolder()
    const surroundings: HostEnvironment = { platform: 'linux', env: { HOME: folder }, folder }
    const proxy = await createProxy(server.address())
    const logger = createLogger()
    const ports = { clock: systemClock, logger }
    const ledger = await openTrackedLedger({ ledger: proxy.address, surroundings, onSpill() {} }, ports)
    const seen = openRegister(surroundings)?.ledgers()
    expect(seen).toMatchObject([{ sight: { ledgerId: ledger.id, kind: 'database', opening: { number: 1 } } }])
    proxy.part()
    await ledger.close()
    expect(openRegister(surroundings)?.ledgers()).toEqual(seen)
    expect(logger.said).toEqual([])
  })
})

it('writes to the register while a ledger is open only what is new, and when it closes', async () => {
  const folder = createFolder()
  const file = join(folder, 'ledger.sqlite')
  const surroundings: HostEnvironment = { platform: 'linux', env: { HOME: folder }, folder }
  const every = vi.spyOn(globalThis, 'setInterval')
  onTestFinished(() => every.mockRestore())
  let whenLooked = () => {}
  const store = ledgerAt(file, {})
  const watched: LedgerStore = {
    ...store,
    readWatermark: (look) => store.readWatermark(look).finally(() => whenLooked()),
  }
  const register = openRegister(surroundings)
  const bytes = () => readFileSync(register?.file ?? '').toString('hex')
  const raw = await store.open({ clock: systemClock, onSpill() {} })
  const ledger = await trackLedger(watched, raw, register, { clock: systemClock, logger: createLogger() })
  const [tick] = every.mock.calls.at(-1) ?? []
  const looked = () =>
    new Promise<void>((resolve) => {
      // A tick during the look before it would be passed over.
      whenLooked = () => setImmediate(resolve)
      tick?.()
    })
  const first = bytes()
  await looked()
  expect(bytes()).toBe(first)
  const db = openDatabase(file)
  db.exec('INSERT INTO holders (account, machine, process, since) SELECT account, machine, process, since FROM holders')
  db.close()
  await looked()
  const second = bytes()
  expect(second).not.toBe(first)
  await ledger.close()
  expect(bytes()).not.toBe(second)
})
