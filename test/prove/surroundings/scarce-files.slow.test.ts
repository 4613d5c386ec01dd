import { describe, expect, it } from 'vitest'
import { assessed, Workspace } from '../../support/program.ts'
import { startService } from '../../support/service.ts'
import { toCsv, trips } from '../../support/trips.ts'
import { innards, nothingWrong, settle, under } from './surroundings.ts'

describe('a limit on open files', () => {
  it('that is lower than the program needs is said, wherever it shows first', async () => {
    const service = await startService()
    const said: string[] = []
    for (const limit of [19, 20, 22, 23, 24, 25]) {
      const space = new Workspace(service.variables)
      space.write('trips.csv', toCsv(trips(2)))
      const { code, stderr } = await space.spawn(['assess', 'trips.csv'], {}, under(`ulimit -n ${limit}`))
      // With one file more or less it is the ledger, the connection or the output that fails.
      expect([0, 1, 3]).toContain(code)
      expect(stderr).not.toMatch(innards)
      said.push(stderr)
    }
    expect(said).toContain(
      'error: the system lets this program open too few files\nRaise the limit (ulimit -n) to 256 or more, then start the same command again.\n',
    )
  })

  it('below the concurrency asked for leaves no row unknown', async () => {
    const service = await startService(undefined, undefined, () => new Promise((resolve) => setTimeout(resolve, 30)))
    const space = new Workspace(service.variables)
    space.write('trips.csv', toCsv(trips(400)))
    const args = ['assess', 'trips.csv', '--no-wait', '--json', '--concurrency', '128']
    const first = await space.spawn(args, {}, under('ulimit -n 128'))
    expect(first.stderr).not.toMatch(innards)
    const second = await space.spawn(args)
    expect([second.code, second.summary.outcomes], first.stderr).toEqual([0, { accepted: 400 }])
    expect(await settle(service, space.path(assessed('trips')))).toEqual(nothingWrong)
  })
})
