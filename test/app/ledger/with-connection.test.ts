import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createFolder } from '../../ledger/workspace.ts'
import { openConnection, openRegister } from '../../rooms/app/ledger.ts'
import { Token } from '../../rooms/client.ts'
import { ledgerAt } from '../../rooms/ledger.ts'
import { silentLogger, systemClock } from '../../rooms/support.ts'

const address = 'https://service.example/api/'

it('which ledger is used for an address is known before the first request, whatever becomes of it', async () => {
  const folder = createFolder()
  const surroundings = { platform: 'linux', env: { HOME: folder }, folder } as const
  const ledger = await ledgerAt(join(folder, 'first.sqlite'), {}).open({ clock: systemClock, onSpill() {} })
  onTestFinished(() => ledger.close())
  const uses = (): unknown => openRegister(surroundings)?.uses()
  const seen: unknown[] = []
  const open = await openConnection(
    ledger,
    {
      company: 'acme',
      tokenRotated: false,
      newLedger: false,
      ephemeralLedger: false,
      trustAddress: false,
      destination: { address, baseUrl: address, token: new Token('company-token') },
      concurrency: 1,
      requestTimeoutMs: 1_000,
      policy: { retryStatuses: new Set(), distrustStatuses: new Set() },
      surroundings,
    },
    {
      clock: systemClock,
      logger: silentLogger,
      connect: () => ({
        async post() {
          seen.push(uses())
          throw new Error('its answer never came')
        },
        async close() {},
      }),
    },
  )
  expect(uses()).toEqual([])
  for (let times = 0; times < 2; times += 1) await open.context.client.retrieveAssessment('A1').catch(() => {})
  const use = { address, company: 'acme', ledgerId: ledger.id }
  expect(seen).toEqual([[use], [use]])
  open.context.rememberToken()
  await open.tokenStored()
  expect(uses()).toMatchObject([{ ...use, fingerprint: { hash: expect.any(String) } }])
})
