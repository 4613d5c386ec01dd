import { describe, expect, it } from 'vitest'
import { hasOwnPostgres, useOwnPostgres } from '../support/postgres.ts'
import { Workspace } from '../support/program.ts'
import { toCsv, trips } from '../support/trips.ts'

describe.skipIf(!hasOwnPostgres).each([true, false])('with a server that verifies its pages: %s', (hasChecksums) => {
  const server = useOwnPostgres([], hasChecksums)

  it('ledger init and ledger status warn of a server without checksums, and no run does', async () => {
    const ledger = server.address()
    const space = new Workspace()
    space.write('trips.csv', toCsv(trips(1)))
    const said = async (...command: string[]): Promise<string> => {
      const { code, stdout, stderr } = await space.run(command)
      expect(code, stderr).toBe(0)
      return stdout + stderr
    }
    const warning = 'a flipped bit on its disk is not noticed'
    expect((await said('ledger', 'init', ledger)).includes(warning)).toBe(!hasChecksums)
    expect((await said('ledger', 'status', ledger)).includes(warning)).toBe(!hasChecksums)
    expect(await said('assess', 'trips.csv', '--sandbox', '--ledger', ledger)).not.toContain('checksums')
    expect(JSON.parse(await said('ledger', 'status', ledger, '--json'))).toMatchObject({ hasChecksums })
  })
})
