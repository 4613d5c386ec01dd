import { createHash } from 'node:crypto'
import { join } from 'node:path'
import {
  openConnection,
  openRegister,
  requireNotRolledBack,
  requireSameLedger,
  trackLedger,
} from '../../rooms/app/ledger.ts'
import { Token } from '../../rooms/client.ts'
import { findForgetKeyFile, type Ledger, ledgerAt } from '../../rooms/ledger.ts'
import { silentLogger } from '../../rooms/support.ts'
import { inRealTurns, outputs } from './kept-workbooks.ts'
import type { Parts } from './parts.ts'
import type { SimulatedProcess } from './process.ts'
import type { Opener } from './scene.ts'

const address = 'https://service.example/version-test'

/** As the product compares it, without what makes that slow. */
class QuickToken extends Token {
  override async fingerprint(salt = '5a'): Promise<{ salt: string; hash: string }> {
    return { salt, hash: createHash('sha256').update(salt).digest('hex') }
  }
}

type About = Omit<Parameters<Opener>[0], 'transport'>

const surroundingsOf = (home: string, parts: Parts) =>
  ({ platform: 'linux', env: parts.tellEnvironment({ HOME: home }), folder: home }) as const

/** As the program does for a user with this home: their register is asked, and told. */
export async function openTracked(
  home: string,
  { file, process, parts }: About,
): Promise<{ ledger: Ledger; abandon(): Promise<void> }> {
  const surroundings = surroundingsOf(home, parts)
  const { clock } = process
  const known = openRegister(surroundings)
  const store = ledgerAt(file, surroundings.env)
  await inRealTurns(() => requireNotRolledBack(store, known, parts.tellFolders([join(home, outputs)])))
  const raw = parts.openLedger(file, clock, (id) => findForgetKeyFile(surroundings, id))
  const abandon = () => raw.close()
  try {
    const ports = { clock, logger: silentLogger }
    return { ledger: await inVirtualTime(process, () => trackLedger(store, raw, known, ports)), abandon }
  } catch (error) {
    await abandon()
    throw error
  }
}

/** The same for a run. */
export function openAsUser(home: string): Opener {
  return async ({ transport, ...about }) => {
    const { file, process, parts } = about
    const surroundings = surroundingsOf(home, parts)
    const { clock } = process
    const ports = { clock, logger: silentLogger, connect: () => transport }
    await requireSameLedger({ ledger: file, surroundings, company: 'default', destination: { address } })
    const { ledger, abandon } = await openTracked(home, about)
    try {
      const open = await openConnection(
        ledger,
        {
          company: 'default',
          tokenRotated: false,
          newLedger: false,
          ephemeralLedger: false,
          trustAddress: false,
          destination: { address, baseUrl: address, token: new QuickToken('simulation-token') },
          concurrency: 1,
          requestTimeoutMs: 1,
          policy: { retryStatuses: new Set(), distrustStatuses: new Set() },
          surroundings,
        },
        ports,
      )
      return {
        ...open.context,
        async close() {
          await open.tokenStored()
          await ledger.close()
        },
        abandon,
      }
    } catch (error) {
      await abandon()
      throw error
    }
  }
}

/** What is done every few seconds is done in those of the simulation, as long as the process lives. */
async function inVirtualTime(process: SimulatedProcess, act: () => Promise<Ledger>): Promise<Ledger> {
  const real = globalThis.setInterval
  const captured = (callback: () => void, everyMs: number): unknown => {
    void repeat(process, callback, everyMs)
    return { unref() {} }
  }
  globalThis.setInterval = captured as unknown as typeof setInterval
  try {
    return await act()
  } finally {
    globalThis.setInterval = real
  }
}

async function repeat(process: SimulatedProcess, callback: () => void, everyMs: number): Promise<void> {
  let seen = process.points
  while (!process.isDead) {
    await process.sleepInBackground(everyMs)
    // Between two points nothing is written that it could record: hours of waiting cost nothing.
    if (process.isDead || process.points === seen) continue
    seen = process.points
    callback()
  }
}
