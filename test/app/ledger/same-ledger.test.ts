import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createFolder } from '../../ledger/workspace.ts'
import {
  type LedgerLocation,
  openRegister,
  recordUse,
  requireKnownAddress,
  requireSameLedger,
} from '../../rooms/app/ledger.ts'
import { Token } from '../../rooms/client.ts'
import { type HostEnvironment, ledgerAt, UserRegister } from '../../rooms/ledger.ts'
import type { RunQuestion } from '../../rooms/pipeline/model.ts'
import { systemClock } from '../../rooms/support.ts'

const token = new Token('company-token')
/** Slow on purpose, and the same for all of these. */
const accepted = token.fingerprint()
const first = { id: 'a1', name: '/data/first.sqlite' }
const second = { id: 'b2', name: '/data/second.sqlite' }
const at = (address: string, company = 'acme') => ({ address, company })
const live = at('https://service.example/api/')
const nothingAccepted = { newLedger: false, trustAddress: false }

async function createKnown(): Promise<UserRegister> {
  const known = new UserRegister(join(createFolder(), 'register.sqlite'))
  recordUse(known, { ledger: first, target: live }, await accepted)
  return known
}

describe('another ledger', () => {
  /** A user who has used `first.sqlite` for the live address, and has one more. */
  async function createUser() {
    const folder = createFolder()
    const surroundings: HostEnvironment = { platform: 'linux', env: { HOME: folder }, folder }
    const names = { first: join(folder, 'first.sqlite'), second: join(folder, 'second.sqlite') }
    for (const name of ['first', 'second'] as const) {
      const ledger = await ledgerAt(names[name], {}).open({ clock: systemClock, onSpill() {} })
      await ledger.close()
      if (name === 'first') recordUse(openRegister(surroundings), { ledger, target: live }, await accepted)
    }
    return (name: string): LedgerLocation => ({
      ledger: name === 'first' || name === 'second' ? names[name] : join(folder, name),
      surroundings,
    })
  }

  it.each<[string, string, ReturnType<typeof at>, boolean, boolean]>([
    ['the same ledger', 'first', live, false, true],
    ['another one', 'second', live, false, false],
    ['one that is not there yet', 'new.sqlite', live, false, false],
    ['another one, the label spelled with capitals', 'second', at(live.address, ' ACME'), false, false],
    ['another one, the address spelled with capitals', 'second', at('https://service.example/API/'), false, false],
    ['another one that somebody wants', 'second', live, true, true],
    ['another one for another company', 'second', at(live.address, 'globex'), false, true],
    ['another one for another address', 'second', at('https://service.example/other/'), false, true],
    ['another one for the sandbox', 'second', at('sandbox:/data/sandbox.sqlite'), false, true],
  ])('%s', async (_, name, target, newLedger, isAllowed) => {
    const placeOf = await createUser()
    const act = requireSameLedger({
      ...{ ...placeOf(name), company: target.company, destination: target },
      ...{ newLedger, ephemeralLedger: true },
    })
    if (isAllowed) await act
    else await expect(act).rejects.toMatchObject({ code: 'usage', hint: expect.stringContaining('‹newLedger›') })
  })

  it('is one as well where the same token has another label there', async () => {
    const known = await createKnown()
    const place = { ledger: second, target: at(live.address, 'default') }
    const act = requireKnownAddress(known, place, token, nothingAccepted, undefined)
    await expect(act).rejects.toMatchObject({ code: 'usage' })
    await requireKnownAddress(known, place, new Token('of-globex'), nothingAccepted, undefined)
  })
})

describe('a token that was accepted at one address', () => {
  it.each<[string, string, boolean]>([
    ['the same host', 'https://service.example/version-test/api/', true],
    ['another host', 'https://attacker.example/version-test/', false],
    ['a host that begins alike', 'https://service.example.attacker.example/api/', false],
  ])('goes to %s', async (_, address, isAllowed) => {
    const known = await createKnown()
    const asked: RunQuestion[] = []
    const place = { ledger: first, target: at(address) }
    const go = (trustAddress: boolean, answer: boolean | undefined): Promise<void> =>
      requireKnownAddress(known, place, token, { newLedger: false, trustAddress }, async (question) => {
        asked.push(question)
        return answer
      })
    if (isAllowed) return go(false, false)
    await expect(go(false, undefined)).rejects.toMatchObject({ message: expect.stringContaining(address) })
    await expect(go(false, false)).rejects.toMatchObject({ hint: expect.stringContaining('‹trustAddress›') })
    expect(asked[0]).toEqual({ kind: 'address', known: live.address, address })
    await go(false, true)
    asked.length = 0
    await go(true, false)
    expect(asked).toEqual([])
  })

  it('says nothing of another token', async () => {
    const place = { ledger: first, target: at('https://other.example/') }
    await requireKnownAddress(await createKnown(), place, new Token('another'), nothingAccepted, undefined)
  })
})
