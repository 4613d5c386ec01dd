import { describe, expect, it } from 'vitest'
import { Workspace } from '../support/program.ts'
import { startService, token } from '../support/service.ts'
import { hasTerminal, keys, startOnTerminal } from '../support/terminal.ts'
import { toCsv, trips } from '../support/trips.ts'

/** The folders of tests may be in memory. */
const inMemory = '--ephemeral-ledger'

describe('an address that is not marked as test', () => {
  it.skipIf(!hasTerminal)(
    'is said, and asked for once on a terminal (skipped where there is no `script` of util-linux)',
    async () => {
      const service = await startService()
      const baseUrl = service.baseUrl.replace('/version-test', '')
      const variables = { RWA_BASE_URL: baseUrl, RWA_API_TOKEN: token }
      const space = new Workspace(variables)
      space.write('trips.csv', toCsv(trips(2)))
      const start = () => startOnTerminal(space.folder, ['assess', 'trips.csv', '--no-wait', inMemory], variables)

      const refused = start()
      await refused.until('[y/N]')
      expect(refused.said()).toContain(`assess: 2 to send to ${baseUrl} (production)`)
      refused.type(keys.enter)
      expect([await refused.ended, service.requests.length]).toEqual([2, 0])
      expect(refused.said()).toContain('nothing was sent')

      const agreed = start()
      await agreed.until('[y/N]')
      agreed.type(`y${keys.enter}`)
      expect([await agreed.ended, service.created().length], agreed.said()).toEqual([0, 2])

      space.write('trips.csv', toCsv(trips(3)))
      const later = start()
      expect([await later.ended, service.created().length], later.said()).toEqual([0, 3])
      expect(later.said()).not.toContain('[y/N]')
    },
  )

  it('is said, and not asked for, where there is no terminal; nothing to send is said too', async () => {
    const service = await startService()
    const baseUrl = service.baseUrl.replace('/version-test', '')
    const space = new Workspace({ RWA_BASE_URL: baseUrl, RWA_API_TOKEN: token })
    space.write('trips.csv', toCsv(trips(2)))
    const first = await space.assess('trips.csv', '--no-wait', inMemory)
    expect([first.code, first.stderr]).toEqual([0, expect.stringContaining(`2 to send to ${baseUrl} (production)`)])
    const second = await space.assess('trips.csv', '--no-wait')
    expect(second.stderr).toContain(`assess: nothing to send to ${baseUrl} (production)`)
  })
})
