import { describe, expect, it } from 'vitest'
import { createWorkspace } from '../../ledger/workspace.ts'
import { requireSameToken } from '../../rooms/app/ledger.ts'
import { Token } from '../../rooms/client.ts'
import { Workspace } from '../../support/program.ts'
import { startService } from '../../support/service.ts'
import { toCsv, trips } from '../../support/trips.ts'

const production = 'https://service.example/api'
const acme = new Token('acme-1')
/** Slow on purpose, and the same for all of these. */
const accepted = acme.fingerprint()

/** A ledger in which the token of acme was accepted for company “default” in production. */
async function createTargets() {
  const { targets } = createWorkspace().open()
  await targets.rememberToken(await targets.find(production, 'default'), await accepted)
  return targets
}

describe('a token that was accepted before', () => {
  it.each<[string, string, string, Token, boolean, boolean]>([
    ['for the same target is known', production, 'Default ', acme, false, true],
    ['for the same target is known even when it is called new', production, 'default', acme, true, true],
    [
      'may be that of another environment too',
      'https://service.example/version-test/api',
      'default',
      acme,
      false,
      false,
    ],
    ['may be that of another service too', 'https://other.example/api', 'emea', acme, false, false],
    ['says nothing of another token for another company', production, 'globex', new Token('globex-1'), false, false],
    ['may be replaced when that is said', production, 'default', new Token('acme-2'), true, false],
  ])('%s', async (_, address, company, token, isRotated, isKnown) => {
    const targets = await createTargets()
    const known = await requireSameToken(targets, await targets.find(address, company), token, isRotated)
    expect(known !== undefined).toBe(isKnown)
  })

  it.each<[string, string, string, Token, string, string]>([
    [
      'another label',
      production,
      'acme',
      acme,
      'company “default” at https://service.example/api; as',
      '‹company› "default"',
    ],
    [
      'another spelling of the address',
      'https://service.example/API',
      'default',
      acme,
      'as company “default” at https://service.example/API all that was sent there would be sent again',
      '‹baseUrl› https://service.example/api',
    ],
    ['both', 'https://service.example/API', 'acme', acme, 'as company “acme” at', '‹company› "default" and ‹baseUrl›'],
    [
      'another token',
      production,
      'default',
      new Token('acme-2'),
      'another token was used before for',
      '‹tokenRotated›',
    ],
  ])('is refused under %s, with the way out', async (_, address, company, token, message, hint) => {
    const targets = await createTargets()
    const refused = requireSameToken(targets, await targets.find(address, company), token, false)
    await expect(refused).rejects.toMatchObject({
      code: 'configuration',
      message: expect.stringContaining(message),
      hint: expect.stringContaining(hint),
    })
  })

  it('is refused as the new one of another company', async () => {
    const targets = await createTargets()
    const globex = await targets.find(production, 'globex')
    await targets.rememberToken(globex, await new Token('globex-1').fingerprint())
    await expect(requireSameToken(targets, globex, acme, true)).rejects.toMatchObject({
      message: expect.stringContaining('used before for company “default”'),
    })
  })
})

it('one service is one target however its address and the label are spelled; another label of one token is refused', async () => {
  const service = await startService()
  const space = new Workspace(service.variables)
  space.write('trips.csv', toCsv(trips(2)))
  expect((await space.assess('trips.csv', '--no-wait')).code).toBe(0)
  const spelled = service.baseUrl.replace('127.0.0.1', 'LOCALHOST').replace('/version-test', '//%76ersion-test/')
  const again = await space.assess('trips.csv', '--no-wait', '--base-url', spelled, '--company', ' Default')
  expect([again.code, again.summary.outcomes], again.stderr).toEqual([0, { accepted: 2 }])
  const refused = await space.assess('trips.csv', '--no-wait', '--company', 'emea')
  expect([refused.code, service.created().length]).toEqual([2, 2])
  expect(refused.stderr).toContain('error: this token was used before for company “default”')
  expect(refused.stderr).toContain(
    'Use --company "default". To ignore the earlier submissions there, name another ledger',
  )
})
